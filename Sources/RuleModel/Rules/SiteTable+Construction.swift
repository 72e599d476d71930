extension SiteTable {
    /// A table of `count` names, each after a byte with its length; repeated names are left out.
    init(written: borrowing [UInt8], count: Int, seed: UInt64) {
        self.init(room: count, seed: seed)
        let bytes = written.span.bytes
        var place = 0
        while place < bytes.byteCount {
            let next = place + 1 + Int(bytes[place])
            insert(bytes.extracting(place + 1..<next))
            place = next
        }
        // If many were repeated.
        if self.count * 2 < count { self = smaller() }
    }

    /// A table of names in lower case that mean themselves and all below them.
    init(_ sites: some Sequence<String>) {
        var names: [UInt8] = []
        var count = 0
        for site in sites where (1...SiteListBuilder.longestName).contains(site.utf8.count) {
            names.append(UInt8(site.utf8.count))
            names += site.utf8
            count += 1
        }
        self.init(written: names, count: count, seed: 0)
    }

    /// An empty table with room for a number of names.
    private init(room count: Int, seed: UInt64) {
        groups = [SiteGroup](repeating: SiteGroup(), count: count / SiteGroup.names + 1)
        let count = (groups.count * SiteGroup.slots + 1) * Self.slotSize
        slots = [UInt8](repeating: 0, count: count)
        firstSlot = slots.withUnsafeBytes { bytes in
            -Int(bitPattern: bytes.baseAddress) & (Self.slotSize - 1)
        }
        self.seed = seed
    }

    /// The same names without spare room.
    private func smaller() -> SiteTable {
        var table = SiteTable(room: count, seed: seed)
        var place = 0
        while let slot = taken(from: place) {
            withName(in: slot) { table.insert($0) }
            place = slot + 1
        }
        table.longNames = Array(table.longNames[...])
        return table
    }

    /// Adds a name in lower case, unless it is there. There must be room.
    private mutating func insert(_ name: RawSpan) {
        let isSubdomainsOnly = name[0] == Self.star
        let (hash, labels) = SiteHash.whole(
            name.extracting(droppingFirst: isSubdomainsOnly ? 2 : 0), seed: seed)
        var number = home(hash)
        while true {
            var hits = groups[number].hits(hash)
            while hits != 0 {
                let slot = number * SiteGroup.slots + SiteGroup.slot(hits)
                if withName(in: slot, { Self.same($0, name) }) { return }
                hits &= hits &- 1
            }
            if groups[number].free != 0 { break }
            groups[number].pass(hash)
            number = next(number)
        }
        let slot = SiteGroup.slot(groups[number].free)
        groups[number].insert(slot, hash)
        put(name, into: number * SiteGroup.slots + slot)
        count += 1
        depths |= Self.depth(labels: labels)
        if isSubdomainsOnly { hasSubdomainsOnly = true }
    }

    private static func same(_ one: RawSpan, _ other: RawSpan) -> Bool {
        guard one.byteCount == other.byteCount else { return false }
        return one.withUnsafeBytes { one in
            other.withUnsafeBytes { other in one.elementsEqual(other) }
        }
    }

    private mutating func put(_ name: RawSpan, into slot: Int) {
        let first = firstByte(of: slot)
        let isLong = name.byteCount > Self.longestInSlot
        let place = UInt32(longNames.count)
        if isLong {
            longNames.append(UInt8(name.byteCount))
            name.withUnsafeBytes { longNames.append(contentsOf: $0) }
        }
        slots.withUnsafeMutableBytes { bytes in
            bytes[first + Self.longestInSlot] = UInt8(isLong ? Self.longMark : name.byteCount)
            if isLong {
                bytes.storeBytes(of: place, toByteOffset: first, as: UInt32.self)
                return
            }
            var left = name.byteCount
            var offset = first
            while left > 0 {
                let word = SiteHash.word(of: name, before: left)
                if left < 8 {
                    // The length is in the last word.
                    for number in 0..<left {
                        bytes[offset + number] = UInt8(
                            truncatingIfNeeded: word >> UInt64(8 * number))
                    }
                } else {
                    bytes.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
                }
                left -= 8
                offset += 8
            }
        }
    }
}
