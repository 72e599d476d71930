/// A path of a site: `youtube.com/shorts`. It means the path and all below it, on the host and all
/// hosts below that.
package struct SitePath: Hashable, Sendable {
    /// The host in the form of `Target.sites`.
    package let host: String
    /// The path in its normal form, never empty: `/shorts`.
    package let path: String

    /// The longest path of a rule in bytes, in its normal form.
    package static let longest = 1000

    /// Nil if the path has no segments, which makes it the whole site.
    package init?(host: String, path: some StringProtocol) {
        let normal = Self.normalised(path)
        guard !normal.isEmpty else { return nil }
        (self.host, self.path) = (host, normal)
    }

    /// Nil for a text without a path. The text is as rules name it: `youtube.com/shorts`.
    package init?(_ text: String) {
        guard let slash = text.firstIndex(of: "/") else { return nil }
        self.init(host: String(text[..<slash]), path: text[slash...])
    }

    /// A part of a path that is already in its normal form.
    init(host: String, normalised path: String) { (self.host, self.path) = (host, path) }

    /// The text in the rules: `youtube.com/shorts`.
    package var text: String { host + path }

    /// True if the other one's paths and hosts are all among those of this one.
    package func covers(_ other: SitePath) -> Bool {
        SiteScope.contains(other.host, below: host)
            && (path == other.path || other.path.hasPrefix(path + "/"))
    }

    /// A path so that equal paths are equal texts: cut at `/`, each segment decoded once, empty and
    /// dot segments left out, and all but a few characters encoded again. Case stays.
    package static func normalised(_ path: some StringProtocol) -> String {
        var text: [UInt8] = []
        for segment in path.utf8.split(separator: UInt8(ascii: "/")) {
            let bytes = decoded(segment)
            if bytes.isEmpty || bytes == [dot] || bytes == [dot, dot] { continue }
            text.append(UInt8(ascii: "/"))
            for byte in bytes {
                if isPlain(byte) {
                    text.append(byte)
                } else {
                    text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let dot = UInt8(ascii: ".")
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// The characters that stand for themselves; `segmentText` of the extension has the same.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: "-._~!$&'()+,;=:@".utf8.contains(byte)
        }
    }

    /// The bytes of a segment; a `%` without two digits stands for itself.
    private static func decoded(_ segment: some Sequence<UInt8>) -> [UInt8] {
        let written = Array(segment)
        var bytes: [UInt8] = []
        var index = 0
        while index < written.count {
            if written[index] == UInt8(ascii: "%"), index + 2 < written.count,
                let high = value(written[index + 1]), let low = value(written[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(written[index])
                index += 1
            }
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}

/// The paths that targets name.
struct PathOwners: Sendable {
    /// The keys of the targets, by host and path.
    private var hosts: [String: [String: [String]]] = [:]
    private var longest = 0

    var isEmpty: Bool { hosts.isEmpty }

    init(_ targets: some Sequence<(key: String, paths: [SitePath])>) {
        for target in targets {
            for page in target.paths {
                hosts[page.host, default: [:]][page.path, default: []].append(target.key)
                longest = max(longest, page.path.utf8.count)
            }
        }
    }

    /// Calls the body with each path that a page is at or below, and the keys of its targets.
    func match(_ page: SitePath, _ body: (_ path: String, _ targets: [String]) -> Void) {
        guard !hosts.isEmpty else { return }
        // The rules name no part longer than `longest`.
        var parts: [String] = []
        let path = page.path.utf8
        for index in path.indices.dropFirst() where path[index] == UInt8(ascii: "/") {
            let part = page.path[..<index]
            if part.utf8.count > longest { break }
            parts.append(String(part))
        }
        if path.count <= longest { parts.append(page.path) }
        var host = TargetIndex.name(of: page.host)
        while true {
            if let named = hosts[String(host)] {
                for part in parts { if let keys = named[part] { body(part, keys) } }
            }
            guard let dot = host.firstIndex(of: ".") else { return }
            host = host[host.index(after: dot)...]
        }
    }
}
