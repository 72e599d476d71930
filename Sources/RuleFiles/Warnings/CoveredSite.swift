import RuleModel

extension RuleReview {
    /// A site that another one of the same target stands for already: `www.amazon.com` beside
    /// `amazon.com`.
    mutating func reviewSites() {
        for (target, entry) in draft.targets {
            let sites = Set(target.sites.map { $0[...] })
            let covered = target.sites.compactMap { site in
                Self.parents(of: site).first { sites.contains($0) }.map { (site, String($0)) }
            }
            guard !covered.isEmpty,
                case .list(let list)? = member("sites", of: entry)?
                    .value.content
            else { continue }
            let places = Self.places(of: list)
            for (site, parent) in covered {
                guard let place = places[site] else { continue }
                warn(
                    "\"\(parent)\" stands for \"\(site)\", too, and for all else below it",
                    at: place,
                    notes: places[parent].map { [(at: $0, message: "\"\(parent)\" is here")] }
                        ?? [])
            }
        }
    }

    /// The domains above a host, the nearest first.
    private static func parents(of host: String) -> some Sequence<Substring> {
        // Hosts are ASCII by now: bytes are found faster than characters.
        sequence(state: host.utf8[...]) { rest -> Substring? in
            guard let dot = rest.firstIndex(of: UInt8(ascii: ".")) else { return nil }
            rest = rest[rest.index(after: dot)...]
            return Substring(rest)
        }
    }

    /// Where each host of a list stands first.
    private static func places(of list: [Node]) -> [String: Position] {
        var places: [String: Position] = [:]
        for node in list {
            guard case .scalar(let scalar) = node.content,
                case .success(let host) = HostName.parse(scalar.text), places[host] == nil
            else { continue }
            places[host] = node.at
        }
        return places
    }
}
