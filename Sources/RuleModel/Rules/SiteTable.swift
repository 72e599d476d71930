/// An exact set of domain names that are looked up by suffix, label by label.
///
/// A hash table with slots of 32 bytes, half a cache line each. A slot holds a name from its last
/// byte to its first, in the order in which look-ups read it, with `*.` at its beginning if the
/// name means subdomains alone, and its length in the last byte.
/// A separate small array holds one byte of each name's hash, which nearly always shows if a name
/// is in the table and in which slot. So a look-up reads that array for each label of the host and,
/// at a match, one more cache line. The few names that are too long for a slot are in an array of
/// their own.
struct SiteTable: Sendable {
    static let slotSize = 32
    /// The largest length of a name in a slot; its length follows it.
    static let longestInSlot = 31
    /// The length that marks a slot with the place of a long name.
    static let longMark = 0xff
    /// The beginning of a name that means its subdomains alone.
    static let star = UInt8(ascii: "*")

    /// The groups in order; each describes its slots, which follow those of the group before.
    var groups: [SiteGroup]
    /// The slots, after padding to an address at which no slot crosses two cache lines. The array
    /// never moves, because nothing is ever added to it.
    var slots: [UInt8]
    let firstSlot: Int
    /// The names that are too long for a slot, each after its length.
    var longNames: [UInt8] = []
    /// The numbers of labels that names have: bit 1 for one label, and so on.
    var depths: UInt64 = 0
    var count = 0
    /// True if any name means its subdomains alone.
    var hasSubdomainsOnly = false
    /// The seed of the hashes, so that no list can be made of names that all collide.
    let seed: UInt64

    /// The size in memory, in bytes.
    var memory: Int {
        groups.capacity * MemoryLayout<SiteGroup>.stride + slots.capacity + longNames.capacity
    }

