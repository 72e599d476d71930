/// Finds a text in others in linear time, by the longest border of each of its prefixes.
///
/// It works on UTF-8, in which no code point begins within another.
struct TextSearch {
    private let sought: [UInt8]
    private let borders: [Int]

    init(_ sought: String) {
        self.sought = Array(sought.utf8)
        var borders = [0]
        var length = 0
        for byte in self.sought.dropFirst() {
            while length > 0, self.sought[length] != byte { length = borders[length - 1] }
            if self.sought[length] == byte { length += 1 }
            borders.append(length)
        }
        self.borders = borders
    }

    /// Calls the body with the byte at which each place begins, places that overlap too, until it
    /// says false. The empty text is found once, at the start.
    func places(in text: some Sequence<UInt8>, _ body: (Int) -> Bool) {
        guard !sought.isEmpty else {
            _ = body(0)
            return
        }
        var matched = 0
        for (index, byte) in text.enumerated() {
            while matched > 0, matched == sought.count || sought[matched] != byte {
                matched = borders[matched - 1]
            }
            if sought[matched] == byte { matched += 1 }
            if matched == sought.count, !body(index + 1 - sought.count) { return }
        }
    }

    /// The byte ranges of the first occurrences that do not overlap, at most `limit`.
    func ranges(in text: some Sequence<UInt8>, limit: Int = .max) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        guard limit > 0 else { return [] }
        places(in: text) { start in
            if start >= ranges.last?.upperBound ?? 0 {
                ranges.append(start..<start + sought.count)
            }
            return ranges.count < limit
        }
        return ranges
    }
}

extension UInt8 {
    /// True if a byte of UTF-8 continues a code point.
    var isContinuation: Bool { self & 0xC0 == 0x80 }
}
