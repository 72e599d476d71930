import RuleModel

/// The key under which an entry of an earlier set stands beside the one that took its place:
/// `nights@3f09ac`. No key in a file has an "@".
enum FormerKey {
    private static let mark: Character = "@"
    /// How many hexadecimal digits tell entries of one key apart.
    private static let digits = 6

    /// The key of an entry whose own is taken: the same in every combination of sets.
    static func make(_ key: String, _ fingerprint: String, zone: TimeZoneRules?) -> String {
        let text = Fingerprint.of([fingerprint, zone?.name ?? ""])
        return key + String(mark) + text.prefix(digits)
    }

    static func base(of key: String) -> String {
        key.firstIndex(of: mark).map { String(key[..<$0]) } ?? key
    }
}

extension RuleSet {
    /// The key that an entry has in its file, of one that is in force: `nights` of `nights@3f09ac`.
    package static func writtenKey(of key: String) -> String { FormerKey.base(of: key) }
}