    /// Calls the body with the place of each name that matches the host, the shortest first, until
    /// it returns false. `host` is ASCII in lower case or upper, without the final dot.
    @inline(__always)
    func match(_ host: RawSpan, _ body: (Int) -> Bool) {
        guard count > 0 else { return }
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: SiteHashes.room) { kept in
            var hashes = SiteHashes(length: host.byteCount, seed: seed, kept: kept)
            var depth = Self.depth(labels: 1)
            while hashes.consumeWords(of: host) {
                // The groups of all domains of the host are tested before any slot is read: their
                // memory is then fetched together, and no speculation is wasted.
                var found: UInt64 = 0
                var ends = hashes.ends
                while ends != 0 {
                    let end = ends.trailingZeroBitCount
                    if depths & depth != 0 {
                        let hash = hashes.hash(end)
                        found |= groups[home(hash)].mayHold(hash) ? 1 << UInt64(end) : 0
                    }
                    depth = Self.deeper(depth)
                    ends &= ends &- 1
                }
                while found != 0 {
                    let end = found.trailingZeroBitCount
                    if let place = place(of: host, hashes, end), !body(place) {
                        return
                    }
                    found &= found &- 1
                }
            }
        }
    }

    /// True if any name matches the host, as `match` takes it.
    func matches(_ host: RawSpan) -> Bool {
        var matches = false
        match(host) { _ in
            matches = true
            return false
        }
        return matches
    }

    /// The place of the nearest name that matches the host: the last of all that do.
    func nearest(_ host: RawSpan) -> Int? {
        var nearest: Int?
        match(host) {
            nearest = $0
            return true
        }
        return nearest
    }

    /// The bit of names with this many labels; those with more than 62 share the highest.
    @inline(__always)
    static func depth(labels: Int) -> UInt64 { 1 << UInt64(min(labels, 63)) }

    /// The bit of names with one label more.
    @inline(__always)
    private static func deeper(_ depth: UInt64) -> UInt64 { depth << 1 | depth & 1 << 63 }

    /// The group in which the name with a hash is, unless that is full.
    @inline(__always)
    func home(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash.multipliedFullWidth(by: UInt64(groups.count)).high)
    }

    /// The group after another; the first follows the last.
    @inline(__always)
    func next(_ group: Int) -> Int { group + 1 == groups.count ? 0 : group + 1 }

    /// The place of the name with which the host ends after one of its dots; nil if there is none.
    @inline(__always)
    private func place(of host: RawSpan, _ hashes: borrowing SiteHashes, _ end: Int) -> Int? {
        let hash = hashes.hash(end)
        var number = home(hash)
        while true {
            let group = groups[number]
            var hits = group.hits(hash)
            while hits != 0 {
                let slot = number &* SiteGroup.slots &+ SiteGroup.slot(hits)
                if stands(slot, for: host, hashes, end) { return slot }
                hits &= hits &- 1
            }
            guard group.isPassed(hash) else { return nil }
            number = next(number)
        }
    }

    /// True if the name in a slot equals the end of the host after a dot, or includes it.
    @inline(__always)
    private func stands(
        _ slot: Int, for host: RawSpan, _ hashes: borrowing SiteHashes, _ end: Int
    ) -> Bool {
        let bytes = slots.span.bytes
        let first = firstByte(of: slot)
        let stored = Int(bytes[first + Self.longestInSlot])
        let start = hashes.start(end)
        let length = host.byteCount - start
        if stored != length {
            if stored == Self.longMark { return standsLong(slot, for: host, from: start) }
            guard stored == length + 2, start > 0, bytes[first + stored - 1] == Self.star else {
                return false
            }
        }
        // No name in a slot is longer than the words that are kept, which are those of its end.
        for number in 0..<length / 8 {
            let word = bytes.unsafeLoad(fromByteOffset: first + 8 * number, as: UInt64.self)
            guard word == hashes.word(number) else { return false }
        }
        let rest = bytes.unsafeLoad(fromByteOffset: first + length / 8 * 8, as: UInt64.self)
        return (rest ^ hashes.word(length / 8)) & ~(~0 &<< UInt64(length % 8 * 8)) == 0
    }

    /// The same for a name that is too long for the slot.
    @inline(never)
    private func standsLong(_ slot: Int, for host: RawSpan, from start: Int) -> Bool {
        let length = host.byteCount - start
        let name = longNames.span.bytes.extracting(longName(of: slot))
        guard
            name.byteCount == length
                || name.byteCount == length + 2 && start > 0 && name[0] == Self.star
        else { return false }
        for offset in 1...length {
            let byte = SiteHash.foldedByte(host[host.byteCount - offset])
            guard name[name.byteCount - offset] == byte else { return false }
        }
        return true
    }

    /// The offset of a slot in the bytes of all slots.
    @inline(__always)
    func firstByte(of slot: Int) -> Int { firstSlot + slot * Self.slotSize }

    /// The offset of a name that is too long for its slot.
    private func longName(of slot: Int) -> Range<Int> {
        let place = Int(
            slots.span.bytes.unsafeLoad(fromByteOffset: firstByte(of: slot), as: UInt32.self))
        return place + 1..<place + 1 + Int(longNames[place])
    }

    /// Calls the body with the name in a slot.
    @inline(__always)
    func withName<Result>(in slot: Int, _ body: (RawSpan) -> Result) -> Result {
        let first = firstByte(of: slot)
        let length = Int(slots[first + Self.longestInSlot])
        if length == Self.longMark {
            return body(longNames.span.bytes.extracting(longName(of: slot)))
        }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.slotSize) { name in
            name.initialize(repeating: 0)
            for offset in 0..<length { name[offset] = slots[first + length - 1 - offset] }
            return body(UnsafeBufferPointer(name).span.bytes.extracting(first: length))
        }
    }

    /// The number of bytes of the name at a place, without `*.`.
    func length(at place: Int) -> Int {
        withName(in: place) { $0.byteCount - ($0[0] == Self.star ? 2 : 0) }
    }

    /// The first taken slot from a place on; nil after the last.
    func taken(from place: Int) -> Int? {
        var number = place / SiteGroup.slots
        var taken = number < groups.count ? groups[number].taken : 0
        taken &= ~0 << UInt64(place % SiteGroup.slots * 8)
        while number < groups.count {
            if taken != 0 { return number * SiteGroup.slots + SiteGroup.slot(taken) }
            number += 1
            if number < groups.count { taken = groups[number].taken }
        }
        return nil
    }

    /// The place of the first name from a place on, with its `*.` if it has one, for which
    /// the body is true; nil if there is none.
    func place(from place: Int, where isWanted: (RawSpan) -> Bool) -> Int? {
        var place = place
        while let slot = taken(from: place) {
            if withName(in: slot, isWanted) { return slot }
            place = slot + 1
        }
        return nil
    }

    /// The first name from a place on, and the place after it; nil after the last.
    func entry(at place: Int) -> (entry: SiteList.Entry, next: Int)? {
        guard let slot = taken(from: place) else { return nil }
        let entry = withName(in: slot) { name in
            let isSubdomainsOnly = name[0] == Self.star
            let text = name.extracting(droppingFirst: isSubdomainsOnly ? 2 : 0)
            return SiteList.Entry(
                name: text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) },
                isSubdomainsOnly: isSubdomainsOnly)
        }
        return (entry, slot + 1)
    }
}
