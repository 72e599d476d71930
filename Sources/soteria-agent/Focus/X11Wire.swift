/// The framing of what an X server sends.
///
/// Source: X Window System Protocol, chapter 1 and appendix B. The answer to the connection's setup
/// comes first; then messages of 32 bytes, of which replies and generic events may be longer.
struct X11Wire: Sendable {
    enum Message: Hashable, Sendable {
        /// The server accepted the connection: the bytes of its answer.
        case setup([UInt8])
        /// The server refused it. Its reason is not kept.
        case refused
        /// The answer to the request with this number, of which the lower 16 bits are told.
        case reply(sequence: UInt16, [UInt8])
        case error(sequence: UInt16, code: UInt8)
        /// The first 32 bytes of an event. From code 128 on, another client sent it.
        case event(code: UInt8, [UInt8])
    }

    /// The most bytes of a message that are kept; the rest is skipped.
    static let longestKept = 64 << 10

    private var isSetUp = false
    private var message: [UInt8] = []
    /// The number of bytes that are needed before the length of the message is known.
    private var head: Int { isSetUp ? 32 : 8 }
    /// The number of bytes of the message that are still to come, once its head is there.
    private var remaining: Int?

    /// Reads bytes from `position` on, and moves it; nil if more bytes are needed.
    mutating func next(_ bytes: RawSpan, at position: inout Int) -> Message? {
        while true {
            if remaining == nil, message.count == head { remaining = rest }
            if remaining == 0 { return end() }
            guard position < bytes.byteCount else { return nil }
            guard let left = remaining else {
                message.append(bytes[byte: position])
                position += 1
                continue
            }
            let count = min(left, bytes.byteCount - position)
            let kept = min(count, max(0, Self.longestKept - message.count))
            for index in position..<position + kept { message.append(bytes[byte: index]) }
            position += count
            remaining = left - count
        }
    }

    /// The length of a message beyond its head, in bytes.
    private var rest: Int {
        guard isSetUp else { return Int(message.half(at: 6)) * 4 }
        let isLong = message[0] == Code.reply || message[0] & 0x7F == Code.genericEvent
        return isLong ? Int(message.word(at: 4)) * 4 : 0
    }

    private mutating func end() -> Message {
        let ended = message
        message = []
        remaining = nil
        guard isSetUp else {
            isSetUp = true
            return ended[0] == 1 ? .setup(ended) : .refused
        }
        switch ended[0] {
        case Code.error: return .error(sequence: ended.half(at: 2), code: ended[1])
        case Code.reply: return .reply(sequence: ended.half(at: 2), ended)
        case let code: return .event(code: code, Array(ended.prefix(32)))
        }
    }

    private enum Code {
        static let error: UInt8 = 0
        static let reply: UInt8 = 1
        static let genericEvent: UInt8 = 35
    }
}

/// The parts that are used of the server's answer to the connection's setup.
struct X11Setup: Hashable, Sendable {
    var root: UInt32
    private var firstID: UInt32
    private var idMask: UInt32

    /// Reads the answer; nil if it is damaged or has no such screen.
    init?(_ bytes: [UInt8], screen: Int) {
        guard bytes.count >= 40 else { return nil }
        firstID = bytes.word(at: 12)
        idMask = bytes.word(at: 16)
        let vendor = Int(bytes.half(at: 24))
        let screens = Int(bytes[28])
        guard 0..<screens ~= screen else { return nil }
        var offset = 40 + (vendor + 3) / 4 * 4 + Int(bytes[29]) * 8
        for _ in 0..<screen {
            guard let next = Self.afterScreen(bytes, at: offset) else { return nil }
            offset = next
        }
        guard offset + 40 <= bytes.count else { return nil }
        root = bytes.word(at: offset)
    }

    /// The id of the n-th object of this client, from 0 up; nil if there are no more.
    func id(_ index: UInt32) -> UInt32? {
        let step = idMask & (~idMask &+ 1)
        let (value, overflows) = index.multipliedReportingOverflow(by: step)
        return overflows || value & ~idMask != 0 || step == 0 ? nil : firstID | value
    }

    /// The offset behind a screen, its depths and their visuals.
    private static func afterScreen(_ bytes: [UInt8], at offset: Int) -> Int? {
        guard offset + 40 <= bytes.count else { return nil }
        var next = offset + 40
        for _ in 0..<bytes[offset + 39] {
            guard next + 8 <= bytes.count else { return nil }
            next += 8 + Int(bytes.half(at: next + 2)) * 24
        }
        return next
    }
}

/// A request to an X server, in the machine's byte order.
struct X11Request {
    private var bytes: [UInt8]

    /// A request of the core protocol, or, with the extension's opcode, one of an extension.
    init(_ opcode: UInt8, _ detail: UInt8 = 0) {
        bytes = [opcode, detail, 0, 0]
    }

    consuming func word(_ value: UInt32) -> X11Request {
        bytes.append(word: value)
        return self
    }

    consuming func half(_ value: UInt16) -> X11Request {
        bytes.append(half: value)
        return self
    }

    /// Appends bytes and the padding behind them.
    consuming func padded(_ value: [UInt8]) -> X11Request {
        bytes += value
        bytes.pad()
        return self
    }

    /// The request with its length in words.
    consuming func encoded() -> [UInt8] {
        let length = UInt16(bytes.count / 4)
        Swift.withUnsafeBytes(of: length) { bytes.replaceSubrange(2..<4, with: $0) }
        return bytes
    }
}
