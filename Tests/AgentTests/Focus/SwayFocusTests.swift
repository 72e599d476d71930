import Testing

@testable import soteria_agent

/// sway's and i3's messages, built by hand from sway-ipc(7).
struct SwayFocusTests {
    private static let windowEvent: UInt32 = 0x8000_0003
    private static let workspaceEvent: UInt32 = 0x8000_0000
    private static let title = "SECRETTITLE"

    private static func tree(_ nodes: String) -> [UInt8] {
        SwayFocus.message(
            4, #"{"type":"root","focused":false,"name":"root","nodes":[\#(nodes)],"focus":[]}"#)
    }

    private static func window(_ app: String, _ process: Int, focused: Bool = true) -> String {
        #"{"type":"con","name":"\#(title)","app_id":"\#(app)","pid":\#(process),"#
            + #""focused":\#(focused),"nodes":[],"window_properties":{"title":"\#(title)"}}"#
    }

    private static func event(_ change: String, _ window: String) -> [UInt8] {
        SwayFocus.message(windowEvent, #"{"change":"\#(change)","container":\#(window)}"#)
    }

    /// A source that has begun.
    private static func begun() -> SwayFocus {
        var source = SwayFocus()
        _ = source.begin()
        let answer = SwayFocus.message(2, #"{ "success": true }"#)
        #expect(source.receive(answer) == FocusOutput())
        #expect(source.receive(tree("")).events == [.front(nil)])
        return source
    }

    @Test("It subscribes and asks for the tree")
    func begin() {
        var source = SwayFocus()
        let bytes = source.begin()
        let subscription = #"["window","workspace"]"#
        var expected = Array("i3-ipc".utf8)
        for number in [UInt32(subscription.utf8.count), 2] { expected.append(word: number) }
        expected += Array(subscription.utf8) + Array("i3-ipc".utf8)
        for number in [UInt32(0), 4] { expected.append(word: number) }
        #expect(bytes == expected)
        #expect(source.putAway(FrontWindow(app: "a", process: nil)) == nil)
    }

    @Test("The focused window of a tree is in front, at any depth")
    func trees() {
        var source = Self.begun()
        _ = source.receive(Self.event("close", "{}"))
        let nodes =
            Self.window("a", 1, focused: false)
            + #",{"type":"workspace","focused":false,"floating_nodes":[\#(Self.window("b", 2))]}"#
        #expect(source.receive(Self.tree(nodes)).events == [FocusBench.front("b", 2)])
    }

    @Test("A focused workspace or split is no window")
    func noWindow() {
        var source = Self.begun()
        _ = source.receive(Self.event("focus", Self.window("a", 1)))
        let asked = source.receive(
            SwayFocus.message(
                Self.workspaceEvent,
                #"{"change":"focus","current":{"focused":true,"pid":9,"app_id":"x"}}"#))
        #expect(asked == FocusOutput(reply: SwayFocus.message(4)))
        let empty = #"{"type":"workspace","focused":true,"name":"2","nodes":[]}"#
        #expect(source.receive(Self.tree(empty)).events == [.front(nil)])
    }

    @Test("An X11 window has its class, in i3 without a process")
    func classes() {
        var source = Self.begun()
        let xwayland =
            #"{"pid":5,"app_id":null,"focused":true,"window":7,"#
            + #""window_properties":{"class":"Gimp","title":"\#(Self.title)"}}"#
        let i3 =
            #"{"window_properties":{"class":"Emacs","instance":"emacs"},"nodes":[],"#
            + #""focused":true,"window":7}"#
        #expect(
            source.receive(Self.event("focus", xwayland)).events == [FocusBench.front("Gimp", 5)])
        // The properties stand before the member `nodes` here.
        #expect(source.receive(Self.event("focus", i3)).events == [FocusBench.front("Emacs")])
    }

    @Test("Titles and news of windows behind ask for nothing", arguments: ["title", "new", "mark"])
    func quiet(_ change: String) {
        var source = Self.begun()
        #expect(source.receive(Self.event(change, Self.window("a", 1))) == FocusOutput())
    }

    @Test("One tree is asked for at a time")
    func once() {
        var source = Self.begun()
        let closed = Self.event("close", Self.window("a", 1))
        #expect(source.receive(closed + closed).reply == SwayFocus.message(4))
        _ = source.receive(Self.tree(""))
        #expect(source.receive(closed).reply == SwayFocus.message(4))
    }

    @Test(
        "What cannot be used fails once",
        arguments: [
            Array("HTTP/1.1 400 Bad".utf8), SwayFocus.message(2, #"{"success":false}"#),
            SwayFocus.message(4, "{"), SwayFocus.message(4, "{}}"),
            Array("i3-ipc".utf8) + [255, 255, 255, 255, 4, 0, 0, 0],
        ])
    func failures(_ bytes: [UInt8]) {
        var source = SwayFocus()
        _ = source.begin()
        #expect(source.receive(bytes).failure != nil)
        #expect(source.receive(Self.tree(Self.window("a", 1))) == FocusOutput())
    }

    @Test("Messages of other kinds are passed over, whatever they hold")
    func others() {
        var source = Self.begun()
        let bar = SwayFocus.message(0x8000_0004, "not JSON { at all")
        let focus = Self.event("focus", Self.window("a", 1))
        #expect(source.receive(bar + focus).events == [FocusBench.front("a", 1)])
    }
}
