import RuleModel

/// The key in force of an earlier set's entry whose own key is used by its successor:
/// `nights@3f09ac`. No key in a file has an "@".
enum FormerKey {
    private static let mark: Character = "@"
    /// The number of hexadecimal digits that distinguish entries of one key.
    private static let digits = 6

    /// The key of an entry whose own is used: the same in every combination of sets.
    static func make(_ key: String, _ fingerprint: String, zone: TimeZoneRules?) -> String {
        let text = Fingerprint.of([fingerprint, zone?.name ?? ""])
        return key + String(mark) + text.prefix(digits)
    }

    static func base(of key: String) -> String {
        key.firstIndex(of: mark).map { String(key[..<$0]) } ?? key
    }
}

extension RuleSet {
    /// The key in the file of an entry in force: `nights` for `nights@3f09ac`.
    package static func writtenKey(of key: String) -> String { FormerKey.base(of: key) }
}
