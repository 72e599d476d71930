import TestBus
import Systemd
import Testing

@testable import soteria_agent

@Suite(
    .timeLimit(.minutes(30)),
    .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"),
    .enabled(if: MockService.isInstalled, "python3-dbus and python3-gi are not installed"))
struct LoginSessionTests {
    /// logind with one person and any number of sessions, all of them idle as they are told.
    private static let script = """
        NAME, PATH = 'org.freedesktop.login1', '/org/freedesktop/login1'
        MANAGER, SESSION = NAME + '.Manager', NAME + '.Session'
        PROPERTIES = 'org.freedesktop.DBus.Properties'

        class Manager(dbus.service.Object):
            @dbus.service.method(MANAGER, 'u', 'o')
            def GetUser(self, user):
                if user != 1000: raise dbus.DBusException('no user')
                return PATH + '/user/_1000'
            @dbus.service.method(MANAGER, 'u', 'o')
            def GetSessionByPID(self, process):
                if 'own' not in sys.argv: raise dbus.DBusException('no session')
                return PATH + '/session/own'
            @dbus.service.method(MANAGER, 'ssss', 'h')
            def Inhibit(self, what, who, why, mode):
                reading, writing = os.pipe()
                def released(channel, condition):
                    test.Called('released')
                    return False
                GLib.io_add_watch(reading, GLib.IO_HUP, released)
                test.Called(' '.join([what, who, mode]))
                descriptor = dbus.types.UnixFd(writing)
                os.close(writing)
                return descriptor
            @dbus.service.signal(MANAGER, 'b')
            def PrepareForSleep(self, begins): pass
            @dbus.service.signal(MANAGER, 'so')
            def SessionNew(self, name, path): pass

        class User(dbus.service.Object):
            display = '1'
            @dbus.service.method(PROPERTIES, 'ss', 'v')
            def Get(self, interface, name):
                path = PATH + '/session/' + self.display if self.display else '/'
                return dbus.Struct((self.display, dbus.ObjectPath(path)), signature='so')
            @dbus.service.signal(PROPERTIES, 'sa{sv}as')
            def PropertiesChanged(self, interface, changed, invalidated): pass

        class Session(dbus.service.Object):
            def __init__(self, name):
                super().__init__(bus, PATH + '/session/' + name)
                self.properties = {
                    'IdleHint': False, 'LockedHint': False, 'Type': 'wayland',
                    'IdleSinceHintMonotonic': dbus.UInt64(0)}
            @dbus.service.method(PROPERTIES, 's', 'a{sv}')
            def GetAll(self, interface): return self.properties
            @dbus.service.signal(PROPERTIES, 'sa{sv}as')
            def PropertiesChanged(self, interface, changed, invalidated): pass
            @dbus.service.signal(SESSION, '')
            def Lock(self): pass

        class Test(dbus.service.Object):
            @dbus.service.signal(TEST, 's')
            def Called(self, text): pass
            @dbus.service.method(TEST, 'sbbb', '')
            def Hint(self, name, idle, locked, isTold):
                sessions[name].properties.update({'IdleHint': idle, 'LockedHint': locked,
                    'IdleSinceHintMonotonic': dbus.UInt64(40000000 if idle else 0)})
                if isTold:
                    sessions[name].PropertiesChanged(SESSION, {'IdleHint': idle}, [])
            @dbus.service.method(TEST, 's', '')
            def Lock(self, name): sessions[name].Lock()
            @dbus.service.method(TEST, 's', '')
            def Display(self, name):
                user.display = name
                manager.SessionNew(name, PATH + '/session/' + (name or 'x'))
            @dbus.service.method(TEST, 's', '')
            def Elect(self, name):
                user.display = name
                user.PropertiesChanged(NAME + '.User', {}, ['Display'])
            @dbus.service.method(TEST, 'b', '')
            def Sleep(self, begins): manager.PrepareForSleep(begins)
            @dbus.service.method(TEST, 's', '')
            def Pretend(self, receiver):
                other = dbus.bus.BusConnection(sys.argv[1])
                signal = dbus.lowlevel.SignalMessage(PATH, MANAGER, 'PrepareForSleep')
                signal.append(True)
                signal.set_destination(receiver)
                other.send_message(signal)
                other.flush()
                other.get_name_owner(NAME)

        manager, user = Manager(bus, PATH), User(bus, PATH + '/user/_1000')
        test = Test(bus, '/test')
        sessions = {name: Session(name) for name in ('1', '2', 'own')}
        if 'bare' in sys.argv: user.display = ''
        """

    private let daemon: PrivateBus
    private let executor = QueueExecutor(label: "test.session")
    private let events = Mailbox<LoginSession.Event>()
    private let bus: Bus
    private let session: LoginSession

    init() throws {
        daemon = try PrivateBus()
        bus = try Bus(address: daemon.address, on: executor)
        let events = events
        session = LoginSession(
            bus: bus, on: executor, user: 1000,
            clocks: {
                IdleClocks(boottime: .seconds(500), monotonic: .seconds(100), wall: .seconds(9))
            }
        ) { events.post($0) }
    }

    private func mock(_ arguments: String...) throws -> MockService {
        try MockService(on: daemon, script: Self.script, arguments)
    }

    private func make(_ member: String, _ arguments: BusArgument...) async throws {
        _ = try await bus.call(
            destination: "org.freedesktop.login1", path: "/test", interface: "org.example.Test",
            member: member, arguments: arguments, timeLimit: .seconds(20))
    }

    /// A logind that is listened to, and has said that the person is there.
    private func begun() async throws -> MockService {
        let mock = try mock()
        try await session.begin()
        #expect(try await events.next() == .logind(isThere: true))
        #expect(try await events.next() == .presence(.present))
        return mock
    }

