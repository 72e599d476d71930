/// The window in front, by the IPC of sway(7) and i3(1).
///
/// Source: sway-ipc(7), and i3's ipc-userguide. i3 tells the X11 class and no process. Neither can
/// minimise, nor do they tell of idleness.
struct SwayFocus: FocusProtocol {
    private enum Kind {
        static let subscribe: UInt32 = 2
        static let tree: UInt32 = 4
        static let workspaceEvent: UInt32 = 0x8000_0000
        static let windowEvent: UInt32 = 0x8000_0003
        static let wanted: Set<UInt32> = [subscribe, tree, workspaceEvent, windowEvent]
    }

    private static let magic = Array("i3-ipc".utf8)
    /// The longest message that is accepted, in bytes.
    private static let longest = 64 << 20

    private var header: [UInt8] = []
    private var kind: UInt32 = 0
    private var remaining = 0
    private var scanner = JSONMembers()
    private var payload = Payload()
    /// Whether a tree was asked for that has not arrived.
    private var isAsking = false
    private var isReady = false
    private var front: FrontWindow?
    private var hasFailed = false

    mutating func begin() -> [UInt8] {
        isAsking = true
        return Self.message(Kind.subscribe, #"["window","workspace"]"#) + Self.message(Kind.tree)
    }

    mutating func receive(_ bytes: RawSpan) -> FocusOutput {
        var output = FocusOutput()
        guard !hasFailed else { return output }
        do throws(JSONMembers.Failure) {
            for index in 0..<bytes.byteCount {
                try read(bytes[byte: index], &output)
                if output.failure != nil { break }
            }
        } catch {
            output.failure = "sent JSON that cannot be read"
        }
        hasFailed = output.failure != nil
        return output
    }

    /// The bytes of a message in the machine's byte order.
    static func message(_ kind: UInt32, _ payload: String = "") -> [UInt8] {
        var bytes = magic
        bytes.append(word: UInt32(payload.utf8.count))
        bytes.append(word: kind)
        return bytes + payload.utf8
    }

    private mutating func read(
        _ byte: UInt8, _ output: inout FocusOutput
    ) throws(JSONMembers.Failure) {
        guard remaining == 0 else {
            remaining -= 1
            if Kind.wanted.contains(kind), let object = try scanner.read(byte) {
                payload.add(object)
            }
            if remaining == 0 { try endMessage(&output) }
            return
        }
        header.append(byte)
        guard header.count == Self.magic.count + 8 else { return }
        guard header.starts(with: Self.magic) else {
            output.failure = "does not speak the protocol of i3"
            return
        }
        remaining = Int(header.word(at: Self.magic.count))
        kind = header.word(at: Self.magic.count + 4)
        header.removeAll(keepingCapacity: true)
        scanner = JSONMembers()
        payload = Payload()
        if remaining > Self.longest {
            output.failure = "sent a message of \(remaining) bytes"
        } else if remaining == 0 {
            try endMessage(&output)
        }
    }

    private mutating func endMessage(
        _ output: inout FocusOutput
    ) throws(JSONMembers.Failure) {
        guard Kind.wanted.contains(kind) else { return }
        guard scanner.isBetweenValues else { throw .syntax }
        switch kind {
        case Kind.subscribe:
            if payload.root?.members[.success] != .truth(true) {
                output.failure = "refused to send events"
            }
        case Kind.tree:
            isAsking = false
            move(to: payload.focused, &output)
        case Kind.windowEvent:
            switch payload.root?.text(.change) {
            case "focus": move(to: payload.container, &output)
            // What has the keyboard after these is not told, if it is no window.
            case "close", "move", "floating": ask(&output)
            default: break
            }
        default:
            // Also if the workspace is empty, on which no window gets the keyboard.
            if payload.root?.text(.change) == "focus" { ask(&output) }
        }
    }

    /// Asks for the tree. An earlier question that is open suffices: its answer comes after this
    /// event, and so is newer.
    private mutating func ask(_ output: inout FocusOutput) {
        guard !isAsking else { return }
        isAsking = true
        output.reply += Self.message(Kind.tree)
    }

    private mutating func move(to window: FrontWindow?, _ output: inout FocusOutput) {
        if !isReady {
            isReady = true
            output.abilities = FocusAbilities(reportsFront: true)
        } else if window == front {
            return
        }
        front = window
        output.events.append(.front(window))
    }

    /// The wanted parts of one message.
    private struct Payload {
        /// The outermost object.
        var root: JSONMembers.Object?
        /// The window that an event tells of.
        var container: FrontWindow?
        /// The window of a tree that has the keyboard.
        var focused: FrontWindow?
        /// The X11 class that ended last, and the depth at which its window stands.
        private var properties: (app: String?, depth: Int)?

        mutating func add(_ object: JSONMembers.Object) {
            if object.name == .windowProperties {
                properties = (object.text(.className), object.depth - 1)
                return
            }
            let app = properties?.depth == object.depth ? properties?.app : nil
            properties = nil
            if object.depth == 1 { root = object }
            guard let window = Self.window(object, app) else { return }
            if object.name == .container, object.depth == 2 { container = window }
            if object.members[.focused] == .truth(true) { focused = window }
        }

        /// The window that a container holds; nil if it is a workspace, an output or a split.
        private static func window(_ object: JSONMembers.Object, _ app: String?) -> FrontWindow? {
            let process = object.number(.pid).flatMap { Int32(exactly: $0) }.flatMap {
                $0 > 0 ? $0 : nil
            }
            guard process != nil || object.number(.window) != nil else { return nil }
            return FrontWindow(app: object.text(.appID) ?? app, process: process)
        }
    }
}
