/// Reads the fixed forms of dates and times byte by byte.
struct DigitScanner {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position == bytes.count }

    /// Steps over one ASCII character, if it is the next.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard !isAtEnd, UInt32(bytes[position]) == character.value else { return false }
        position += 1
        return true
    }

    /// A number of exactly this many digits; if nil, the position is undefined.
    mutating func number(digits count: Int) -> Int? {
        var number = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// `hh:mm` of a day or an offset, in seconds; if nil, the position is undefined.
    mutating func hoursAndMinutes() -> Int? {
        guard let hours = number(digits: 2), skip(":"), let minutes = number(digits: 2), hours < 24,
            minutes < 60
        else { return nil }
        return hours * 3600 + minutes * 60
    }

    /// One digit's value, and steps over it.
    mutating func digit() -> Int? {
        guard !isAtEnd, bytes[position].isDigit else { return nil }
        defer { position += 1 }
        return Int(bytes[position] - 0x30)
    }

    /// Steps over two bytes, if they are the next.
    mutating func skipBytes(_ first: UInt8, _ second: UInt8) -> Bool {
        guard position + 1 < bytes.count, bytes[position] == first, bytes[position + 1] == second
        else { return false }
        position += 2
        return true
    }
}
