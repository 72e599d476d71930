import RuleModel

/// Sites as people type or paste them.
package enum TypedSite {
    /// The site for a typed text, in the form in which sites are compared: the host of an address,
    /// `ebay.com` for `*.ebay.com` and `www.ebay.com`, and a path only if it is typed without
    /// `https://`, since who pastes an address seldom means that page alone.
    ///
    /// A name without a dot is refused, except `localhost`: it would include every site that ends
    /// in it.
    package static func normalised(_ typed: String) -> Result<String, ValueFault> {
        // The host is at the beginning, and no host name is longer.
        var text = String(typed.trimmed.prefix(longest))
        let isAddress = text.contains("//")
        if text.hasPrefix("//") { text.removeFirst(2) }
        guard !text.isEmpty else { return .fault("enter a site, such as amazon.com") }
        if text == SiteScope.everySite {
            return .fault(
                "\"*\" means every site; write it in a rule file, together with \"except_sites:\"")
        }
        if !isAddress, text.utf8.count < longest, let site = path(text) {
            return .success(withoutWWW(site))
        }
        let host: String
        switch HostName.parse(
            text.replacing("://*.", with: "://", maxReplacements: 1), orPath: true)
        {
        case .success(let name): host = name
        case .failure(let fault):
            guard let meant = fault.suggestion else { return .failure(fault) }
            host = meant
        }
        let site = withoutWWW(host)
        guard site.contains(".") || site == "localhost" else {
            return .fault(
                "\"\(printable(text))\" is not the full name of a site; enter the name as your "
                    + "browser shows it, such as amazon.com")
        }
        return .success(site)
    }

    /// The site with the path that `normalised` leaves out of a typed address:
    /// `youtube.com/shorts` for `https://www.youtube.com/shorts?a=b`; nil if it leaves out none.
    package static func part(_ typed: String) -> String? {
        guard case .success(let site) = normalised(typed) else { return nil }
        let text = typed.trimmed.prefix { $0 != "?" && $0 != "#" }
        guard let start = text.firstRange(of: "//")?.upperBound,
            let slash = text[start...].firstIndex(of: "/")
        else { return nil }
        return path(site + text[slash...])
    }

    /// A host with its path, without a query; nil for a text that has no path.
    private static func path(_ text: String) -> String? {
        let site: String
        switch SiteEntry.parse(text) {
        case .success(let name): site = name
        case .failure(let fault): site = fault.suggestion ?? ""
        }
        return site.contains("/") ? site : nil
    }

    /// Characters: those of a host name, and those before it in an address.
    private static let longest = 512

    private static func withoutWWW(_ host: String) -> String {
        let rest = host.dropFirst(4)
        return host.hasPrefix("www.") && rest.contains(".") ? String(rest) : host
    }
}

/// Apps as people type or paste them.
package enum AppName {
    /// The application id for a typed text: `org.gnome.Chess` for `org.gnome.Chess.desktop`.
    package static func normalised(_ typed: String) -> Result<String, ValueFault> {
        ApplicationID.parse(String(typed.trimmed))
    }
}

/// Executables as people type or paste them.
package enum ExecutableName {
    package static func normalised(_ typed: String) -> Result<String, ValueFault> {
        ExecutablePath.parse(String(typed.trimmed))
    }
}
