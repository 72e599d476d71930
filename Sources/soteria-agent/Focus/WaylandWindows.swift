/// The windows of a Wayland session and which of them is activated.
struct WaylandWindows: Sendable {
    private struct Window {
        var app: String?
        var isActive = false
        /// Changes that count from the next `done`.
        var nextApp: String?
        var nextIsActive = false
    }

    /// The opcodes of a protocol's events and requests of a window.
    private struct Opcodes {
        var app: UInt16
        var state: UInt16
        var done: UInt16
        var closed: UInt16
        var destroy: UInt16

        static let wlr = Opcodes(app: 1, state: 4, done: 5, closed: 6, destroy: 7)
        static let cosmic = Opcodes(app: 3, state: 8, done: 1, closed: 0, destroy: 0)
    }

    private static let setMinimized: UInt16 = 2
    /// The state "activated", of both protocols.
    private static let activated: UInt32 = 2
    /// The most windows that are known at a time.
    private static let most = 4096

    /// The protocol; nil while there is none.
    private(set) var interface: WaylandGlobal?
    /// Whether the last event may have changed the window in front.
    private(set) var hasSettled = false
    private var opcodes = Opcodes.wlr
    private var manager: UInt32 = 0
    private var windows: [UInt32: Window] = [:]
    /// The window that was activated last.
    private var active: UInt32?

    /// The activated window.
    var front: FrontWindow? {
        active.flatMap { windows[$0] }.map { FrontWindow(app: $0.app, process: nil) }
    }

    mutating func begin(_ global: WaylandGlobal, manager: UInt32) {
        interface = global
        opcodes = global == .wlrToplevels ? .wlr : .cosmic
        self.manager = manager
    }

    /// Whether a message is of use. The title's is not.
    func wants(_ header: WaylandWire.Header) -> Bool {
        guard interface != nil else { return false }
        if header.object == manager { return header.opcode <= 1 }
        guard windows[header.object] != nil else { return false }
        return [opcodes.app, opcodes.state, opcodes.done, opcodes.closed].contains(header.opcode)
    }

    /// Handles a wanted message. Returns the bytes to send.
    mutating func handle(
        _ header: WaylandWire.Header, _ body: [UInt8], _ failure: inout String?
    ) -> [UInt8] {
        hasSettled = false
        guard header.object != manager else {
            add(header, body, &failure)
            return []
        }
        switch header.opcode {
        case opcodes.app:
            windows[header.object]?.nextApp = body.waylandText(at: 0)
        case opcodes.state:
            let states = stride(from: 4, to: min(body.count, 4 + Int(body.word(at: 0))), by: 4)
            windows[header.object]?.nextIsActive = states.contains {
                body.word(at: $0) == Self.activated
            }
        case opcodes.done:
            settle(header.object)
        default:
            windows[header.object] = nil
            if active == header.object { active = otherActive }
            hasSettled = true
            return WaylandRequest(header.object, opcodes.destroy).bytes
        }
        return []
    }

    /// The requests that minimise all windows of an app.
    func minimise(_ window: FrontWindow) -> [UInt8] {
        windows.keys.sorted().filter {
            FrontWindow(app: windows[$0]?.app, process: nil).belongs(to: window)
        }.flatMap { WaylandRequest($0, Self.setMinimized).bytes }
    }

    private mutating func add(
        _ header: WaylandWire.Header, _ body: [UInt8], _ failure: inout String?
    ) {
        let id = body.word(at: 0)
        if header.opcode == 1 {
            failure = "closed its list of windows"
        } else if id < WaylandIDs.firstOfServer || windows[id] != nil {
            failure = "used the id \(id) wrongly"
        } else if windows.count == Self.most {
            failure = "has too many windows"
        } else {
            windows[id] = Window()
        }
    }

    private mutating func settle(_ id: UInt32) {
        guard var window = windows[id] else { return }
        let isNew = window.nextIsActive && !window.isActive
        window.app = window.nextApp
        window.isActive = window.nextIsActive
        windows[id] = window
        if isNew { active = id }
        if active == id, !window.isActive { active = otherActive }
        hasSettled = true
    }

    /// Another activated window: there may be several, with several seats.
    private var otherActive: UInt32? {
        windows.filter { $0.value.isActive }.keys.min()
    }
}
