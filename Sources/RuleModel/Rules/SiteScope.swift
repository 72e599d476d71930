/// The hosts that names of rules mean.
package enum SiteScope {
    /// The text for all sites in rules.
    package static let everySite = "*"

    /// True if a host is a domain or below it.
    static func contains(_ host: some StringProtocol, below domain: some StringProtocol) -> Bool {
        host == domain || host.hasSuffix("." + domain)
    }

    /// True if `"*"` means a host: not those that are found only on this machine or its network,
    /// such as loopback addresses, private ones and names of one label.
    package static func isPublic(_ host: String) -> Bool {
        let name = TargetIndex.name(of: host)
        if name.first == "[", name.last == "]" {
            return isPublic(words(name.dropFirst().dropLast()))
        }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = labels.compactMap { UInt8($0) }
        if labels.count == 4, numbers.count == 4 { return isPublic(numbers) }
        guard labels.count > 1 else { return false }
        return !["local", "localhost", "internal", "home.arpa"].contains {
            contains(name, below: $0)
        }
    }

    /// IPv4: of the special ranges only those that "this network" (0), private use, shared address
    /// space, loopback and link-local have.
    private static func isPublic(_ address: [UInt8]) -> Bool {
        switch (address[0], address[1]) {
        case (0, _), (10, _), (127, _), (169, 254), (172, 16...31), (192, 168), (100, 64...127):
            false
        default: true
        }
    }

    /// IPv6, in eight words; nil for what is no address, which no browser opens.
    private static func isPublic(_ words: [UInt16]?) -> Bool {
        guard let words else { return false }
        if words.dropLast().allSatisfy({ $0 == 0 }) { return words[7] > 1 }
        if words.prefix(5).allSatisfy({ $0 == 0 }), words[5] == 0xffff {
            return isPublic(words.suffix(2).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] })
        }
        return words[0] & 0xfe00 != 0xfc00 && words[0] & 0xffc0 != 0xfe80
    }

    /// The words of an IPv6 address as browsers write it: hexadecimal, with one `::` at most.
    private static func words(_ text: Substring) -> [UInt16]? {
        guard let gap = text.firstRange(of: "::") else { return words(list: text, count: 8) }
        guard let head = words(list: text[..<gap.lowerBound], count: nil),
            let tail = words(list: text[gap.upperBound...], count: nil),
            head.count + tail.count < 8
        else { return nil }
        return head + [UInt16](repeating: 0, count: 8 - head.count - tail.count) + tail
    }

    private static func words(list: Substring, count: Int?) -> [UInt16]? {
        let parts = list.isEmpty ? [] : list.split(separator: ":", omittingEmptySubsequences: false)
        let words = parts.compactMap { UInt16($0, radix: 16) }
        return words.count == parts.count && words.count == count ?? words.count ? words : nil
    }
}
