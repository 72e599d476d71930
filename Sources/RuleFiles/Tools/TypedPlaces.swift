/// Sites as people type or paste them.
package enum TypedSite {
    /// The host for a typed text, in the form in which hosts are compared: the host of an address,
    /// `ebay.com` for `*.ebay.com` and `www.ebay.com`.
    ///
    /// A name without a dot is refused, except `localhost`: it would include every site that ends
    /// in it.
    package static func normalised(_ typed: String) -> Result<String, ValueFault> {
        // The host is at the beginning, and no host name is longer.
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
                "\"\(printable(text))\" is not the full name of a site; enter the name as your "
                    + "browser shows it, such as amazon.com")
        }
        return .success(site)
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
