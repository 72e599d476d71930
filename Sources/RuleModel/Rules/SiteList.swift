/// The domains of one list file: exact, immutable and shared.
///
/// Lists are equal if their files are: only digests are compared.
package final class SiteList: Sendable {
    /// The SHA-256 of the file's bytes, in hexadecimal.
    package let digest: String
    private let table: SiteTable
    /// For each earlier list, by digest, the place of its first entry that this one does not match;
    /// `Int.max` if this one matches all.
    private let covered: [String: Int]

    package struct Entry: Hashable, Sendable {
        /// The domain in lower case, IDNA form.
        package var name: String
        /// True if the entry means all hosts below it, not itself: `*.example.com`.
        package var isSubdomainsOnly: Bool
    }

    init(digest: String, table: SiteTable, comparedWith others: [SiteList] = []) {
        self.digest = digest
        self.table = table
        var covered: [String: Int] = [:]
        for other in others where other.digest != digest && covered[other.digest] == nil {
            covered[other.digest] =
                other.place(from: 0, notCovered: table.matches) ?? .max
        }
        self.covered = covered
    }

    /// The number of different domains.
    package var count: Int { table.count }

    /// True if any entry means subdomains alone, which no host name can express.
    package var hasSubdomainsOnly: Bool { table.hasSubdomainsOnly }

    /// The size of the domains and their table in memory, in bytes.
    package var memory: Int { table.memory }

    /// True if an entry is the host or a domain above it; `host` in any case, with or without the
    /// final dot.
    package func matches(_ host: String) -> Bool {
        SiteName.with(host) { matches($0) } ?? false
    }

    /// The entry nearest to the host that matches it; nil if none does.
    package func entry(site host: String) -> Entry? {
        guard let place = SiteName.with(host, { table.nearest($0) }) ?? nil else { return nil }
        return table.entry(at: place)?.entry
    }

    func matches(_ host: RawSpan) -> Bool { table.matches(host) }

    /// The entry at a place, from 0, in the order of the table, and the next place; nil after the
    /// last. Places are not consecutive: only this function gives them.
    package func entry(at place: Int) -> (entry: Entry, next: Int)? { table.entry(at: place) }

    /// The place up to which this list is known to match all entries of another, without a look-up.
    func covers(_ other: SiteList) -> Int {
        other.digest == digest ? .max : covered[other.digest] ?? 0
    }

    /// The first place from a given one whose entry matches more than is covered; nil if there is
    /// none. The body tells if a host is covered.
    func place(from place: Int, notCovered isCovered: (RawSpan) -> Bool) -> Int? {
        guard place < .max else { return nil }
        return table.place(from: place) { name in
            guard name[0] == SiteTable.star else { return !isCovered(name) }
            // No list can name this host, so it is matched only by an entry for all subdomains.
            var host: [UInt8] = [1]
            name.extracting(droppingFirst: 1).withUnsafeBytes { host.append(contentsOf: $0) }
            return !isCovered(host.span.bytes)
        }
    }
}

extension SiteList: Hashable {
    package static func == (left: SiteList, right: SiteList) -> Bool {
        left === right || left.digest == right.digest
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

extension SiteList: Sequence {
    /// Iterates over the entries, in an order that depends only on the file.
    package struct Iterator: IteratorProtocol {
        let list: SiteList
        var place = 0

        package mutating func next() -> Entry? {
            guard let (entry, next) = list.entry(at: place) else { return nil }
            place = next
            return entry
        }
    }

    package func makeIterator() -> Iterator { Iterator(list: self) }
}

/// Collects the domains of a list one after another.
package struct SiteListBuilder: Sendable {
    /// The longest name in bytes: no host name is longer (RFC 1035).
    package static let longestName = 253
    /// More domains than any list has.
    package static let mostNames = 10_000_000

    private var names: [UInt8] = []
    /// The number of names added, repeated ones included.
    package private(set) var count = 0

    /// A builder with room for names of this many bytes in total.
    package init(bytes: Int = 0) { names.reserveCapacity(bytes) }

    /// Adds a domain: ASCII, no outer dots, at most `longestName` bytes; upper case is folded.
    ///
    /// False if the name is empty or too long, or there are `mostNames` already: it was not added.
    @discardableResult
    package mutating func add(_ name: Span<UInt8>, isSubdomainsOnly: Bool = false) -> Bool {
        guard (1...Self.longestName).contains(name.count), count < Self.mostNames else {
            return false
        }
        count += 1
        names.append(UInt8(name.count + (isSubdomainsOnly ? 2 : 0)))
        if isSubdomainsOnly { names += [UInt8(ascii: "*"), UInt8(ascii: ".")] }
        var hasUpper = false
        name.withUnsafeBufferPointer {
            names.append(contentsOf: $0)
            for byte in $0 where byte &- 0x41 < 26 { hasUpper = true }
        }
        if hasUpper {
            for index in names.count - name.count..<names.count {
                names[index] = SiteHash.foldedByte(names[index])
            }
        }
        return true
    }

    @discardableResult
    package mutating func add(_ name: String, isSubdomainsOnly: Bool = false) -> Bool {
        add(Array(name.utf8).span, isSubdomainsOnly: isSubdomainsOnly)
    }

    /// The list of the added domains; `digest` is the file's, in hexadecimal.
    ///
    /// Comparing long lists takes time: lists that will be compared later, when no caller may wait,
    /// are compared here.
    package consuming func list(digest: String, comparedWith others: [SiteList] = []) -> SiteList {
        // The digest cannot be predicted, so neither can the hashes.
        let seed = UInt64(digest.prefix(16), radix: 16) ?? 0
        return SiteList(
            digest: digest, table: SiteTable(written: names, count: count, seed: seed),
            comparedWith: others)
    }
}

/// The form of a host's name for look-ups.
enum SiteName {
    /// Calls the body with the name's bytes, in ASCII as written, else in lower case, without the
    /// final dot; nil if the text is too long for a host name.
    @inline(__always)
    static func with<Result>(_ host: String, _ body: (RawSpan) -> Result) -> Result? {
        var isFolded = false
        let result = host.utf8.withContiguousStorageIfAvailable { bytes -> Result? in
            isFolded = isASCII(bytes)
            return isFolded ? withName(bytes, body) : nil
        }
        if isFolded { return result ?? nil }
        // Not contiguous, or with letters that ASCII's folding does not reach.
        return Array(host.lowercased().utf8).withUnsafeBufferPointer { withName($0, body) }
    }

    /// True if `"*"` means a host in ASCII.
    static func isPublic(_ host: RawSpan) -> Bool {
        SiteScope.isPublic(host.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
    }

    @inline(__always)
    private static func withName<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ body: (RawSpan) -> Result
    ) -> Result? {
        guard bytes.count <= SiteListBuilder.longestName + 1 else { return nil }
        let hasDot = bytes.last == UInt8(ascii: ".")
        let name = UnsafeRawBufferPointer(bytes).prefix(bytes.count - (hasDot ? 1 : 0))
        return body(RawSpan(_unsafeBytes: name))
    }

    @inline(__always)
    private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var all: UInt8 = 0
        for byte in bytes { all |= byte }
        return all < 0x80
    }
}
