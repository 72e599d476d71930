/// A table's marks of seven slots in one word: for each slot one byte of its name's hash, zero if
/// it is empty; in the highest byte, which names overflowed into the next group because this one
/// was full.
struct SiteGroup {
    /// The number of slots in a group.
    static let slots = 7
    /// The average number of taken slots.
    static let names = 6

    /// The bits that mark the bytes of the slots.
    private static let marks: UInt64 = 0x0080_8080_8080_8080

    private(set) var word: UInt64 = 0

    @inline(__always)
    private static func tag(_ hash: UInt64) -> UInt64 { max(1, hash & 0xff) }

    @inline(__always)
    private static func passed(_ hash: UInt64) -> UInt64 { 1 << (56 | hash >> 8 & 7) }

    /// A mark for each slot that can hold the name with a hash.
    @inline(__always)
    func hits(_ hash: UInt64) -> UInt64 {
        SiteHash.zeros(in: word ^ Self.tag(hash) &* 0x01_0101_0101_0101) & Self.marks
    }

    /// True if names with such a hash overflowed into the next group.
    @inline(__always)
    func isPassed(_ hash: UInt64) -> Bool { word & Self.passed(hash) != 0 }

    /// True if the name with a hash can be in this group or in a later one.
    @inline(__always)
    func mayHold(_ hash: UInt64) -> Bool { hits(hash) | word & Self.passed(hash) != 0 }

    /// A mark for each slot that is empty.
    @inline(__always)
    var free: UInt64 { SiteHash.zeros(in: word) & Self.marks }

    /// A mark for each slot that is taken.
    @inline(__always)
    var taken: UInt64 { ~free & Self.marks }

    /// The slot of the lowest of some marks.
    @inline(__always)
    static func slot(_ marks: UInt64) -> Int { marks.trailingZeroBitCount / 8 }

    /// Puts the name with a hash into a free slot.
    @inline(__always)
    mutating func insert(_ slot: Int, _ hash: UInt64) {
        word |= Self.tag(hash) << UInt64(8 * slot)
    }

    /// Records that the name with a hash overflowed.
    @inline(__always)
    mutating func pass(_ hash: UInt64) { word |= Self.passed(hash) }
}
