import Testing

@testable import soteria_agent

/// Wayland's messages, built by hand from the published protocols.
struct WaylandFocusTests {
    private static let title = "SECRETTITLE"
    private static let firstWindow: UInt32 = 0xFF00_0000

    private static func message(_ object: UInt32, _ opcode: UInt16, _ words: UInt32...) -> [UInt8] {
        words.reduce(WaylandRequest(object, opcode)) { $0.word($1) }.bytes
    }

    private static func text(_ object: UInt32, _ opcode: UInt16, _ text: String) -> [UInt8] {
        WaylandRequest(object, opcode).text(text).bytes
    }

    private static func global(_ name: UInt32, _ interface: String, _ version: UInt32) -> [UInt8] {
        WaylandRequest(2, 0).word(name).text(interface).word(version).bytes
    }

    /// The events of a new window of wlr's protocol, whose manager has the id 4.
    private static func window(_ id: UInt32, _ app: String, active: Bool) -> [UInt8] {
        message(4, 0, id) + text(id, 0, title) + text(id, 1, app) + state(id, active)
    }

    private static func state(_ id: UInt32, _ isActive: Bool) -> [UInt8] {
        (isActive ? message(id, 4, 8, 0, 2) : message(id, 4, 4, 0)) + message(id, 5)
    }

    private static let seat = global(1, "wl_seat", 7)
    private static let toplevels = global(5, "zwlr_foreign_toplevel_manager_v1", 3)

    /// A source that was told these globals, and its answer.
    private static func bound(
        _ globals: [UInt8], onlyIdleness: Bool = false
    ) -> (source: WaylandFocus, reply: [UInt8]) {
        var source = WaylandFocus(awayAfter: 180, isOnlyForIdleness: onlyIdleness)
        // get_registry 2, sync 3.
        #expect(source.begin() == message(1, 1, 2) + message(1, 0, 3))
        let output = source.receive(globals + message(3, 0, 0) + message(1, 1, 3))
        #expect(output.events.isEmpty && output.failure == nil && output.abilities == nil)
        return (source, output.reply)
    }

