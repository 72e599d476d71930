import API
import Foundation
import Testing

@testable import soteria_dashboard

/// The built program in a process of its own.
@Suite(
    .enabled(
        if: BuiltProgram.path != nil, "soteria-dashboard was not built beside the tests"),
    .timeLimit(.minutes(2)))
struct ProgramTests {
    @Test func itSaysWhatItIs() async throws {
        try await OwnThread.run {
            let version = try BuiltProgram(["--version"])
            #expect(version.end() == 0 && version.output == Version.text + "\n")
            let help = try BuiltProgram(["--help"])
            #expect(help.end() == 0 && help.output.hasPrefix("USAGE: soteria-dashboard "))
            let other = try BuiltProgram(["--port", "80"])
            #expect(other.end() == EX_USAGE && other.errors.contains("unknown argument '--port'"))
        }
    }

    @Test func itServesUntilItIsTold() async throws {
        try await OwnThread.run {
            let program = try BuiltProgram([])
            let file = try program.open()
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let address = try #require(text.components(separatedBy: "url=http://127.0.0.1:").last)
            let port = try #require(Int(String(address.prefix(while: \.isNumber))))
            let host = "Host: 127.0.0.1:\(port)\r\n"
            let browser = try Browser(port: port)
            let token = try LiveServer.token(in: file)
            browser.send("GET /enter?token=\(token) HTTP/1.1\r\n\(host)\r\n")
            let entered = try browser.reply()
            #expect(entered.status == 200)
            let parts = try #require(entered["set-cookie"]).components(separatedBy: "; ")
            let cookie = parts[0]
            let base = try #require(parts.last).dropFirst("Path=".count)
            for path in ["", "style.css", "page.js", "icon.svg"] {
                browser.send("GET \(base)\(path) HTTP/1.1\r\n\(host)Cookie: \(cookie)\r\n\r\n")
                let reply = try browser.reply()
                // There is no daemon, which pages say.
                #expect(reply.status == (path.isEmpty ? 503 : 200), "\(path)")
                #expect(!reply.body.isEmpty)
            }
            let waiting = try program.open()
            #expect(access(waiting, F_OK) == 0)
            program.signal(SIGTERM)
            #expect(program.end() == 0 && program.errors.isEmpty)
            #expect(browser.isEnded)
            #expect(try program.left() == [])
        }
    }

    @Test func asSystemdStartsItTheSocketStays() async throws {
        let activator = "/usr/bin/systemd-socket-activate"
        guard access(activator, X_OK) == 0 else { return }
        try await OwnThread.run {
            let program = try BuiltProgram([], activator: activator)
            let file = try program.open()
            #expect(access(file, R_OK) == 0)
            program.signal(SIGTERM)
            #expect(program.end() == 0)
            #expect(try program.left() == ["dashboard"])
        }
    }

    @Test func thereIsOneAtAControlSocket() async throws {
        try await OwnThread.run {
            let program = try BuiltProgram([])
            _ = try program.open()
            let second = try BuiltProgram(["--control", program.control])
            #expect(second.end() == EX_CONFIG && second.errors.contains("control socket"))
            _ = try program.open()
            program.signal(SIGINT)
            #expect(program.end() == 0)
        }
    }

    @Test func withoutAPlaceItSaysSo() async throws {
        try await OwnThread.run {
            let program = try BuiltProgram([], runtimeDirectory: "/proc/nowhere")
            #expect(program.end() == EX_CANTCREAT)
            #expect(program.errors.hasPrefix("soteria-dashboard: /proc/nowhere/soteria-dashboard"))
        }
    }
}

/// The program, running in a runtime directory of its own.
final class BuiltProgram {
    /// Its path, in the directory of the test bundle; nil where it is not there.
    static let path: String? = {
        let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return [tests, CommandLine.arguments.first].compactMap { $0 }
            .map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
            .map { $0 + "/soteria-dashboard" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    let directory = NSTemporaryDirectory() + "soteria-run-\(UUID().uuidString.prefix(8))"
    var control: String { directory + "/soteria/dashboard" }
    private let process = Process()
    private let said = Pipe()
    private let complained = Pipe()
    /// What it wrote on standard output and on standard error, once it has ended.
    private(set) var output = ""
    private(set) var errors = ""

    /// Starts it; by an activator that hands over the control socket, where one is given.
    init(_ arguments: [String], activator: String? = nil, runtimeDirectory: String? = nil) throws {
        let program = try #require(Self.path)
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        process.executableURL = URL(fileURLWithPath: activator ?? program)
        if activator != nil {
            mkdir(directory + "/soteria", 0o700)
            process.arguments =
                ["--listen=\(control)", "-E", "XDG_RUNTIME_DIR", "-E", "HOME", program] + arguments
        } else {
            process.arguments = arguments
        }
        process.environment = [
            "XDG_RUNTIME_DIR": runtimeDirectory ?? directory, "HOME": directory,
            "PATH": "/usr/bin:/bin",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = said
        process.standardError = complained
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Asks for a way in, as soon as it listens.
    func open() throws -> String {
        let address = API.SocketAddress(path: control)
        var client: SoteriaClient?
        while client == nil {
            try #require(process.isRunning)
            client = try? SoteriaClient(address, timeout: .seconds(20))
        }
        return try #require(client).call(DashboardAPI.Open.self, .init()).file
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for its end; its exit status, or minus the signal that ended it.
    func end() -> Int32 {
        output = String(
            decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        errors = String(
            decoding: complained.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationReason == .exit
            ? process.terminationStatus : -process.terminationStatus
    }

    /// What lies in the runtime directory and its directories.
    func left() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: directory)
            .filter { $0 != "soteria" }.map { String($0.split(separator: "/").last ?? "") }
    }
}
