import API
import Foundation
import Testing

@testable import soteria_dashboard

@Suite struct OptionsTests {
    @Test func pathsAreTaken() throws {
        #expect(try Options([]).task == .serve)
        let options = try Options(["--socket", "/a", "--control=/b"])
        #expect(options.socket == "/a" && options.control == "/b")
        #expect(try Options(["--socket=/a=b"]).socket == "/a=b")
        #expect(try Options(["--version"]).task == .version)
        #expect(try Options(["-h"]).task == .help && Options(["--help"]).task == .help)
    }

    @Test(arguments: [
        ["x"], ["--port", "80"], ["--socket"], ["--socket", ""], ["--control="], ["--"],
        ["--version=1"],
    ])
    func whatIsNotKnownIsRefused(arguments: [String]) {
        do throws(StartFailure) {
            _ = try Options(arguments)
            Issue.record("taken")
        } catch {
            #expect(error.code == EX_USAGE)
        }
    }
}

@Suite struct PlacesTests {
    private func paths(
        _ arguments: [String] = [], _ environment: [String: String]
    ) throws -> ServerPaths {
        try ServerPaths(
            Options(arguments), variable: { environment[$0] }, isDirectory: { _ in false })
    }

    @Test func theyFollowTheRuntimeDirectory() throws {
        let paths = try paths([], ["XDG_RUNTIME_DIR": "/run/user/7"])
        #expect(paths.daemon.path == "/run/user/7/soteria/org.soteria")
        #expect(paths.control.path == "/run/user/7/soteria/dashboard")
        #expect(paths.files == "/run/user/7/soteria-dashboard")
        #expect(paths.isControlStandard)
    }

    @Test func whatIsSaidCounts() throws {
        let paths = try paths(
            ["--socket", "/d", "--control", "/c"],
            ["XDG_RUNTIME_DIR": "/run/user/7", "RUNTIME_DIRECTORY": "/r:/s"])
        #expect(paths.daemon.path == "/d" && paths.control.path == "/c")
        #expect(paths.files == "/r" && !paths.isControlStandard)
    }

    @Test func theStandardPlaceMayBeNamed() throws {
        let control = "/run/user/7/soteria/dashboard"
        let paths = try paths(["--control", control], ["XDG_RUNTIME_DIR": "/run/user/7"])
        #expect(paths.control.path == control && paths.isControlStandard)
    }

    @Test func theDaemonsOwnVariableDoesNotMoveTheControlSocket() throws {
        let paths = try paths(
            [], ["XDG_RUNTIME_DIR": "/run/user/7", "SOTERIA_SOCKET": "/elsewhere"])
        #expect(paths.daemon.path == "/elsewhere")
        #expect(paths.control.path == "/run/user/7/soteria/dashboard")
    }

    @Test func withoutARuntimeDirectoryThereIsNoPlace() {
        do throws(StartFailure) {
            _ = try ServerPaths(Options([]), variable: { _ in nil }, isDirectory: { _ in false })
            Issue.record("found")
        } catch {
            #expect(error.code == EX_CONFIG && error.message.contains("XDG_RUNTIME_DIR"))
        }
    }
}

/// The tool beside the program; scripts stand in for it.
@Suite struct ToolTests {
    private func with(_ script: String, _ body: (String) throws -> Void) throws {
        let directory = NSTemporaryDirectory() + "soteria-tool-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/soteria"
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o755)
        try body(directory + "/soteria-dashboard")
    }

    @Test func itAsksTheDaemonThatThePagesAsk() throws {
        try with("printf '%s|' \"$SOTERIA_SOCKET\" \"$A\" \"$@\"; echo no >&2; exit 3") { beside in
            let tool = Tool(beside: beside, environment: ["A": "b"], socket: "/s")
            let (status, output) = tool.run(["events", "a b"])
            #expect(status == 3 && output == "/s|b|events|a b|")
        }
    }

    @Test func oneThatHangsIsEnded() throws {
        try with("exec sleep 1000") { beside in
            let tool = Tool(
                beside: beside, environment: [:], socket: "", patience: .milliseconds(0))
            #expect(tool.run([]).status == nil)
        }
    }

    @Test func oneThatIsNotThereIsNotRun() {
        let (status, output) = Tool(beside: "/nowhere/x", environment: [:], socket: "").run([])
        #expect(status == nil && output.isEmpty)
    }
}
