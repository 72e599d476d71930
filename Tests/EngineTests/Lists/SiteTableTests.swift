import SeededRandom
import Testing

@testable import RuleModel

/// The table of a list, and the hashes by which it finds names.
@Suite struct SiteTableTests {
    /// The host itself and the part behind each of its dots, with the hashes of one pass.
    private func suffixes(_ host: [UInt8], seed: UInt64) -> [(start: Int, hash: UInt64)] {
        var found: [(Int, UInt64)] = []
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: SiteHashes.room) { kept in
            var hashes = SiteHashes(length: host.count, seed: seed, kept: kept)
            while hashes.consumeWords(of: host.span.bytes) {
                for end in 0..<64 where hashes.ends >> UInt64(end) & 1 == 1 {
                    found.append((hashes.start(end), hashes.hash(end)))
                }
            }
        }
        return found
    }

    /// One pass over a host of any length gives the hashes of all domains above it, as if each were
    /// a name of its own.
    @Test(arguments: 0...254)
    func onePassForAllDomains(length: Int) {
        var generator = SeededGenerator(seed: UInt64(length) + 1)
        let bytes = Array("abcXYZ-09_@[`{./\u{7f}..".utf8) + [0x80, 0xae, 0xff, 0]
        let host = (0..<length).map { _ in bytes.randomElement(using: &generator) ?? 0 }
        let seed = generator.next()
        let dots = host.indices.filter { host[$0] == UInt8(ascii: ".") }
        let found = suffixes(host, seed: seed)
        #expect(found.map(\.start) == dots.reversed().map { $0 + 1 } + [0])
        for (number, (start, hash)) in found.enumerated() {
            let name = host[start...].map { SiteHash.foldedByte($0) }
            let whole = SiteHash.whole(name.span.bytes, seed: seed)
            #expect(whole.hash == hash && whole.labels == number + 1, "\(start)")
        }
    }

    @Test func anotherSeedAnotherHash() {
        let name = Array("example.com".utf8)
        let hashes = (0..<1000).map { SiteHash.whole(name.span.bytes, seed: $0).hash }
        #expect(Set(hashes).count == 1000)
    }

    @Test func wordsOfBytes() {
        let text = Array("www.Example.COM".utf8)
        let bytes = text.span.bytes
        #expect(SiteHash.word(of: bytes, before: 0) == 0)
        #expect(SiteHash.word(of: bytes, before: 3) == 0x777777)
        #expect(SiteHash.word(of: bytes, before: 15) == 0x6d70_6c65_2e43_4f4d)
        #expect(SiteHash.folded(0x6d70_6c65_2e43_4f4d) == 0x6d70_6c65_2e63_6f6d)
        #expect(SiteHash.dots(in: 0x6d70_6c65_2e43_4f2e) == 0b1001)
        for byte in UInt8.min...UInt8.max {
            let word = UInt64(byte) &* 0x0101_0101_0101_0101
            #expect(
                SiteHash.folded(word) == UInt64(SiteHash.foldedByte(byte)) &* 0x0101_0101_0101_0101)
            #expect(SiteHash.dots(in: word) == (byte == 0x2e ? 0xff : 0))
        }
    }

    /// Seven slots, and what went on.
    @Test func aGroup() {
        var group = SiteGroup()
        let hashes = (0..<7).map { UInt64($0) &* 0x0123_4567_89ab_cdef }
        for (slot, hash) in hashes.enumerated() {
            #expect(SiteGroup.slot(group.free) == slot && !group.isPassed(hash))
            group.insert(slot, hash)
            #expect(group.hits(hash) & 0x80 << UInt64(8 * slot) != 0)
        }
        #expect(group.free == 0 && group.taken.nonzeroBitCount == 7)
        let other: UInt64 = 0x2_13
        #expect(group.hits(other) == 0 && !group.mayHold(other))
        group.pass(other)
        #expect(group.isPassed(other) && group.mayHold(other) && group.hits(other) == 0)
        #expect(!group.isPassed(0x3_13) && group.free == 0)
        // A hash whose byte is zero is no empty slot.
        var zero = SiteGroup()
        zero.insert(0, 0x100)
        #expect(zero.taken.nonzeroBitCount == 1 && zero.hits(0x500).nonzeroBitCount == 1)
    }

    /// Names about as long as a slot, as eight words, and as long as names can be.
    @Test func namesOfAllLengths() {
        let names = (1...253).map { length in
            String(repeating: "x.", count: length / 2) + (length % 2 == 0 ? "" : "y")
        }.map { $0.hasSuffix(".") ? String($0.dropLast()) + "z" : $0 }
        let list = siteList(names + names.map { "*." + $0 })
        #expect(list.count == Set(names).count * 2)
        for name in names {
            #expect(list.entry(site: name)?.name == name)
            #expect(list.matches("a." + name.uppercased()) || name.utf8.count > 251)
        }
        let only = siteList([names[251]])
        #expect(only.matches(names[251]) && only.count == 1)
        #expect(names[..<251].allSatisfy { !only.matches($0) })
    }

    /// Long names and short ones against a plain set.
    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func longNames(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let ends = ["", String(repeating: "tail", count: 8) + ".com", "s3.eu.cloud.example.com"]
        let names = (0..<400).map { _ in
            let name = generator.name(labels: 1...20)
            let end = ends.randomElement(using: &generator) ?? ""
            return end.isEmpty ? name : name + "." + end
        }
        let set = Set(names.prefix(200))
        let list = siteList(Array(names.prefix(200)), digest: String(seed, radix: 16))
        #expect(list.count == set.count && Set(list.map(\.name)) == set, "seed \(seed)")
        for host in names + names.map({ "www." + $0 }) {
            let labels = host.split(separator: ".", omittingEmptySubsequences: false)
            let expected = labels.indices.contains {
                set.contains(labels[$0...].joined(separator: "."))
            }
            #expect(list.matches(host) == expected, "seed \(seed): \(host)")
        }
    }

    /// A host is looked up by as many labels as some name has.
    @Test func manyLabels() {
        for count in [1, 2, 61, 62, 63, 64, 65, 100, 126] {
            let name = Array(repeating: "a", count: count).joined(separator: ".")
            let list = siteList([name])
            #expect(list.matches(name) && !list.matches(String(name.dropFirst(2))), "\(count)")
            #expect(list.matches("b." + name) && list.entry(site: "b." + name)?.name == name)
            #expect(!list.matches("b" + name))
        }
    }

    /// Whoever goes on from any place meets each name once.
    @Test func placesInOrder() throws {
        let names = (0..<100).map { "n\($0).example" }
        let list = siteList(names)
        var place = 0
        var met: [String] = []
        while let (entry, next) = list.entry(at: place) {
            #expect(next > place)
            met.append(entry.name)
            place = next
        }
        #expect(met.count == 100 && Set(met) == Set(names) && met == list.map(\.name))
        #expect(list.entry(at: place) == nil && list.entry(at: place + 1000) == nil)
    }
}