    @Test func tellsIdleAndLocked() async throws {
        let mock = try await begun()
        try await make("Hint", "1", .boolean(true), .boolean(false), .boolean(true))
        #expect(
            try await events.next()
                == .presence(Presence(isIdle: true, isLocked: false, idleSince: .seconds(440))))
        try await make("Hint", "1", .boolean(false), .boolean(true), .boolean(true))
        #expect(
            try await events.next() == .presence(Presence(isIdle: false, isLocked: true)))
        try await make("Hint", "1", .boolean(false), .boolean(false), .boolean(true))
        #expect(try await events.next() == .presence(.present))
        mock.end()
    }

    @Test func readsTheHintsAnewWhenTheScreenIsToBeLocked() async throws {
        let mock = try await begun()
        try await make("Lock", "1")
        #expect(try await events.next() == .presence(.present), "nobody has locked it")
        try await make("Hint", "1", .boolean(false), .boolean(true), .boolean(false))
        try await make("Lock", "1")
        #expect(
            try await events.next() == .presence(Presence(isIdle: false, isLocked: true)))
        mock.end()
    }

    @Test func followsThePersonToAnotherSession() async throws {
        let mock = try await begun()
        try await make("Hint", "2", .boolean(true), .boolean(false), .boolean(true))
        try await make("Display", "2")
        let idle = Presence(isIdle: true, isLocked: false, idleSince: .seconds(440))
        #expect(try await events.next() == .presence(idle))
        try await make("Hint", "1", .boolean(false), .boolean(true), .boolean(true))
        try await make("Display", "")
        #expect(try await events.next() == .presence(nil), "there is none; of 1 nothing was told")
        try await make("Display", "1")
        #expect(
            try await events.next() == .presence(Presence(isIdle: false, isLocked: true)))
        mock.end()
    }

    @Test func followsWhatLogindElects() async throws {
        let mock = try await begun()
        try await make("Hint", "2", .boolean(false), .boolean(true), .boolean(true))
        try await make("Elect", "2")
        #expect(
            try await events.next() == .presence(Presence(isIdle: false, isLocked: true)))
        mock.end()
    }

    @Test func takesItsOwnSessionWhereThereIsNoGraphicalOne() async throws {
        let mock = try mock("bare", "own")
        try await session.begin()
        #expect(try await events.next() == .logind(isThere: true))
        #expect(try await events.next() == .presence(.present))
        try await make("Hint", "own", .boolean(false), .boolean(true), .boolean(true))
        #expect(
            try await events.next() == .presence(Presence(isIdle: false, isLocked: true)))
        mock.end()
    }

    @Test func saysNothingOfThePersonWithoutASession() async throws {
        let mock = try mock("bare")
        try await session.begin()
        #expect(try await events.next() == .logind(isThere: true))
        try await make("Sleep", .boolean(true))
        #expect(try await events.next() == .sleep(isBeginning: true))
        mock.end()
    }

    @Test func believesNobodyElseThatTheMachineSleeps() async throws {
        let mock = try await begun()
        try await make("Pretend", .string(await bus.uniqueName()))
        try await make("Sleep", .boolean(false))
        #expect(try await events.next() == .sleep(isBeginning: false))
        mock.end()
    }

    @Test func comesLaterAndGoes() async throws {
        try await session.begin()
        #expect(try await events.next() == .logind(isThere: false))
        #expect(try await events.next() == .presence(nil))
        let first = try mock()
        #expect(try await events.next() == .logind(isThere: true))
        #expect(try await events.next() == .presence(.present))
        first.end()
        #expect(try await events.next() == .logind(isThere: false))
        #expect(try await events.next() == .presence(nil))
        let second = try mock()
        #expect(try await events.next() == .logind(isThere: true))
        #expect(try await events.next() == .presence(.present))
        second.end()
    }

    @Test func holdsSleepUpUntilItIsLetGo() async throws {
        let mock = try await begun()
        let calls = Mailbox<String>()
        _ = try await bus.match(interface: "org.example.Test", member: "Called") {
            if let text = $0.arguments.first?.text { calls.post(text) }
        }
        await session.delaySleep()
        await session.delaySleep()
        #expect(try await calls.next() == "sleep Soteria delay")
        try await make("Sleep", .boolean(true))
        #expect(try await events.next() == .sleep(isBeginning: true))
        await session.letSleep()
        #expect(try await calls.next() == "released")
        try await make("Sleep", .boolean(false))
        #expect(try await events.next() == .sleep(isBeginning: false))
        await session.delaySleep()
        #expect(try await calls.next() == "sleep Soteria delay")
        // The reply to the mock's signal has passed; what is held ends with the connection.
        await session.letSleep()
        #expect(try await calls.next() == "released")
        mock.end()
    }

    @Test func whatIsLetGoBeforeItIsHeldIsNotHeld() async throws {
        let mock = try await begun()
        let calls = Mailbox<String>()
        _ = try await bus.match(interface: "org.example.Test", member: "Called") {
            if let text = $0.arguments.first?.text { calls.post(text) }
        }
        await session.delaySleep()
        await session.letSleep()
        #expect(try await calls.next() == "sleep Soteria delay")
        #expect(try await calls.next() == "released")
        mock.end()
    }

    @Test func tellsThatTheBusIsGone() async throws {
        let mock = try await begun()
        daemon.end()
        var event = try await events.next()
        // logind may be seen to go before the bus.
        while event != .lost { event = try await events.next() }
        #expect(event == .lost)
        await #expect(throws: BusError.disconnected) { try await session.begin() }
        mock.end()
    }
}
