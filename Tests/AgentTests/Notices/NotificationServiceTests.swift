import TestBus
import Systemd
import Testing

@testable import soteria_agent

@Suite(
    .timeLimit(.minutes(30)),
    .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"),
    .enabled(if: MockService.isInstalled, "python3-dbus and python3-gi are not installed"))
struct NotificationServiceTests {
    /// A notification service that shows nothing, and tells what it is asked.
    private static let script = """
        NAME, PATH = 'org.freedesktop.Notifications', '/org/freedesktop/Notifications'

        class Service(dbus.service.Object):
            last = 0
            isSilent = 'silent' in sys.argv
            @dbus.service.method(NAME, '', 'as', async_callbacks=('answer', 'fail'))
            def GetCapabilities(self, answer, fail):
                if not self.isSilent: answer(['actions', 'body', 'body-markup'])
            @dbus.service.method(NAME, 'susssasa{sv}i', 'u', async_callbacks=('answer', 'fail'))
            def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout,
                       answer, fail):
                test.Called(json.dumps(
                    [app, replaces, icon, summary, body, actions,
                     {key: [type(value).__name__, value] for key, value in hints.items()},
                     timeout], ensure_ascii=False, sort_keys=True))
                if summary == 'refused': return fail(dbus.DBusException('no'))
                if self.isSilent: return
                if not replaces: self.last += 1
                answer(dbus.UInt32(replaces or self.last))
            @dbus.service.method(NAME, 'u', '')
            def CloseNotification(self, number):
                test.Called('closed %d' % number)
                self.NotificationClosed(number, 3)
            @dbus.service.signal(NAME, 'us')
            def ActionInvoked(self, number, key): pass
            @dbus.service.signal(NAME, 'uu')
            def NotificationClosed(self, number, reason): pass

        class Test(dbus.service.Object):
            @dbus.service.signal(TEST, 's')
            def Called(self, text): pass
            @dbus.service.method(TEST, 'us', '')
            def Press(self, number, key): service.ActionInvoked(number, key)
            @dbus.service.method(TEST, 'u', '')
            def Shut(self, number): service.NotificationClosed(number, 2)
            @dbus.service.method(TEST, 'us', '', sender_keyword='sender')
            def Spoof(self, number, key, sender):
                other = dbus.bus.BusConnection(sys.argv[1], mainloop=mainloop)
                message = dbus.lowlevel.SignalMessage(PATH, NAME, 'ActionInvoked')
                message.append(number, key, signature='us')
                message.set_destination(sys.argv[2])
                other.send_message(message)
                other.flush()

        service, test = Service(bus, PATH), Test(bus, '/test')
        """

    private static let notice = Notice(
        title: "Shopping is blocked", text: "Is it <planned>?",
        buttons: [.init(key: "keep", label: "Keep the block")], lifetime: .question)
    private static let form = NotificationForm(
        notice, Capabilities(["actions", "body", "body-markup"]))

    private let daemon: PrivateBus
    private let executor = QueueExecutor(label: "test.notices")
    private let events = Mailbox<NotificationService.Event>()
    private let bus: Bus
    private let service: NotificationService

    init() throws {
        daemon = try PrivateBus()
        bus = try Bus(address: daemon.address, on: executor)
        let events = events
        service = NotificationService(
            bus: bus, on: executor,
            limits: .init(start: .milliseconds(300), call: .milliseconds(300))
        ) { events.post($0) }
    }

    private func mock(_ arguments: String...) throws -> MockService {
        try MockService(on: daemon, script: Self.script, arguments)
    }

    /// A mailbox of what the mock service is asked.
    private func calls() async throws -> Mailbox<String> {
        let calls = Mailbox<String>()
        _ = try await bus.match(interface: "org.example.Test", member: "Called") {
            if let text = $0.arguments.first?.text { calls.post(text) }
        }
        return calls
    }

    private func make(_ member: String, _ arguments: BusArgument...) async throws {
        _ = try await bus.call(
            destination: "org.freedesktop.Notifications", path: "/test",
            interface: "org.example.Test", member: member, arguments: arguments,
            timeLimit: .seconds(20))
    }

    private func event() async throws -> String {
        String(describing: try await events.next())
    }

    private static func text(_ event: NotificationService.Event) -> String {
        String(describing: event)
    }

