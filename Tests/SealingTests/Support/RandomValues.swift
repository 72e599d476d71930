@testable import Sealing

extension CBOR {
    /// A value of at most this height.
    static func random(height: Int, _ generator: inout some RandomNumberGenerator) -> CBOR {
        switch Int.random(in: 0..<(height > 0 ? 8 : 6), using: &generator) {
        case 0: return .integer(.random(using: &generator))
        case 1: return .bytes(generator.bytes(.random(in: 0...40, using: &generator)))
        case 2: return .text(.random(using: &generator))
        case 3: return .bool(.random(using: &generator))
        case 4: return .null
        case 5: return .integer(.random(in: -30...300, using: &generator))
        case 6:
            return .array(
                (0..<Int.random(in: 0...30 / height, using: &generator)).map { _ in
                    random(height: height - 1, &generator)
                })
        default:
            var map = CBORMap()
            for _ in 0..<Int.random(in: 0...30 / height, using: &generator) {
                let name = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
                    Character(.init(UInt8.random(in: 0..<0x80, using: &generator)))
                }
                map[String(name)] = random(height: height - 1, &generator)
            }
            return .map(map)
        }
    }
}

extension Int64 {
    /// A number of any size.
    fileprivate static func random(using generator: inout some RandomNumberGenerator) -> Int64 {
        Int64.random(in: .min ... .max, using: &generator)
            >> Int64.random(in: 0..<64, using: &generator)
    }
}

extension String {
    fileprivate static func random(using generator: inout some RandomNumberGenerator) -> String {
        let letters: [Character] = ["a", "Z", "0", "é", "e\u{301}", "語", "👩‍👧", "\0", "\n", "\r\n"]
        return String(
            (0..<Int.random(in: 0...30, using: &generator)).map { _ in
                letters[Int.random(in: 0..<letters.count, using: &generator)]
            })
    }
}

extension [UInt8] {
    /// Flips, replaces, cuts or inserts bytes anywhere.
    mutating func damage(_ generator: inout some RandomNumberGenerator) {
        guard !isEmpty else { return append(UInt8.random(in: 0...255, using: &generator)) }
        let index = Int.random(in: 0..<count, using: &generator)
        let length = Int.random(in: 1...16, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0, 1: self[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2: self[index] = [0, 0xFF, 0x1B, 0x9F, 0xA0, 0x80, 0x5B, 0x7F][index % 8]
        case 3: removeSubrange(index..<Swift.min(index + length, count))
        case 4: insert(contentsOf: [UInt8](repeating: 0, count: length), at: index)
        default: insert(contentsOf: suffix(length), at: index)
        }
    }
}
