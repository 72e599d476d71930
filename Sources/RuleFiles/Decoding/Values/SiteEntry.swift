import RuleModel

/// Sites as rules name them: a host name, a path of one (`youtube.com/shorts`), or `*`.
package enum SiteEntry {
    /// The normal form of an entry. Paths with a wildcard, a query or a fragment are refused, with
    /// the path itself as the suggestion.
    package static func parse(_ text: String) -> Result<String, ValueFault> {
        guard let slash = text.firstIndex(of: "/"), slash != text.startIndex,
            !text[..<slash].contains(where: { ":@?#".contains($0) })
        else {
            return text == SiteScope.everySite
                ? .success(text) : HostName.parse(text, orPath: true)
        }
        let written = text[slash...]
        let path = SitePath.normalised(written.prefix { !"?#*".contains($0) })
        let host: String
        switch HostName.parse(String(text[..<slash])) {
        case .success(let name): host = name
        case .failure(let fault):
            if text[..<slash] == SiteScope.everySite {
                return .fault("\"\(text)\": a path needs its host, such as youtube.com/shorts")
            }
            return .failure(
                ValueFault(message: fault.message, suggestion: fault.suggestion.map { $0 + path }))
        }
        for (mark, reason) in [
            (
                "?",
                "leave out \"?\" and everything after it, because a path already includes every query"
            ),
            (
                "#",
                "leave out \"#\" and everything after it, because a path already includes every fragment"
            ),
            ("*", "leave out \"*\", because a path already includes everything below it"),
        ] where written.contains(mark) {
            return .fault("\"\(text)\": \(reason)", suggestion: host + path)
        }
        if written.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 })
        {
            return .fault(
                "\"\(printable(text))\" has a space in its path; write it as \"%20\" if it belongs "
                    + "there")
        }
        guard path.utf8.count <= SitePath.longest else {
            return .fault("the path of \"\(host)\" is longer than \(SitePath.longest) characters")
        }
        return .success(host + path)
    }
}
