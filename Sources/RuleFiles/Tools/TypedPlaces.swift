/// Sites as people type or paste them.
package enum SiteName {
    /// The host that a rule takes for what was typed: of an address its host, of `*.ebay.com` and
    /// `www.ebay.com` the site itself, in the form in which hosts are compared.
    ///
    /// A name without a dot is refused, but for `localhost`: nobody means every site that ends so.
    package static func normalised(_ typed: String) -> Result<String, ValueFault> {
        // The host stands at the beginning; no longer one is a name.
        var text = String(typed.trimmed.prefix(longest))
        if text.hasPrefix("//") { text.removeFirst(2) }
        guard !text.isEmpty else { return .fault("enter a site, such as amazon.com") }
        let host: String
        switch HostName.parse(text.replacing("://*.", with: "://", maxReplacements: 1)) {
        case .success(let name): host = name
        case .failure(let fault):
            guard let meant = fault.suggestion else { return .failure(fault) }
            host = meant
        }
        let site = withoutWWW(host)
        guard site.contains(".") || site == "localhost" else {
            return .fault(
                "\"\(printable(text))\" is not a complete site; enter it as your browser shows it, "
                    + "such as amazon.com")
        }
        return .success(site)
    }

    /// Characters: those of a host name, and what can stand before it in an address.
    private static let longest = 512

    private static func withoutWWW(_ host: String) -> String {
        let rest = host.dropFirst(4)
        return host.hasPrefix("www.") && rest.contains(".") ? String(rest) : host
    }
}

/// Apps as people type or paste them.
package enum AppName {
    /// The application id that a rule takes for it: `org.gnome.Chess` of `org.gnome.Chess.desktop`.
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
