import TestBus
import Glibc
import Systemd
import Testing

@testable import soteria_agent

/// The service manager, played on a private bus.
@Suite(
    .timeLimit(.minutes(30)),
    .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"),
    .enabled(if: MockService.isInstalled, "python3-dbus and python3-gi are not installed"))
struct UserManagerTests {
    /// A manager with a few units, which tells what it is asked to do.
    private static let script = """
        NAME, PATH = 'org.freedesktop.systemd1', '/org/freedesktop/systemd1'
        MANAGER = NAME + '.Manager'
        GROUP = '/user.slice/u.service'
        processes = {
            'app-x-game-1.scope': GROUP + '/app.slice/app-x-game-1.scope/below',
            'play.service': GROUP + '/app.slice/play.service',
            'app-guarded@1.service': GROUP + '/app.slice/app-guarded@1.service',
            'dbus.service': GROUP + '/app.slice/dbus.service',
            'app-x-outside-1.scope': GROUP + '/background.slice/app-x-outside-1.scope',
            'app-x-session-1.scope': GROUP + '/session.slice/app-x-session-1.scope',
            'app-x-empty-1.scope': None,
        }
        names = {'play.service': ['play.service', 'app-game@play.service']}
        watchdogs = {'app-guarded@1.service': 30000000}

        def no_such_unit(name):
            error = dbus.DBusException('Unit %s not loaded.' % name)
            error._dbus_error_name = NAME + '.NoSuchUnit'
            return error

        class Unit(dbus.service.Object):
            def __init__(self, name):
                self.name = name
                path = ''.join(c if c.isascii() and c.isalnum() else '_%02x' % ord(c) for c in name)
                super().__init__(bus, PATH + '/unit/' + path)
            @dbus.service.method(dbus.PROPERTIES_IFACE, 'ss', 'v')
            def Get(self, interface, name):
                if name == 'Names':
                    return dbus.Array(names.get(self.name, [self.name]), 's')
                if name == 'WatchdogUSec':
                    return dbus.UInt64(watchdogs.get(self.name, 2**64 - 1))
                raise dbus.DBusException('unasked: ' + name)
            @dbus.service.signal(dbus.PROPERTIES_IFACE, 'sa{sv}as')
            def PropertiesChanged(self, interface, changed, invalidated): pass

        class Manager(dbus.service.Object):
            @dbus.service.method(dbus.PROPERTIES_IFACE, 'ss', 'v')
            def Get(self, interface, name):
                if name == 'Environment': return dbus.Array(['DISPLAY=:1', 'A=b=c'], 's')
                raise dbus.DBusException('unasked: ' + name)
            @dbus.service.method(MANAGER, '', '')
            def Subscribe(self): test.Called('Subscribe')
            @dbus.service.method(MANAGER, '', 'a(ssssssouso)')
            def ListUnits(self):
                return [(name, '', 'loaded', 'active' if processes[name] else 'inactive', '', '',
                         '/', 0, '', '/') for name in processes]
            @dbus.service.method(MANAGER, 's', 'a(sus)')
            def GetUnitProcesses(self, name):
                if name not in processes: raise no_such_unit(name)
                return [(processes[name], 1, 'x')] if processes[name] else []
            @dbus.service.method(MANAGER, 's', '')
            def FreezeUnit(self, name): self.do('freeze', name)
            @dbus.service.method(MANAGER, 's', '')
            def ThawUnit(self, name): self.do('thaw', name)
            @dbus.service.method(MANAGER, 'ssi', '')
            def KillUnit(self, name, who, signal): self.do('kill %s %d' % (who, signal), name)
            @dbus.service.method(MANAGER, 'ssa(sv)a(sa(sv))', 'o')
            def StartTransientUnit(self, name, mode, properties, further):
                error = dbus.DBusException('Unit %s was already loaded.' % name)
                error._dbus_error_name = NAME + '.UnitExists'
                raise error
            def do(self, what, name):
                if name not in processes: raise no_such_unit(name)
                test.Called(what + ' ' + name)
                if name == 'dbus.service': raise dbus.DBusException('not that one')
            @dbus.service.signal(MANAGER, 'uoss')
            def JobRemoved(self, number, job, unit, result): pass
            @dbus.service.signal(MANAGER, 'so')
            def UnitRemoved(self, unit, path): pass
            @dbus.service.signal(MANAGER, 'b')
            def Reloading(self, active): pass

        class Test(dbus.service.Object):
            @dbus.service.signal(TEST, 's')
            def Called(self, text): pass
            @dbus.service.method(TEST, '', '')
            def Tell(self):
                for unit in ['app-x-game-1.scope', 'app.slice', 'x.target', 'x.socket']:
                    manager.JobRemoved(1, '/job', unit, 'done')
                unit = units['play.service']
                unit.PropertiesChanged(NAME + '.Service', {'ActiveState': 'active'}, [])
                unit.PropertiesChanged(NAME + '.Unit', {'ActiveState': 'active'}, [])
                unit.PropertiesChanged(NAME + '.Unit', {'SubState': 'running'}, [])
                unit.PropertiesChanged(NAME + '.Unit', {'ActiveState': 'failed'}, [])
                manager.UnitRemoved('app-x-game-1.scope', '/')
                manager.UnitRemoved('app.slice', '/')
                manager.Reloading(True)
                manager.Reloading(False)
                manager.JobRemoved(2, '/job', 'last.scope', 'done')

        units = {name: Unit(name) for name in processes}
        manager, test = Manager(bus, PATH), Test(bus, '/test')
        """

