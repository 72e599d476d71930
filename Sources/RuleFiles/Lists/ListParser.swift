import RuleModel

/// Parses a list of sites: lines of a hosts file, domains one per line, and filters such as
/// `||domain^`. Each line is recognised by itself.
struct ListParser {
    private let bytes: [UInt8]
    private(set) var builder: SiteListBuilder
    private(set) var problems = ListProblems()
    /// The current line, from 1, and its range.
    private var number = 0
    private var line = 0..<0

    /// The largest length of a line; longer ones are left out, because no list has them.
    static let longestLine = 64 << 10

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        builder = SiteListBuilder(bytes: bytes.count + 1)
    }

    mutating func read() {
        var start = bytes.withoutByteOrderMark.startIndex
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0a) ?? bytes.count
            number += 1
            line = start..<end
            readLine(trimmed(line))
            start = end + 1
        }
    }

    private mutating func readLine(_ text: Range<Int>) {
        guard let first = text.first else { return }
        guard text.count <= Self.longestLine else {
            return leaveOut(.unreadable, at: text.lowerBound, "the line is too long")
        }
        switch bytes[first] {
        case UInt8(ascii: "#"), UInt8(ascii: "!"): return
        // [Adblock Plus 2.0]
        case UInt8(ascii: "["): return
        case UInt8(ascii: "|"): readFilter(text)
        case UInt8(ascii: "@"):
            leaveOut(
                .exception, at: first,
                "exceptions (\"@@\") are ignored; sites from other lines stay in the list")
        default: readWords(text)
        }
    }

    /// Reads a single name, or an address and its names; a comment may follow.
    private mutating func readWords(_ text: Range<Int>) {
        let word = self.word(in: text, from: text.lowerBound)
        let next = self.word(in: text, from: word.upperBound)
        if next.isEmpty { return readName(word) }
        guard let isSink = isAddress(word) else {
            return leaveOut(
                .unreadable, at: next.lowerBound,
                "expected one host name, or an IP address followed by host names")
        }
        var name = next
        while !name.isEmpty {
            if !isOwnName(name) {
                guard isSink else {
                    return leaveOut(
                        .address, at: text.lowerBound,
                        "this line is ignored, because its address is not 0.0.0.0, 127.0.0.1, :: "
                            + "or ::1")
                }
                readName(name, isInHosts: true)
            }
            name = self.word(in: text, from: name.upperBound)
        }
    }

    private mutating func readName(_ word: Range<Int>, isInHosts: Bool = false) {
        var name = word
        var isSubdomainsOnly = false
        if name.count > 2, bytes[name.lowerBound] == UInt8(ascii: "*"),
            bytes[name.lowerBound + 1] == UInt8(ascii: ".")
        {
            isSubdomainsOnly = true
            name = name.lowerBound + 2..<name.upperBound
        } else if name.count > 1, bytes[name.lowerBound] == UInt8(ascii: ".") {
            name = name.lowerBound + 1..<name.upperBound
        }
        if name.count > 1, bytes[name.upperBound - 1] == UInt8(ascii: ".") {
            name = name.lowerBound..<name.upperBound - 1
        }
        let reading = ListName.read(bytes.span.extracting(name))
        if reading == .singleLabel {
            // A name that is cut off in its midst must not become a whole top-level domain.
            if isInHosts || isOwnName(name) { return }
            return leaveOut(
                .unreadable, at: name.lowerBound,
                "this name has no dot; to block all sites that end in \".\(text(name))\", write "
                    + "||\(text(name))^")
        }
        add(name, reading, isSubdomainsOnly: isSubdomainsOnly)
    }

    /// `||name^`, for itself and all below it, or `||*.name^`.
    private mutating func readFilter(_ text: Range<Int>) {
        var name = text.lowerBound + 2..<max(text.upperBound, text.lowerBound + 2)
        guard text.count > 2, bytes[text.lowerBound + 1] == UInt8(ascii: "|") else {
            return leaveOut(.part, at: text.lowerBound, Self.aboutAPart)
        }
        let end = bytes[name].firstIndex { $0 == UInt8(ascii: "^") || $0 == UInt8(ascii: "$") }
        guard let end, bytes[end] == UInt8(ascii: "^") else {
            return leaveOut(
                .part, at: end ?? name.upperBound,
                "the filter needs \"^\" after the name; without \"^\", it would also match longer "
                    + "names")
        }
        let rest = end + 1..<text.upperBound
        name = name.lowerBound..<end
        if let first = rest.first {
            guard bytes[first] == UInt8(ascii: "$") else {
                return leaveOut(.part, at: first, Self.aboutAPart)
            }
            if let option = ListName.narrowingOption(bytes, in: first + 1..<rest.upperBound) {
                return leaveOut(
                    .option, at: option.lowerBound,
                    "this filter is ignored: with the option \"\(self.text(option))\", it does not "
                        + "always block the whole site")
            }
        }
        let isSubdomainsOnly = name.count > 2 && bytes[name].starts(with: [0x2a, 0x2e])
        if isSubdomainsOnly { name = name.lowerBound + 2..<name.upperBound }
        add(name, ListName.read(bytes.span.extracting(name)), isSubdomainsOnly: isSubdomainsOnly)
    }

    private static let aboutAPart =
        "this filter is ignored, because it would block only part of a site"

    private mutating func add(_ name: Range<Int>, _ reading: ListName, isSubdomainsOnly: Bool) {
        switch reading {
        case .name, .singleLabel:
            let bytes = bytes
            guard builder.add(bytes.span.extracting(name), isSubdomainsOnly: isSubdomainsOnly)
            else {
                return leaveOut(.unreadable, at: name.lowerBound, "the list has too many domains")
            }
        case .international:
            guard let text = String(validating: bytes[name], as: UTF8.self) else {
                return leaveOut(.unreadable, at: name.lowerBound, "this is not UTF-8 text")
            }
            switch HostName.parse(text) {
            case .success(let host):
                guard host.utf8.contains(UInt8(ascii: ".")) else {
                    return leaveOut(.unreadable, at: name.lowerBound, "this name has no dot")
                }
                builder.add(host, isSubdomainsOnly: isSubdomainsOnly)
            case .failure(let fault):
                leaveOut(.unreadable, at: name.lowerBound, fault.message)
            }
        case .faulty(let offset, let reason):
            let place = name.lowerBound + offset
            let isFilter = reason.isFilter
            leaveOut(
                isFilter ? .part : .unreadable, at: place,
                isFilter ? Self.aboutAPart : reason.words)
        }
    }

    // MARK: - Words

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, Self.isBlank(bytes[start]) { start += 1 }
        while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0d
    }

    /// The next word from an offset on; empty if only a comment or nothing follows.
    private func word(in text: Range<Int>, from place: Int) -> Range<Int> {
        var start = place
        while start < text.upperBound, Self.isBlank(bytes[start]) { start += 1 }
        if start < text.upperBound, bytes[start] == UInt8(ascii: "#") {
            return text.upperBound..<text.upperBound
        }
        var end = start
        while end < text.upperBound, !Self.isBlank(bytes[end]) { end += 1 }
        return start..<end
    }

    /// True if the word is an address at which nothing answers; nil if it is not an address.
    private func isAddress(_ word: Range<Int>) -> Bool? {
        guard let first = word.first else { return nil }
        guard bytes[first].isDigit || bytes[word].contains(UInt8(ascii: ":")) else { return nil }
        let text = text(word)
        if ["0.0.0.0", "127.0.0.1", "::", "::1", "0"].contains(text) { return true }
        let isWritten = bytes[word].allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
        return isWritten || text.contains(":") ? false : nil
    }

    /// True if hosts files use the name for the machine itself.
    private func isOwnName(_ word: Range<Int>) -> Bool {
        let first = bytes[word.lowerBound] | 0x20
        // Nearly no name begins like one of them.
        guard [0x6c, 0x62, 0x69, 0x30].contains(first), word.count <= 21 else { return false }
        return Self.ownNames.contains(text(word).lowercased())
    }

    private static let ownNames: Set = [
        "localhost", "localhost.localdomain", "localhost4", "localhost4.localdomain4", "localhost6",
        "local", "broadcasthost", "ip6-localhost", "ip6-loopback", "ip6-localnet",
        "ip6-mcastprefix", "ip6-allnodes", "ip6-allrouters", "ip6-allhosts", "0.0.0.0",
    ]

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.prefix(200)], as: UTF8.self)
    }

    // MARK: - Problems

    private mutating func leaveOut(_ kind: ListProblems.Kind, at place: Int, _ message: String) {
        guard problems.countOne(kind) else { return }
        // Of a line without an end only the beginning is shown.
        let shown = line.prefix(min(max(4096, place - line.lowerBound + 1), 1 << 16))
        let source = SourceText(
            path: "", layer: 0, text: String(decoding: bytes[shown], as: UTF8.self))
        let position = source.position(at: place - line.lowerBound, file: 0)
        problems.append(
            .warning(
                .ignoredLine, message, file: "", line: number,
                column: source.characterColumn(of: position),
                excerpt: source.excerpt(at: position)))
    }
}
