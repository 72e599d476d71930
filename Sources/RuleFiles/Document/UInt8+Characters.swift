extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isLetter: Bool { (0x41...0x5a).contains(self) || (0x61...0x7a).contains(self) }
    /// An ASCII letter, a digit or `_`.
    var isWord: Bool { isLetter || isDigit || self == UInt8(ascii: "_") }
}

extension BinaryInteger {
    /// The number in hexadecimal, padded with zeros.
    func hex(width: Int, uppercase: Bool = false) -> String {
        let digits = String(self, radix: 16, uppercase: uppercase)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Collection<UInt8> {
    /// The bytes without the byte order mark that some editors put first.
    package var withoutByteOrderMark: SubSequence {
        dropFirst(starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0)
    }

    /// The number of the first line with invalid UTF-8, from 1.
    var firstInvalidLine: Int {
        let lines = split(separator: 0x0a, omittingEmptySubsequences: false)
        return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
    }
}
