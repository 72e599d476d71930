/// The hashes of a host and of all domains above it, from one pass over its name.
///
/// The name is read from its end to its start, eight bytes at a time, in lower case: the last byte
/// of the name is the lowest of the first word. Eight words at a time are kept, so that the part
/// after each dot gets its hash without another pass.
struct SiteHashes {
    /// The room for the words, each after the hash's state before it.
    static let room = 16

    /// A bit for each byte of the kept words, from the end of the name on: set at a dot and at the
    /// start of the name.
    private(set) var ends: UInt64 = 0
    private let kept: UnsafeMutableBufferPointer<UInt64>
    private var state: UInt64
    /// The length of the name after the kept words, and the length that is not read yet.
    private var taken = 0
    private var left: Int?
    private let length: Int

    /// The hashes of a host with this many bytes; `kept` has `room` words.
    @inline(__always)
    init(length: Int, seed: UInt64, kept: UnsafeMutableBufferPointer<UInt64>) {
        self.length = length
        self.kept = kept
        state = seed
        left = length
    }

    /// Reads the next eight words of the host; false if nothing is left.
    @inline(__always)
    mutating func consumeWords(of host: RawSpan) -> Bool {
        guard var left else { return false }
        taken = length - left
        ends = 0
        for number in 0..<Self.room / 2 {
            let word = SiteHash.folded(SiteHash.word(of: host, before: left))
            kept[2 * number] = state
            kept[2 * number + 1] = word
            let bits = UInt64(8 * number)
            ends |= SiteHash.dots(in: word) << bits
            if left < 8 {
                ends |= 1 << (bits + UInt64(left))
                self.left = nil
                return true
            }
            state = SiteHash.mixed(state ^ word)
            left -= 8
        }
        self.left = left
        return true
    }

    /// The start in the host of the part after one of the `ends`.
    @inline(__always)
    func start(_ end: Int) -> Int { length - taken - end }

    /// One of the words that are kept.
    @inline(__always)
    func word(_ number: Int) -> UInt64 { kept[2 * number + 1] }

    /// The hash of the part after one of the `ends`.
    @inline(__always)
    func hash(_ end: Int) -> UInt64 {
        let rest = kept[end / 8 * 2 + 1] & ~(~0 &<< UInt64(end % 8 * 8))
        return SiteHash.value(kept[end / 8 * 2], rest)
    }
}

/// Arithmetic of the hashes, on eight bytes at a time.
enum SiteHash {
    /// The hash of a name in lower case, and its number of labels.
    static func whole(_ name: RawSpan, seed: UInt64) -> (hash: UInt64, labels: Int) {
        var state = seed
        var labels = 1
        var left = name.byteCount
        while true {
            let word = word(of: name, before: left)
            labels += dots(in: word).nonzeroBitCount
            if left < 8 { return (value(state, word), labels) }
            state = mixed(state ^ word)
            left -= 8
        }
    }

    /// Mixes a whole word into a state.
    @inline(__always)
    static func mixed(_ word: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
        return product.high ^ product.low
    }

    /// The hash of a state and less than one more word.
    @inline(__always)
    static func value(_ state: UInt64, _ rest: UInt64) -> UInt64 {
        mixed(state ^ rest ^ 0xd6e8_feb8_6659_fd93)
    }

    /// The eight bytes before a place, the last of them the lowest; missing ones are zero.
    @inline(__always)
    static func word(of text: RawSpan, before end: Int) -> UInt64 {
        if end >= 8 {
            return UInt64(
                bigEndian: text.unsafeLoadUnaligned(fromByteOffset: end - 8, as: UInt64.self))
        }
        if text.byteCount >= 8 {
            let word = UInt64(bigEndian: text.unsafeLoadUnaligned(as: UInt64.self))
            return word >> UInt64(8 * (8 - end))
        }
        var word: UInt64 = 0
        for place in 0..<end { word = word << 8 | UInt64(text[place]) }
        return word
    }

    /// Letters in lower case; every other byte as it is.
    @inline(__always)
    static func folded(_ word: UInt64) -> UInt64 {
        let low = word & 0x7f7f_7f7f_7f7f_7f7f
        let fromA = low &+ 0x3f3f_3f3f_3f3f_3f3f
        let beyondZ = low &+ 0x2525_2525_2525_2525
        return word | (fromA & ~beyondZ & ~word & 0x8080_8080_8080_8080) >> 2
    }

    /// A letter in lower case; every other byte as it is.
    @inline(__always)
    static func foldedByte(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    /// The highest bit of each byte that is zero.
    @inline(__always)
    static func zeros(in word: UInt64) -> UInt64 {
        let low: UInt64 = 0x7f7f_7f7f_7f7f_7f7f
        return ~((word & low &+ low) | word | low)
    }

    /// A bit for each byte that is a dot, the lowest for the lowest.
    @inline(__always)
    static func dots(in word: UInt64) -> UInt64 {
        // One multiplication brings the highest bits of all bytes together.
        let dots = zeros(in: word ^ 0x2e2e_2e2e_2e2e_2e2e) >> 7
        return (dots &* 0x0102_0408_1020_4080) >> 56
    }
}

extension RawSpan {
    /// The byte at an offset.
    @inline(__always)
    subscript(offset: Int) -> UInt8 { unsafeLoad(fromByteOffset: offset, as: UInt8.self) }

    /// True if the last bytes are these.
    func ends(with end: [UInt8]) -> Bool {
        guard byteCount >= end.count else { return false }
        return end.indices.allSatisfy { self[byteCount - end.count + $0] == end[$0] }
    }
}
