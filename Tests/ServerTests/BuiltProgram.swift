import API
import BuiltPrograms
import Foundation
import Testing

@testable import soteria_dashboard

/// The program, running in a runtime directory of its own.
final class BuiltProgram {
    /// Its path; nil if it was not built.
    static let path = BuiltPrograms.path("soteria-dashboard")

    let directory = NSTemporaryDirectory() + "soteria-run-\(UUID().uuidString.prefix(8))"
    var control: String { directory + "/soteria/dashboard" }
    private let process = Process()
    private let said = Pipe()
    private let complained = Pipe()
    /// Its standard output and standard error, once it has ended.
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
            client = try? SoteriaClient(address, timeout: .seconds(900))
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

    /// The contents of the runtime directory and its subdirectories.
    func left() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: directory)
            .filter { $0 != "soteria" }.map { String($0.split(separator: "/").last ?? "") }
    }
}
