/// The framing of Wayland's messages.
///
/// Source: wayland.freedesktop.org, "Wire Format". A message is a header of 8 bytes (object; size
/// and opcode) and a body of up to 65 527 bytes. The bodies of unwanted messages are skipped
/// without being copied.
struct WaylandWire: Sendable {
    /// A message's header.
    struct Header: Hashable, Sendable {
        var object: UInt32
        var opcode: UInt16
        /// The length of the body in bytes.
        var size: Int
    }

    enum Step: Hashable, Sendable {
        /// A message begins; `collect(first:)` keeps of its body, else it is skipped.
        case begins(Header)
        /// A message of which bytes were collected has ended.
        case ended(Header, body: [UInt8])
        /// The bytes are no Wayland messages.
        case failed
    }

    private var head: [UInt8] = []
    private var header: Header?
    private var body: [UInt8] = []
    private var remaining = 0
    /// The number of bytes of the body to keep; nil if the message is skipped.
    private var limit: Int?

    /// Whether the rest of a message is to come.
    var isInMessage: Bool { header != nil || !head.isEmpty }

    /// Reads bytes from `position` on, and moves it; nil if more bytes are needed.
    mutating func next(_ bytes: RawSpan, at position: inout Int) -> Step? {
        while true {
            if let header {
                take(bytes, at: &position)
                guard remaining == 0 else { return nil }
                self.header = nil
                guard limit != nil else { continue }
                limit = nil
                let kept = body
                body = []
                return .ended(header, body: kept)
            }
            guard position < bytes.byteCount else { return nil }
            head.append(bytes[byte: position])
            position += 1
            guard head.count == 8 else { continue }
            return begin()
        }
    }

    /// Keeps the first bytes of the body of the message that has just begun.
    mutating func collect(first count: Int) {
        limit = count
    }

    private mutating func begin() -> Step {
        let size = Int(head.half(at: 6))
        let header = Header(object: head.word(at: 0), opcode: head.half(at: 4), size: size - 8)
        head.removeAll(keepingCapacity: true)
        guard size >= 8, size.isMultiple(of: 4), header.object != 0 else { return .failed }
        self.header = header
        remaining = header.size
        return .begins(header)
    }

    private mutating func take(_ bytes: RawSpan, at position: inout Int) {
        let count = min(remaining, bytes.byteCount - position)
        let kept = min(count, (limit ?? 0) - body.count)
        for index in position..<position + kept { body.append(bytes[byte: index]) }
        position += count
        remaining -= count
    }
}

/// A request to a compositor, in the machine's byte order.
struct WaylandRequest {
    private var body: [UInt8] = []
    private let object: UInt32
    private let opcode: UInt16

    init(_ object: UInt32, _ opcode: UInt16) {
        self.object = object
        self.opcode = opcode
    }

    /// Appends a number, an object or a new id.
    consuming func word(_ value: UInt32) -> WaylandRequest {
        body.append(word: value)
        return self
    }

    /// Appends a text: its length with the final NUL, its bytes, padding.
    consuming func text(_ value: String) -> WaylandRequest {
        body.append(word: UInt32(value.utf8.count + 1))
        body += value.utf8
        body.append(0)
        body.pad()
        return self
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(word: object)
        bytes.append(half: opcode)
        bytes.append(half: UInt16(8 + body.count))
        return bytes + body
    }
}

/// The ids of a client's objects, from 2 up. An id is used again only after the compositor has
/// confirmed that its object is gone.
struct WaylandIDs: Sendable {
    private var last: UInt32 = 1
    private var destroyed: Set<UInt32> = []
    private var free: [UInt32] = []

    /// The least id of an object that the compositor creates.
    static let firstOfServer: UInt32 = 0xFF00_0000

    mutating func next() -> UInt32 {
        if let id = free.popLast() { return id }
        last += 1
        return last
    }

    /// Notes that an object was destroyed, by a request or, as with a callback, by its event.
    mutating func destroy(_ id: UInt32) { destroyed.insert(id) }

    /// Handles `wl_display.delete_id`.
    mutating func confirm(_ id: UInt32) {
        if destroyed.remove(id) != nil { free.append(id) }
    }
}
