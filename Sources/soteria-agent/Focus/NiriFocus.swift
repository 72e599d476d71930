/// The window in front, by niri's event stream.
///
/// Source: the documentation of the crate niri-ipc. niri cannot minimise.
struct NiriFocus: FocusProtocol {
    /// The most windows that are known at a time.
    private static let mostWindows = 4096

    private var scanner = JSONMembers()
    private var windows: [Int: FrontWindow] = [:]
    private var focused: Int?
    /// The windows of the line that is being read.
    private var told: [JSONMembers.Object] = []
    private var isReady = false
    private var front: FrontWindow?
    private var hasFailed = false

    mutating func begin() -> [UInt8] { Array("\"EventStream\"\n".utf8) }

    mutating func receive(_ bytes: RawSpan) -> FocusOutput {
        var output = FocusOutput()
        guard !hasFailed else { return output }
        do throws(JSONMembers.Failure) {
            for index in 0..<bytes.byteCount {
                guard let object = try scanner.read(bytes[byte: index]) else { continue }
                add(object, &output)
                if output.failure != nil { break }
            }
        } catch {
            output.failure = "sent JSON that cannot be read"
        }
        hasFailed = output.failure != nil
        return output
    }

    private mutating func add(_ object: JSONMembers.Object, _ output: inout FocusOutput) {
        switch (object.depth, object.name) {
        case (3, .window), (3, .windows):
            told.append(object)
            if told.count > Self.mostWindows { output.failure = "has too many windows" }
        case (2, .windowsChanged):
            windows = [:]
            focused = nil
            keep()
            isReady = true
        case (2, .windowOpenedOrChanged):
            keep()
        case (2, .windowClosed):
            guard let id = object.number(.id) else { break }
            windows[id] = nil
            if focused == id { focused = nil }
        case (2, .windowFocusChanged):
            focused = object.number(.id)
        case (1, _):
            endLine(object, &output)
        default:
            break
        }
        if windows.count > Self.mostWindows { output.failure = "has too many windows" }
    }

    private mutating func keep() {
        for object in told {
            guard let id = object.number(.id) else { continue }
            windows[id] = FrontWindow(
                app: object.text(.appID),
                process: object.number(.pid).flatMap { Int32(exactly: $0) })
            if object.members[.isFocused] == .truth(true) {
                focused = id
            } else if focused == id {
                focused = nil
            }
        }
    }

    private mutating func endLine(_ object: JSONMembers.Object, _ output: inout FocusOutput) {
        told = []
        guard object.members[.error] == nil else {
            output.failure = "refused to send events"
            return
        }
        guard isReady else { return }
        let now = focused.flatMap { windows[$0] }
        if !hasAnswered {
            hasAnswered = true
            output.abilities = FocusAbilities(reportsFront: true)
        } else if now == front {
            return
        }
        front = now
        output.events.append(.front(now))
    }

    /// Whether the abilities were told.
    private var hasAnswered = false
}
