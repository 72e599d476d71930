import TestBus
import Foundation

/// A D-Bus service that a Python script plays on a private bus, ended with it.
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

    /// The script's process.
    var processID: Int32 { process.processIdentifier }

    /// Starts a service and waits until it has its name.
    convenience init(on bus: PrivateBus, script: String = MockService.timedate) throws {
        try self.init(script: script, address: bus.address, in: bus.scratch)
    }

    /// Starts a script with an address as its argument and waits until it is ready.
    init(script: String, address: String, in scratch: ScratchDirectory) throws {
        try scratch.write(script, to: "service.py")
        process = Process()
        process.executableURL = URL(fileURLWithPath: Self.interpreter)
        process.arguments = [scratch.path("service.py"), address]
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

    /// org.freedesktop.timedate1 with a property of each kind, and an object that echoes, fails,
    /// stays silent and sends signals.
    static let timedate = """
        import sys, dbus, dbus.service, dbus.bus
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib

        bus = dbus.bus.BusConnection(sys.argv[1], mainloop=DBusGMainLoop())
        NAME, TEST = 'org.freedesktop.timedate1', 'org.example.Test'

        class TimeDate(dbus.service.Object):
            properties = {
                'NTPSynchronized': dbus.Boolean(True), 'Timezone': dbus.String('Europe/Berlin'),
                'TimeUSec': dbus.UInt64(2**64 - 1), 'Path': dbus.ObjectPath('/a/b'),
                'Byte': dbus.Byte(255), 'Short': dbus.Int16(-5), 'Word': dbus.UInt16(65535),
                'Int': dbus.Int32(-7), 'UInt': dbus.UInt32(2**32 - 1), 'Long': dbus.Int64(-2**63),
                'Double': dbus.Double(0.5), 'Signature': dbus.Signature('a{sv}'),
                'Empty': dbus.Array([], signature='s'),
                'Nested': dbus.Struct((dbus.Int32(1), dbus.Array([dbus.String('x')]))),
                'Table': dbus.Dictionary({'k': dbus.Variant(1) if hasattr(dbus, 'Variant')
                                          else dbus.Int32(1)}, signature='sv'),
            }
            @dbus.service.method('org.freedesktop.DBus.Properties', 'ss', 'v')
            def Get(self, interface, name):
                if interface != NAME or name not in self.properties:
                    raise dbus.DBusException('no ' + name,
                        name='org.freedesktop.DBus.Error.UnknownProperty')
                return self.properties[name]
            @dbus.service.method(TEST, 'ss', 'ssi')
            def Echo(self, one, two): return one, two, len(one) + len(two)
            @dbus.service.method(TEST, '', '')
            def Nothing(self): pass
            @dbus.service.method(TEST, '', '')
            def Fail(self): raise dbus.DBusException('on purpose', name='org.example.Failed')
            @dbus.service.method(TEST, '', 's', async_callbacks=('answer', 'fail'))
            def Silent(self, answer, fail): self.Happened('silent', dbus.UInt32(0))
            @dbus.service.method(TEST, '', '')
            def Die(self): loop.quit()
            @dbus.service.method(TEST, '', 'h')
            def Descriptor(self): return dbus.types.UnixFd(0)
            @dbus.service.method(TEST, 's', '')
            def Emit(self, text): self.Happened(text, dbus.UInt32(7))
            @dbus.service.signal(TEST, 'su')
            def Happened(self, text, number): pass

        timedate = TimeDate(bus, '/org/freedesktop/timedate1')
        name = dbus.service.BusName(NAME, bus)
        print('ready', flush=True)
        loop = GLib.MainLoop()
        loop.run()
        """
}