    private static let destination = "org.freedesktop.systemd1"

    private let bus: PrivateBus
    private let service: MockService
    private let connection: Bus
    private let manager: UserManager

    init() throws {
        bus = try PrivateBus()
        service = try MockService(on: bus, script: Self.script)
        connection = try Bus(address: bus.address)
        manager = UserManager(bus: connection, destination: Self.destination)
    }

    @Test("What a unit is, by its name, its place and its aliases")
    func apps() async throws {
        let root = "/sys/fs/cgroup/user.slice/u.service/app.slice/"
        let game = try await manager.app("app-x-game-1.scope")
        #expect(
            game
                == AppUnit(
                    name: "app-x-game-1.scope", ids: ["game", "x-game"],
                    controlGroup: root + "app-x-game-1.scope"))
        let alias = try await manager.app("play.service")
        #expect(alias?.ids == ["game"])
        #expect(alias?.isWatched == false)
        let guarded = try await manager.app("app-guarded@1.service")
        #expect(guarded?.isWatched == true)
        #expect(guarded?.ids == ["guarded"])
        #expect(try await manager.app("app-x-session-1.scope")?.ids == ["session", "x-session"])
        // A name that follows no convention says nothing; what runs in the unit may.
        #expect(try await manager.app("dbus.service")?.ids == [])
    }

    @Test(
        "What lies elsewhere or has no processes",
        arguments: ["app-x-outside-1.scope", "app-x-empty-1.scope"])
    func others(_ name: String) async throws {
        #expect(try await manager.app(name) == nil)
    }

    @Test("A unit that is gone is an error, and nothing is asked of its object")
    func gone() async throws {
        await #expect(throws: BusError.self) { try await manager.app("app-x-gone-1.scope") }
    }

    @Test("The list of units")
    func list() async throws {
        let units = try await manager.units()
        #expect(units.count == 7)
        #expect(units.filter(\.isRunning).count == 6)
        #expect(!units.contains { $0.name == "app-x-empty-1.scope" && $0.isRunning })
    }

    @Test("The environment names the display")
    func environment() async throws {
        #expect(try await manager.environment() == ["DISPLAY=:1", "A=b=c"])
    }

    @Test("Orders reach the manager, and its answers are told apart")
    func orders() async throws {
        let calls = Mailbox<String>()
        _ = try await connection.match(path: "/test", member: "Called") { signal in
            calls.post(signal.arguments.first?.text ?? "")
        }
        let outcomes = Mailbox<Enforcer.Outcome>()
        await order { $0.freeze("app-x-game-1.scope") { outcomes.post($0) } }
        #expect(try await outcomes.next() == .done)
        await order { $0.thaw("app-x-game-1.scope") { outcomes.post($0) } }
        #expect(try await outcomes.next() == .done)
        await order { $0.signal("app-x-game-1.scope", SIGTERM) { outcomes.post($0) } }
        #expect(try await outcomes.next() == .done)
        await order { $0.freeze("app-x-gone-1.scope") { outcomes.post($0) } }
        #expect(try await outcomes.next() == .gone)
        await order { $0.freeze("dbus.service") { outcomes.post($0) } }
        #expect(try await outcomes.next() == .failed("not that one"))
        await order { $0.makeScope("app-secret-1.scope", of: [1]) { outcomes.post($0) } }
        #expect(
            try await outcomes.next() == .failed("\(Self.destination).UnitExists"),
            "without the text, which names the app")
        for call in ["freeze app-x-game-1.scope", "thaw app-x-game-1.scope"] {
            #expect(try await calls.next() == call)
        }
        #expect(try await calls.next() == "kill all 15 app-x-game-1.scope")
        service.end()
        await order { $0.thaw("app-x-game-1.scope") { outcomes.post($0) } }
        #expect(try await outcomes.next() != .done)
    }

    @Test("What becomes of scopes and services is told, and of nothing else")
    func follows() async throws {
        let told = Mailbox<String>()
        try await manager.follow(
            began: { told.post("+" + $0) }, ended: { told.post("-" + $0) },
            reached: { told.post("reached") },
            reloading: { told.post($0 ? "reloading" : "reloaded") })
        _ = try await connection.call(
            destination: Self.destination, path: "/test", interface: "org.example.Test",
            member: "Tell")
        for expected in [
            "+app-x-game-1.scope", "reached", "+play.service", "-play.service",
            "-app-x-game-1.scope",
            "reloading", "reloaded", "+last.scope",
        ] {
            #expect(try await told.next() == expected)
        }
    }

    /// Runs on the bus's queue, as the agent does.
    private func order(_ body: @escaping @Sendable (UserManager) -> Void) async {
        await connection.run { body(manager) }
    }
}

extension Bus {
    fileprivate func run(_ body: @Sendable () -> Void) { body() }
}
