import API

/// What permissions that run keep open, in words.
enum GrantText {
    /// Targets that are open until the same instant.
    struct Group: Hashable {
        /// RFC 3339.
        var until: String
        var targets: [String]
    }

    /// The targets by the end of what keeps each open, in the order of the keys. One that the
    /// state knows no end for has `otherwise`, and is left out where that is nil.
    static func groups(
        _ keys: [String], _ state: ProtectionAPI.List.Reply, otherwise: String? = nil
    ) -> [Group] {
        var groups: [Group] = []
        for key in keys {
            let granted = state.targets.first { $0.target == key }?.grantedUntil
            guard let until = granted ?? otherwise else { continue }
            if let index = groups.firstIndex(where: { $0.until == until }) {
                groups[index].targets.append(key)
            } else {
                groups.append(Group(until: until, targets: [key]))
            }
        }
        return groups
    }

    /// `Games is already open until 19:15 (in 12 min)`; nil where no permission runs for any.
    static func already(_ keys: [String], _ state: ProtectionAPI.List.Reply) -> String? {
        let now = Moment(state.now) ?? Moment(seconds: 0, offset: 0)
        let open = groups(keys, state).map { group in
            "\(UnblockText.names(group.targets, state)) "
                + "\(group.targets.count == 1 ? "is" : "are") already "
                + RestrictionText.granted(group.until, now: now)
        }
        return open.isEmpty ? nil : open.joined(separator: "; ")
    }
}