    /// A source with windows and the second version of idleness: manager 4, seat 5, notifier 6,
    /// notifications 7 and 8. The callback is 9.
    private static func ready(_ windows: [UInt8] = []) -> WaylandFocus {
        var (source, reply) = bound(seat + toplevels + global(9, "ext_idle_notifier_v1", 2))
        #expect(
            reply == WaylandRequest(2, 0).word(5).text("zwlr_foreign_toplevel_manager_v1").word(3)
                .word(4).bytes
                + WaylandRequest(2, 0).word(1).text("wl_seat").word(1).word(5).bytes
                + WaylandRequest(2, 0).word(9).text("ext_idle_notifier_v1").word(2).word(6).bytes
                + message(6, 1, 7, 180_000, 5) + message(6, 2, 8, 3_600_000, 5) + message(1, 0, 9))
        let output = source.receive(windows + message(9, 0, 0) + message(1, 1, 9))
        #expect(
            output.abilities
                == FocusAbilities(
                    reportsFront: true, reportsIdle: true, limitsInhibitors: true, putsAway: true))
        return source
    }

    @Test("The activated window is in front, told at its end of changes")
    func front() {
        let one = Self.firstWindow
        let other = one + 1
        var source = Self.ready(Self.window(one, "a", active: true))
        let opened = source.receive(Self.window(other, "b", active: true))
        #expect(opened.events == [FocusBench.front("b")])
        // Two seats may activate two.
        #expect(source.receive(Self.state(other, false)).events == [FocusBench.front("a")])
        #expect(source.receive(Self.state(one, false)).events == [.front(nil)])
        let unfinished = Self.message(one, 4, 4, 2)
        #expect(source.receive(unfinished) == FocusOutput())
        #expect(source.receive(Self.message(one, 5)).events == [FocusBench.front("a")])
        #expect(source.receive(Self.text(one, 1, "c")) == FocusOutput())
        #expect(source.receive(Self.message(one, 5)).events == [FocusBench.front("c")])
    }

    @Test("A closed window is destroyed, and its id may be used again")
    func closed() {
        let one = Self.firstWindow
        var source = Self.ready(Self.window(one, "a", active: true))
        let closed = source.receive(Self.message(one, 6))
        #expect(closed == FocusOutput(events: [.front(nil)], reply: Self.message(one, 7)))
        #expect(source.receive(Self.state(one, true)) == FocusOutput())
        let again = source.receive(Self.window(one, "b", active: true))
        #expect(again.events == [FocusBench.front("b")])
        #expect(source.receive(Self.window(one, "b", active: true)).failure != nil)
    }

    @Test("All windows of an app are minimised, and none of another")
    func putAway() {
        let one = Self.firstWindow
        let windows = (0..<4).map { number in
            Self.window(one + UInt32(number), number == 2 ? "b" : "a", active: false)
        }
        var source = Self.ready(windows.flatMap(\.self))
        let bytes = source.putAway(FrontWindow(app: "a", process: 5))
        #expect(bytes == [one, one + 1, one + 3].flatMap { Self.message($0, 2) })
        #expect(source.putAway(FrontWindow(app: nil, process: 5)) == [])
    }

    @Test("Idle by either notification, back once neither holds")
    func idleness() {
        var source = Self.ready()
        func tells(_ id: UInt32, _ opcode: UInt16) -> [FocusEvent] {
            source.receive(Self.message(id, opcode)).events
        }
        #expect(tells(7, 0) == [.idle(true)])
        #expect(tells(7, 1) == [.idle(false)])
        // Under an inhibitor only the second one comes.
        #expect(tells(8, 0) == [.idle(true)])
        #expect(tells(7, 0) == [])
        #expect(tells(7, 1) == [])
        #expect(tells(8, 1) == [.idle(false)])
        #expect(tells(8, 7) == [])
    }

    @Test("Another limit is another notification; ids are used again once they are free")
    func setAway() {
        var source = Self.ready()
        // The callbacks 3 and 9 were confirmed and are free.
        #expect(source.setAway(after: 60) == Self.message(7, 0) + Self.message(6, 1, 9, 60_000, 5))
        #expect(source.setAway(after: 60) == [])
        #expect(source.receive(Self.message(7, 0)) == FocusOutput())
        #expect(source.receive(Self.message(9, 0)).events == [.idle(true)])
        // While idle, the present one must tell of the return.
        #expect(source.setAway(after: 70) == [])
        let back = source.receive(Self.message(9, 1))
        #expect(back.events == [.idle(false)])
        #expect(back.reply == Self.message(9, 0) + Self.message(6, 1, 3, 70_000, 5))
        // 7 and 9 were destroyed, and are not used again before the compositor says so.
        #expect(source.setAway(after: 80) == Self.message(3, 0) + Self.message(6, 1, 10, 80_000, 5))
        _ = source.receive(Self.message(1, 1, 7))
        #expect(source.setAway(after: 90) == Self.message(10, 0) + Self.message(6, 1, 7, 90_000, 5))
    }

    @Test("Version 1 has no limit under an inhibitor, KWin's takes its arguments in another order")
    func olderIdleness() {
        var (source, reply) = Self.bound(Self.seat + Self.global(9, "ext_idle_notifier_v1", 1))
        #expect(reply.suffix(32) == Self.message(5, 1, 6, 180_000, 4) + Self.message(1, 0, 7))
        #expect(
            source.receive(Self.message(7, 0, 0))
                == FocusOutput(
                    reply: Self.message(5, 1, 3, 10_000, 4),
                    abilities: FocusAbilities(reportsIdle: true)))
        (source, reply) = Self.bound(Self.seat + Self.global(9, "org_kde_kwin_idle", 1))
        #expect(reply.suffix(32) == Self.message(5, 0, 6, 4, 180_000) + Self.message(1, 0, 7))
        #expect(source.receive(Self.message(6, 0)).events == [.idle(true)])
        #expect(source.receive(Self.message(7, 0, 0)).reply == Self.message(5, 0, 3, 4, 10_000))
    }

    @Test("Of version 1, the end of a short pause shows that the person is there")
    func pauses() {
        var (source, _) = Self.bound(Self.seat + Self.global(9, "ext_idle_notifier_v1", 1))
        _ = source.receive(Self.message(7, 0, 0))
        func tells(_ id: UInt32, _ opcode: UInt16) -> [FocusEvent] {
            source.receive(Self.message(id, opcode)).events
        }
        #expect(tells(3, 0) == [])
        #expect(tells(3, 1) == [.idle(false)])
        #expect(tells(3, 0) == [])
        #expect(tells(6, 0) == [.idle(true)])
        // The longer one tells the return.
        #expect(tells(3, 1) == [])
        #expect(tells(6, 1) == [.idle(false)])
    }

    @Test("Beside another source, only that nothing is in front matters, once something was")
    func onlyIdleness() {
        var (source, reply) = Self.bound(
            Self.seat + Self.toplevels + Self.global(9, "ext_idle_notifier_v1", 1),
            onlyIdleness: true)
        #expect(String(decoding: reply, as: UTF8.self).contains("toplevel"))
        let output = source.receive(Self.message(8, 0, 0))
        #expect(output.abilities == FocusAbilities(reportsIdle: true) && output.events.isEmpty)
        #expect(source.putAway(FrontWindow(app: "a", process: nil)) == nil)
        let one = Self.firstWindow
        #expect(source.receive(Self.window(one, "a", active: false)).events == [])
        #expect(source.receive(Self.state(one, true)).events == [FocusBench.front("a")])
        #expect(source.receive(Self.state(one, false)).events == [.front(nil)])
        var (cosmic, asked) = Self.bound(
            Self.seat + Self.global(3, "zcosmic_toplevel_info_v1", 1), onlyIdleness: true)
        #expect(!String(decoding: asked, as: UTF8.self).contains("toplevel"))
        #expect(cosmic.receive(Self.message(4, 0, 0)).abilities == FocusAbilities())
        #expect(!cosmic.isBusy)
    }

    @Test("COSMIC's windows have other opcodes and cannot be minimised")
    func cosmic() {
        var (source, _) = Self.bound(Self.global(3, "zcosmic_toplevel_info_v1", 3))
        let one = Self.firstWindow
        let window =
            Self.message(4, 0, one) + Self.text(one, 2, Self.title) + Self.text(one, 3, "a")
            + Self.message(one, 8, 4, 2) + Self.message(one, 1)
        let output = source.receive(window + Self.message(5, 0, 0))
        #expect(output.events == [FocusBench.front("a")])
        #expect(output.abilities == FocusAbilities(reportsFront: true))
        #expect(source.putAway(FrontWindow(app: "a", process: nil)) == nil)
        #expect(
            source.receive(Self.message(one, 0))
                == FocusOutput(events: [.front(nil)], reply: Self.message(one, 0)))
    }

    @Test("A compositor with nothing of use can do nothing")
    func nothing() {
        var (source, reply) = Self.bound(Self.global(1, "wl_shm", 1))
        #expect(reply == Self.message(1, 0, 4))
        #expect(source.receive(Self.message(4, 0, 0)).abilities == FocusAbilities())
    }

    @Test("The largest messages and unknown events are passed over, titles without being kept")
    func largest() {
        let one = Self.firstWindow
        var source = Self.ready(Self.window(one, "a", active: true))
        var large: [UInt8] = []
        for opcode in [UInt16(0), 1, 99] {
            large.append(word: one)
            large.append(half: opcode)
            large.append(half: 65_532)
            var body = FocusBench.title
            body += Array(repeating: 65, count: 65_524 - body.count)
            large += body
        }
        let unknown = Self.message(77, 3, 1, 2, 3) + Self.message(1, 9) + Self.message(2, 1, 5)
        for start in stride(from: 0, to: large.count, by: 1000) {
            let piece = Array(large[start..<min(large.count, start + 1000)])
            #expect(source.receive(piece.span.bytes) == FocusOutput())
            // An app's id of that length is cut, of course not searched for titles.
            if start < 60_000 { #expect(!FocusBench.keepsTitle(source)) }
        }
        #expect(source.receive(unknown) == FocusOutput())
        #expect(source.receive(Self.message(one, 5)).events == [.front(FrontWindow())])
    }

    @Test(
        "What fails the source",
        arguments: [
            WaylandRequest(1, 0).word(4).word(3).text("text of the error").bytes,
            message(4, 1), message(4, 0, 17), message(0, 1), [1, 0, 0, 0, 0, 0, 4, 0],
            [1, 0, 0, 0, 0, 0, 9, 0],
        ])
    func failures(_ bytes: [UInt8]) {
        var source = Self.ready()
        let output = source.receive(bytes)
        #expect(output.failure != nil)
        #expect(output.failure?.contains("text") != true)
        #expect(source.receive(Self.message(7, 0)) == FocusOutput())
    }

    @Test("More windows than anybody has fail the source")
    func tooMany() {
        var source = Self.ready()
        let many = (0..<4097).flatMap { Self.message(4, 0, Self.firstWindow + UInt32($0)) }
        #expect(source.receive(many).failure != nil)
    }
}
