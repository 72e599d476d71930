import Testing

@testable import soteria_agent

/// Hyprland's events and requests, from its wiki. Not tried with Hyprland.
struct HyprlandFocusTests {
    private static let active = Array("j/activewindow".utf8)
    private static let clients = Array("j/clients".utf8)

    private static func window(_ address: String, _ app: String, _ process: Int) -> String {
        """
        {
            "address": "\(address)", "mapped": true, "at": [22, 22],
            "workspace": { "id": 1, "name": "1" }, "monitor": 0, "class": "\(app)",
            "title": "SECRETTITLE, \\"quoted\\"", "initialClass": "x", "pid": \(process)
        }
        """
    }

    private static func answered(_ source: inout HyprlandFocus, _ text: String) -> FocusOutput {
        var output = FocusOutput()
        for byte in text.utf8 {
            let next = source.receiveAnswer([byte].span.bytes)
            #expect(!FocusBench.keepsTitle(source))
            output.failure = output.failure ?? next.failure
        }
        let end = source.endAnswer()
        output.events += end.events
        output.reply = end.reply
        output.abilities = end.abilities
        output.failure = output.failure ?? end.failure
        return output
    }

    /// A source with the window `a` of process 10 in front.
    private static func begun() -> HyprlandFocus {
        var source = HyprlandFocus()
        #expect(source.begin() == active)
        let output = answered(&source, window("0x5a1", "a", 10))
        #expect(output.events == [FocusBench.front("a", 10)])
        #expect(output.abilities == FocusAbilities(reportsFront: true, putsAway: true))
        return source
    }

    @Test("An event asks for the active window, and nothing else of it is looked at")
    func events() {
        var source = Self.begun()
        let lines = "workspace>>2\nactivewindow>>b,SECRETTITLE\nactivewindowv2>>5b2\n"
        #expect(source.receive(text: lines).reply == Self.active)
        #expect(!FocusBench.keepsTitle(source))
        let output = Self.answered(&source, Self.window("0x5b2", "b", 20))
        #expect(output == FocusOutput(events: [FocusBench.front("b", 20)]))
    }

    @Test("No window is in front", arguments: ["activewindowv2>>\n", "activewindowv2>>,\n"])
    func none(_ line: String) {
        var source = Self.begun()
        #expect(source.receive(text: line).events == [.front(nil)])
        _ = source.receive(text: "activewindowv2>>1\n")
        #expect(Self.answered(&source, "{}").events == [])
    }

    @Test("Names that only begin alike are other events")
    func names() {
        var source = Self.begun()
        let lines = "activewindowv22>>1\nactivewindowv2>1\nxactivewindowv2>>1\nwindowtitle>>1\n\n"
        #expect(source.receive(text: lines) == FocusOutput())
    }

    @Test("An answer that an event has overtaken is asked for again")
    func stale() {
        var source = Self.begun()
        _ = source.receive(text: "activewindowv2>>1\n")
        #expect(source.receive(text: "activewindowv2>>2\nactivewindowv2>>1\n") == FocusOutput())
        let stale = Self.answered(&source, Self.window("0x1", "b", 20))
        #expect(stale == FocusOutput(reply: Self.active))
        #expect(
            Self.answered(&source, Self.window("0x1", "c", 30)).events
                == [FocusBench.front("c", 30)])
    }

    @Test("That no window is in front is told at once, and again asked for after an older answer")
    func noneWhileAsking() {
        var source = Self.begun()
        _ = source.putAway(FrontWindow(app: "a", process: nil))
        #expect(source.receive(text: "activewindowv2>>\n").events == [.front(nil)])
        #expect(Self.answered(&source, "[]").reply == [])
        _ = source.receive(text: "activewindowv2>>1\nactivewindowv2>>\n")
        let older = Self.answered(&source, Self.window("0x1", "a", 10))
        #expect(older == FocusOutput(reply: Self.active))
        #expect(Self.answered(&source, "{}") == FocusOutput())
    }

    @Test("All windows of an app or a process are moved, one request at a time")
    func putAway() {
        var source = Self.begun()
        #expect(source.putAway(FrontWindow(app: "a", process: nil)) == Self.clients)
        #expect(source.putAway(FrontWindow(app: nil, process: 30)) == [])
        let all =
            "[" + Self.window("0x1", "a", 10) + "," + Self.window("0x2", "b", 30) + ","
            + Self.window("0x3;dispatch exit", "a", 10) + "," + Self.window("0xAf", "a", 11) + "]"
        let move = Self.answered(&source, all)
        #expect(
            String(decoding: move.reply, as: UTF8.self)
                == "[[BATCH]]dispatch movetoworkspacesilent special:soteria,address:0x1;"
                + "dispatch movetoworkspacesilent special:soteria,address:0xAf")
        #expect(Self.answered(&source, "ok\n\nok").reply == Self.clients)
        let second = Self.answered(&source, all)
        #expect(String(decoding: second.reply, as: UTF8.self).hasSuffix("address:0x2"))
        #expect(Self.answered(&source, "ok").reply == [])
        #expect(source.putAway(FrontWindow(app: "z", process: nil)) == Self.clients)
        #expect(Self.answered(&source, all) == FocusOutput())
    }

    @Test("An answer that cannot be read fails the source", arguments: ["", "{", "unknown"])
    func failures(_ text: String) {
        var source = HyprlandFocus()
        _ = source.begin()
        #expect(Self.answered(&source, text).failure != nil)
        #expect(source.receive(text: "activewindowv2>>1\n") == FocusOutput())
    }
}
