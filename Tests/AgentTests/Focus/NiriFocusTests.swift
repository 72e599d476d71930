import Testing

@testable import soteria_agent

/// niri's event stream, from the documentation of niri-ipc. Not tried with niri.
struct NiriFocusTests {
    private static func window(_ id: Int, _ app: String, focused: Bool) -> String {
        #"{"id":\#(id),"title":"SECRETTITLE","app_id":"\#(app)","pid":\#(id * 10),"#
            + #""workspace_id":1,"is_focused":\#(focused),"is_floating":false,"#
            + #""layout":{"pos_in_scrolling_layout":[1,1],"tile_size":[1.5,2.0]},"#
            + #""focus_timestamp":{"secs":5,"nanos":6}}"#
    }

    private static func begun() -> NiriFocus {
        var source = NiriFocus()
        #expect(source.begin() == Array("\"EventStream\"\n".utf8))
        let first =
            "{\"Ok\":\"Handled\"}\n"
            + #"{"WorkspacesChanged":{"workspaces":[{"id":1,"is_focused":true,"name":null}]}}"#
            + "\n{\"WindowsChanged\":{\"windows\":["
            + window(1, "a", focused: false) + "," + window(2, "b", focused: true) + "]}}\n"
        let output = source.receive(text: first)
        #expect(output.events == [FocusBench.front("b", 20)])
        #expect(output.abilities == FocusAbilities(reportsFront: true))
        return source
    }

    private static func receive(_ text: String) -> [FocusEvent] {
        var source = begun()
        let output = source.receive(text: text)
        #expect(!FocusBench.keepsTitle(source) && !FocusBench.keepsTitle(output))
        #expect(output.failure == nil && output.reply.isEmpty && output.abilities == nil)
        return output.events
    }

    @Test("A change of focus, to a window or to none")
    func focus() {
        let events = Self.receive(
            """
            {"WindowFocusChanged":{"id":1}}
            {"WindowFocusChanged":{"id":null}}
            {"WindowFocusChanged":{"id":2}}
            {"WindowFocusChanged":{"id":2}}

            """)
        #expect(events == [FocusBench.front("a", 10), .front(nil), FocusBench.front("b", 20)])
    }

    @Test("A window that opens with the focus, changes and closes")
    func opened() {
        func changed(_ app: String, _ focused: Bool) -> String {
            "{\"WindowOpenedOrChanged\":{\"window\":\(Self.window(3, app, focused: focused))}}\n"
        }
        #expect(
            Self.receive(
                changed("c", true) + changed("c", true) + changed("d", true)
                    + "{\"WindowClosed\":{\"id\":1}}\n{\"WindowClosed\":{\"id\":3}}\n")
                == [FocusBench.front("c", 30), FocusBench.front("d", 30), .front(nil)])
        #expect(Self.receive(changed("c", false)) == [])
    }

    @Test("All windows anew, and events of other kinds")
    func anew() {
        let text =
            #"{"WindowLayoutsChanged":{"changes":[[1,{"tile_size":[1.0,2.0]}]]}}"#
            + #"{"NewerEvent":{"id":2,"window":{"id":1,"is_focused":true}}}"#
            + "{\"WindowsChanged\":{\"windows\":[\(Self.window(2, "z", focused: true))]}}\n"
        #expect(Self.receive(text) == [FocusBench.front("z", 20)])
        #expect(Self.receive("{\"WindowsChanged\":{\"windows\":[]}}\n") == [.front(nil)])
    }

    @Test("A refusal fails the source", arguments: ["{\"Err\":\"unknown\"}\n", "hello\n", "{]"])
    func failures(_ text: String) {
        var source = NiriFocus()
        _ = source.begin()
        #expect(source.receive(text: text).failure != nil)
        #expect(source.receive(text: "{\"WindowsChanged\":{\"windows\":[]}}") == FocusOutput())
    }
}
