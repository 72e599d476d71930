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
    private func places(
        _ arguments: [String] = [], _ environment: [String: String]
    ) throws -> Places {
        try Places(Options(arguments), variable: { environment[$0] }, isDirectory: { _ in false })
    }

    @Test func theyFollowTheRuntimeDirectory() throws {
        let places = try places([], ["XDG_RUNTIME_DIR": "/run/user/7"])
        #expect(places.daemon.path == "/run/user/7/soteria/org.soteria")
        #expect(places.control.path == "/run/user/7/soteria/dashboard")
        #expect(places.files == "/run/user/7/soteria-dashboard")
        #expect(places.isControlStandard)
    }

    @Test func whatIsSaidCounts() throws {
        let places = try places(
            ["--socket", "/d", "--control", "/c"],
            ["XDG_RUNTIME_DIR": "/run/user/7", "RUNTIME_DIRECTORY": "/r:/s"])
        #expect(places.daemon.path == "/d" && places.control.path == "/c")
        #expect(places.files == "/r" && !places.isControlStandard)
    }

    @Test func theDaemonsOwnVariableDoesNotMoveTheControlSocket() throws {
        let places = try places(
            [], ["XDG_RUNTIME_DIR": "/run/user/7", "SOTERIA_SOCKET": "/elsewhere"])
        #expect(places.daemon.path == "/elsewhere")
        #expect(places.control.path == "/run/user/7/soteria/dashboard")
    }

    @Test func withoutARuntimeDirectoryThereIsNoPlace() {
        do throws(StartFailure) {
            _ = try Places(Options([]), variable: { _ in nil }, isDirectory: { _ in false })
            Issue.record("found")
        } catch {
            #expect(error.code == EX_CONFIG && error.message.contains("XDG_RUNTIME_DIR"))
        }
    }
}
