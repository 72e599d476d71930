/// The window in front, by Hyprland's sockets.
///
/// Source: wiki.hypr.land/IPC. `.socket2.sock` sends lines `EVENT>>DATA`, of which only
/// `activewindowv2` is looked at, as it has no title. Requests go to `.socket.sock`, each on a
/// connection of its own, one at a time: `receiveAnswer` and `endAnswer` read it. To put a window
/// away is to move it to the special workspace `soteria`, since Hyprland cannot minimise.
struct HyprlandFocus: FocusProtocol {
    private enum Request {
        case active
        case windows(FrontWindow)
        case move
    }

    private static let event = Array("activewindowv2>>".utf8)
    /// The most windows that are put away at once.
    private static let mostWindows = 64
    private static let mostWaiting = 16
    private static let longestAnswer = 16 << 20

    /// The bytes of the event's name that have fitted; nil once they do not.
    private var fitted: Int? = 0
    /// Whether the event has an address.
    private var hasAddress = false

    /// The request whose answer is being read.
    private var request: Request?
    private var waiting: [FrontWindow] = []
    /// Whether the window in front has changed since it was asked for.
    private var isStale = false
    private var scanner = JSONMembers()
    private var answered = 0
    private var addresses: [String] = []
    private var active: FrontWindow?
    private var isReady = false
    private var front: FrontWindow?
    private var hasFailed = false

    mutating func begin() -> [UInt8] { askActive() }

    mutating func receive(_ bytes: RawSpan) -> FocusOutput {
        var output = FocusOutput()
        guard !hasFailed else { return output }
        for index in 0..<bytes.byteCount { read(bytes[byte: index], &output) }
        return output
    }

    mutating func putAway(_ window: FrontWindow) -> [UInt8]? {
        guard request == nil else {
            if waiting.count < Self.mostWaiting { waiting.append(window) }
            return []
        }
        return ask(.windows(window), "j/clients")
    }

    mutating func receiveAnswer(_ bytes: RawSpan) -> FocusOutput {
        var output = FocusOutput()
        guard !hasFailed, let request else { return output }
        answered += bytes.byteCount
        if case .move = request { return output }
        do throws(JSONMembers.Failure) {
            guard answered <= Self.longestAnswer else { throw .nesting }
            for index in 0..<bytes.byteCount {
                if let object = try scanner.read(bytes[byte: index]) { add(object, request) }
            }
        } catch {
            hasFailed = true
            output.failure = "sent JSON that cannot be read"
        }
        return output
    }

    mutating func endAnswer() -> FocusOutput {
        var output = FocusOutput()
        guard !hasFailed, let request else { return output }
        self.request = nil
        switch request {
        case .active:
            guard scanner.isBetweenValues, answered > 0 else {
                hasFailed = true
                output.failure = "did not tell the active window"
                return output
            }
            if !isStale { move(to: active, &output) }
        case .windows where !addresses.isEmpty:
            output.reply = ask(.move, Self.moves(addresses))
            return output
        case .windows, .move:
            break
        }
        if isStale {
            output.reply = askActive()
        } else if !waiting.isEmpty {
            output.reply = ask(.windows(waiting.removeFirst()), "j/clients")
        }
        return output
    }

    private mutating func read(_ byte: UInt8, _ output: inout FocusOutput) {
        if byte == UInt8(ascii: "\n") {
            if fitted == Self.event.count { endEvent(&output) }
            fitted = 0
            hasAddress = false
        } else if let count = fitted, count < Self.event.count {
            fitted = byte == Self.event[count] ? count + 1 : nil
        } else if fitted != nil, byte != UInt8(ascii: ",") {
            hasAddress = true
        }
    }

    private mutating func endEvent(_ output: inout FocusOutput) {
        if !hasAddress, isReady {
            move(to: nil, &output)
            if case .active? = request { isStale = true }
        } else if request != nil {
            // The answer may be older than the event, since it comes on another connection.
            isStale = true
        } else {
            output.reply += askActive()
        }
    }

    private mutating func askActive() -> [UInt8] {
        isStale = false
        return ask(.active, "j/activewindow")
    }

    private mutating func ask(_ request: Request, _ text: String) -> [UInt8] {
        self.request = request
        scanner = JSONMembers()
        answered = 0
        addresses = []
        active = nil
        return Array(text.utf8)
    }

    private mutating func add(_ object: JSONMembers.Object, _ request: Request) {
        // Answers are an object, or an array of objects: `workspace` and others stand inside.
        guard object.depth == 1, let address = object.text(.address) else { return }
        let window = FrontWindow(
            app: object.text(.className),
            process: object.number(.pid).flatMap { Int32(exactly: $0) })
        switch request {
        case .active: active = window
        case .windows(let wanted) where window.belongs(to: wanted):
            if Self.isAddress(address), addresses.count < Self.mostWindows {
                addresses.append(address)
            }
        case .windows, .move: break
        }
    }

    /// Whether a text is an address, so that it cannot be another command.
    private static func isAddress(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst(2)
        return text.hasPrefix("0x") && 1...16 ~= digits.count
            && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }

    private static func moves(_ addresses: [String]) -> String {
        "[[BATCH]]"
            + addresses.map {
                "dispatch movetoworkspacesilent special:soteria,address:\($0)"
            }.joined(separator: ";")
    }

    private mutating func move(to window: FrontWindow?, _ output: inout FocusOutput) {
        if !isReady {
            isReady = true
            output.abilities = FocusAbilities(reportsFront: true, putsAway: true)
        } else if window == front {
            return
        }
        front = window
        output.events.append(.front(window))
    }
}
