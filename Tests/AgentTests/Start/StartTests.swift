import TestBus
import API
import Glibc
import Testing

@testable import soteria_agent

/// The agent's settings, and that there is one agent at a time.
struct StartTests {
    @Test("Options")
    func options() throws {
        #expect(try Options([]).task == .run)
        #expect(try Options(["--thaw"]).task == .thaw)
        #expect(try Options(["--version"]).task == .version)
        #expect(try Options(["-h"]).task == .help)
        #expect(try Options(["--help"]).task == .help)
        #expect(try Options(["--socket", "/x"]).socket == "/x")
        #expect(try Options(["--socket=/x", "--thaw"]) == Options(["--thaw", "--socket", "/x"]))
    }

    @Test(
        "What is not known is refused with EX_USAGE",
        arguments: [
            ["--thaws"], ["thaw"], ["--socket"], ["--socket", ""], ["--socket="], [""], ["-x"],
            ["--thaw", "--unknown"],
        ])
    func unknown(_ arguments: [String]) throws {
        let failure = try #require(throws: StartFailure.self) { try Options(arguments) }
        #expect(failure.code == 64)
        #expect(!failure.message.isEmpty)
    }

    private static func settings(
        _ environment: [String: String], socket: String? = nil, watchdog: Duration? = nil
    ) throws -> Settings {
        try Settings(socket: socket, variable: { environment[$0] }, watchdog: watchdog)
    }

    @Test("Settings from the environment that systemd gives")
    func settings() throws {
        let settings = try Self.settings(
            ["XDG_RUNTIME_DIR": "/run/user/7", "RUNTIME_DIRECTORY": "/run/user/7/soteria-agent"],
            watchdog: .seconds(180))
        #expect(settings.address.path == "/run/user/7/soteria/org.soteria")
        #expect(settings.runtimeDirectory == "/run/user/7")
        #expect(settings.record == "/run/user/7/soteria-agent/frozen")
        #expect(settings.lock == "/run/user/7/soteria-agent/lock")
        #expect(settings.watchdog == .seconds(180))
    }

    @Test("Settings by hand")
    func byHand() throws {
        let settings = try Self.settings(["XDG_RUNTIME_DIR": "/run/user/7"], socket: "unix:/s")
        #expect(settings.address.path == "/s")
        #expect(settings.directory == "/run/user/7/soteria-agent")
        #expect(settings.watchdog == nil)
        let two = try Self.settings([
            "XDG_RUNTIME_DIR": "/r", "RUNTIME_DIRECTORY": "/a:/b", "SOTERIA_SOCKET": "/t",
        ])
        #expect(two.directory == "/a")
        #expect(two.address.path == "/t")
    }

    @Test("A second agent is refused with EX_CONFIG for as long as the first one lives")
    func lock() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path("lock")
        var first: Lock? = try Lock(path: path)
        let failure = try #require(throws: StartFailure.self) { try Lock(path: path) }
        #expect(failure.code == EX_CONFIG)
        #expect(failure.message.contains("another"))
        withExtendedLifetime(first) {}
        first = nil
        #expect(throws: Never.self) { try Lock(path: path) }
        #expect(throws: StartFailure.self) { try Lock(path: scratch.path("none/lock")) }
    }
}
