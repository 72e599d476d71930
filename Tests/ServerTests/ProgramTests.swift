import API
import Foundation
import Testing

@testable import soteria_dashboard

/// The built program in a process of its own.
@Suite(
    .enabled(
        if: BuiltProgram.path != nil, "soteria-dashboard was not built beside the tests"),
    .timeLimit(.minutes(30)))
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