    @Test func showsReplacesAndCloses() async throws {
        let mock = try mock()
        try await service.begin()
        let calls = try await calls()
        await service.perform(.ask)
        #expect(
            try await event()
                == Self.text(
                    .display(.capable(Capabilities(["actions", "body", "body-markup"])))))
        await service.perform(.show(.prompt(5), Self.form, replacing: 0))
        #expect(
            try await calls.next() == """
                ["Soteria", 0, "soteria", "Shopping is blocked", "Is it &lt;planned&gt;?", \
                ["keep", "Keep the block"], {"category": ["String", "x-soteria.question"], \
                "desktop-entry": ["String", "org.soteria.Soteria"], "urgency": ["Byte", 1]}, 0]
                """)
        #expect(try await event() == Self.text(.display(.shown(.prompt(5), 1))))
        await service.perform(.show(.information("a"), Self.form, replacing: 1))
        #expect(try await calls.next().hasPrefix(#"["Soteria", 1,"#))
        #expect(try await event() == Self.text(.display(.shown(.information("a"), 1))))
        await service.perform(.close(1))
        #expect(try await calls.next() == "closed 1")
        #expect(try await event() == Self.text(.display(.closed(1))))
        mock.end()
    }

    @Test func tellsWhatIsPressedAndClosed() async throws {
        let mock = try mock()
        try await service.begin()
        try await make("Press", .uint32(7), "keep")
        #expect(try await event() == Self.text(.pressed(7, key: "keep")))
        try await make("Shut", .uint32(7))
        #expect(try await event() == Self.text(.display(.closed(7))))
        mock.end()
    }

    @Test func listensToNobodyButTheService() async throws {
        // A message sent directly to a connection arrives regardless of its subscriptions.
        let mock = try mock(await uniqueName())
        try await service.begin()
        try await make("Spoof", .uint32(7), "planned")
        try await make("Press", .uint32(8), "keep")
        #expect(try await event() == Self.text(.pressed(8, key: "keep")))
        #expect(await events.rest().isEmpty)
        mock.end()
    }

    /// The name that the bus knows this connection by.
    private func uniqueName() async throws -> String {
        let reply = try await bus.call(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", member: "ListNames")
        let names = reply.first?.elements?.compactMap(\.text) ?? []
        return try #require(names.first { $0.hasPrefix(":") })
    }

    @Test func tellsWhatIsRefused() async throws {
        let mock = try mock()
        try await service.begin()
        var refused = Self.form
        refused.summary = "refused"
        await service.perform(.show(.prompt(5), refused, replacing: 0))
        #expect(
            try await event() == Self.text(.display(.notShown(.prompt(5), isSilent: false))))
        mock.end()
    }

    @Test func tellsThatThereIsNone() async throws {
        try await service.begin()
        await service.perform(.ask)
        #expect(try await event() == Self.text(.display(.unable(isSilent: false))))
        await service.perform(.show(.prompt(5), Self.form, replacing: 0))
        #expect(
            try await event() == Self.text(.display(.notShown(.prompt(5), isSilent: false))))
        await service.perform(.close(7))
        #expect(await events.rest().isEmpty)
    }

    @Test func givesUpOnOneThatNeverAnswers() async throws {
        let mock = try mock("silent")
        try await service.begin()
        await service.perform(.ask)
        #expect(try await event() == Self.text(.display(.unable(isSilent: true))))
        await service.perform(.show(.prompt(5), Self.form, replacing: 0))
        #expect(
            try await event() == Self.text(.display(.notShown(.prompt(5), isSilent: true))))
        mock.end()
    }

    @Test func tellsThatTheServiceWasStartedAnew() async throws {
        let first = try mock()
        try await service.begin()
        first.end()
        #expect(try await event() == Self.text(.display(.owner(isThere: false))))
        let second = try mock()
        #expect(try await event() == Self.text(.display(.owner(isThere: true))))
        await service.perform(.show(.prompt(5), Self.form, replacing: 0))
        #expect(try await event() == Self.text(.display(.shown(.prompt(5), 1))))
        second.end()
    }

    @Test func tellsThatTheBusIsGone() async throws {
        try await service.begin()
        daemon.end()
        #expect(try await event() == Self.text(.lost))
        await #expect(throws: BusError.disconnected) { try await service.begin() }
    }

    @Test func tellsNothingAfterItsEnd() async throws {
        try await service.begin()
        await service.end()
        daemon.end()
        #expect(await events.rest().isEmpty)
    }
}
