import Localization
import RuleFiles

/// Sites as blockers for other systems write them.
enum ForeignSite {
    enum Reading {
        case site(String)
        /// The text means something that a rule cannot name; why not.
        case none(String)
    }

    /// Reads a host name, or a path of one; a scheme and `www.` are left out. A text of which a
    /// rule could name only more or less than it means is not read.
    static func read(_ text: String) -> Reading {
        var rest = text[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        // All below is part of a site anyway.
        if rest.hasPrefix("*.") { rest = rest.dropFirst(2) }
        if rest.hasSuffix("/*") || rest.hasSuffix("/**") {
            while rest.last == "*" { rest.removeLast() }
        }
        if rest.contains("*") {
            return .none(localized("rules name a whole site or a path of it, without wildcards"))
        }
        if rest.contains(where: { "?#".contains($0) }) {
            return .none(
                localized("rules cannot contain what follows \"?\" or \"#\" in an address"))
        }
        if rest.prefix(while: { $0 != "/" }).contains(where: { ":@".contains($0) }) {
            return .none(localized("rules cannot contain ports, user names or IPv6 addresses"))
        }
        if rest.contains("/"),
            rest.prefix(while: { $0 != "/" }).allSatisfy({ "0123456789.".contains($0) })
        {
            return .none(localized("rules cannot name networks"))
        }
        switch TypedSite.normalised(String(rest)) {
        case .success(let site): return .site(site)
        case .failure(let fault): return .none(fault.message)
        }
    }
}
