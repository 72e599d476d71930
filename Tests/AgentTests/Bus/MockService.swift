import TestBus
import Foundation

/// A D-Bus service that a Python script plays on a private bus, ended with it.
///
/// Beside what it plays, each script has an object `/test` with the interface `org.example.Test`:
/// methods that make it do something, and a signal `Called` that tells of the calls it gets.
final class MockService: @unchecked Sendable {
    static let interpreter = "/usr/bin/python3"

    /// Whether Debian's python3-dbus and python3-gi are there.
    static let isInstalled: Bool = {
        guard Command.exists(interpreter) else { return false }
        let check = Command(interpreter, ["-c", "import dbus.mainloop.glib, gi.repository.GLib"])
        return (try? check.run())?.status == 0
    }()

    struct DidNotStart: Error {}

    // Written in the initializer only.
    private let process: Process

    /// Starts a service and waits until it has its name.
    ///
    /// - Parameters:
    ///   - bus: the bus.
    ///   - script: what follows `preamble`.
    ///   - arguments: what the script is given after the bus's address.
    /// - Throws: `DidNotStart`, or why the script cannot be run.
    init(on bus: PrivateBus, script: String, _ arguments: [String] = []) throws {
        let name = "service-\(UUID().uuidString).py"
        try bus.scratch.write(Self.preamble + "\n" + script + "\n" + Self.ending, to: name)
        process = Process()
        process.executableURL = URL(fileURLWithPath: Self.interpreter)
        process.arguments = [bus.scratch.path(name), bus.address] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        guard PrivateBus.line(of: output.fileHandleForReading) == "ready" else {
            throw DidNotStart()
        }
    }

    deinit {
        end()
    }

    /// Ends the service without a word.
    func end() {
        guard process.isRunning else { return }
        process.kill()
    }

    private static let preamble = """
        import json, os, sys, dbus, dbus.service, dbus.bus, dbus.lowlevel
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib

        mainloop = DBusGMainLoop()
        bus = dbus.bus.BusConnection(sys.argv[1], mainloop=mainloop)
        TEST = 'org.example.Test'
        """

    private static let ending = """
        name = dbus.service.BusName(NAME, bus)
        print('ready', flush=True)
        GLib.MainLoop().run()
        """
}
