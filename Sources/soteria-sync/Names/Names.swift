/// The id of a space or a device: 32 hexadecimal digits in lower case.
struct Identifier: Hashable, Sendable {
    let text: String

    init?(_ text: some StringProtocol) {
        guard text.utf8.count == 32, text.utf8.allSatisfy("0123456789abcdef".utf8.contains)
        else { return nil }
        self.text = String(text)
    }
}

/// The name of a log: `DEVICE`, `DEVICE-m`, `era` or `join-ID`.
struct Log: Hashable, Comparable, Sendable {
    let text: String
    /// True of a device's chunks, which may vanish after 400 days. Entries never do.
    let isOfChunks: Bool

    init?(_ text: some StringProtocol) {
        isOfChunks = Identifier(text) != nil
        let isEntries = text.hasSuffix("-m") && Identifier(text.dropLast(2)) != nil
        let isRequest = text.hasPrefix("join-") && Identifier(text.dropFirst(5)) != nil
        guard isOfChunks || isEntries || isRequest || text == "era" else { return nil }
        self.text = String(text)
    }

    static func < (one: Log, other: Log) -> Bool { one.text < other.text }
}

/// The name of a file in a space: `LOG/PLACE`, with 16 decimal digits from 1 on.
struct FileName: Hashable, Sendable {
    static let places: ClosedRange<Int64> = 1...9_999_999_999_999_999

    let log: Log
    let place: Int64

    /// Nil if the place is none of `places`.
    init?(_ log: Log, _ place: Int64) {
        guard Self.places.contains(place) else { return nil }
        self.log = log
        self.place = place
    }

    var placeText: String { Self.text(ofPlace: place) }
    var text: String { "\(log.text)/\(placeText)" }

    /// A place, or the 0 before all places, in 16 digits.
    static func text(ofPlace place: Int64) -> String {
        let digits = String(place)
        return String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    }

    static func place(_ text: some StringProtocol) -> Int64? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard text.utf8.count == 16, text.utf8.allSatisfy(digits.contains),
            let place = Int64(text), places.contains(place)
        else { return nil }
        return place
    }
}
