import RuleModel

extension DayTally {
    /// The same figures with labels moved to other places, by their index.
    func replacing(_ places: [UInt16]) -> DayTally {
        let replaced = entries.map { entry in
            DayLabels.index(Self.place(entry)).map { Self.entry(places[$0], Self.number(entry)) }
                ?? entry
        }
        return DayTally(day: day, unblocked: unblocked, entries: replaced.sorted()) ?? self
    }

    /// The day, the instants of its unblocks and its figures: `20778 1..2 14:2`.
    var text: String {
        var writer = NumeralWriter(capacity: 48 + entries.count * 8)
        writer.write("", Int64(day))
        if let unblocked {
            writer.write(" ", unblocked.lowerBound)
            writer.write("..", unblocked.upperBound)
        }
        for entry in entries {
            writer.write(" ", Int64(Self.place(entry)))
            writer.write(":", Self.number(entry))
        }
        return writer.text
    }

    /// Reads a day whose places with names end before `placesEnd`; nil if the text is damaged.
    init?(text: String, placesEnd: UInt16) {
        var reader = NumeralReader(text)
        guard let day = reader.integer(), let whole = Int(exactly: day) else { return nil }
        var unblocked: ClosedRange<Int64>?
        var entries: [UInt64] = []
        while !reader.isAtEnd {
            guard reader.consume(" "), let number = reader.integer() else { return nil }
            if reader.consume(":") {
                guard let place = UInt16(exactly: number), let value = reader.integer(),
                    (1...Self.limit).contains(value),
                    place < DayFigure.end || (DayFigure.labelled..<placesEnd).contains(place)
                else { return nil }
                entries.append(Self.entry(place, value))
            } else {
                guard reader.consume("."), reader.consume("."), let last = reader.integer(),
                    unblocked == nil, entries.isEmpty, number <= last,
                    Instant.recordable.contains(number), Instant.recordable.contains(last)
                else { return nil }
                unblocked = number...last
            }
        }
        guard !entries.isEmpty else { return nil }
        self.init(day: whole, unblocked: unblocked, entries: entries)
    }
}

/// Writes whole numbers and their separators without a string for each.
private struct NumeralWriter {
    private var bytes: [UInt8] = []

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func write(_ separator: StaticString, _ number: Int64) {
        separator.withUTF8Buffer { bytes.append(contentsOf: $0) }
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var power: UInt64 = 1
        var rest = number.magnitude
        while rest / power >= 10 { power *= 10 }
        while power > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(rest / power))
            rest %= power
            power /= 10
        }
    }
}

/// Reads whole numbers and their separators.
private struct NumeralReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { index == bytes.count }

    /// Consumes a character if it is next.
    mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// A decimal numeral without leading zeros or plus; nil if there is none or it is too large.
    mutating func integer() -> Int64? {
        let isNegative = consume("-")
        let first = index
        var value: Int64 = 0
        while index < bytes.count, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
            let (tenfold, isOver) = value.multipliedReportingOverflow(by: 10)
            guard !isOver, tenfold <= Int64.max - Int64(digit) else { return nil }
            value = tenfold + Int64(digit)
            index += 1
        }
        let length = index - first
        let isPlain = bytes[first..<index].first != UInt8(ascii: "0") || length == 1 && !isNegative
        return length > 0 && isPlain ? (isNegative ? -value : value) : nil
    }
}
