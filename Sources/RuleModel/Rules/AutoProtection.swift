import CEL

/// A rule by which Soteria protects by itself.
package struct AutoProtection: Sendable {
    /// The key in the rule files: `high_risk`.
    package var key: String
    package var name: String
    /// When it begins; of type bool, reads automatic variables only, compiled in the environment of
    /// the set's risk rules.
    package var condition: Program
    /// The condition as written.
    package var text: String
    /// The keys of the targets that it blocks; nil: all.
    package var targets: [String]?
    package var length: TimeSpan
    /// For how long it leaves a target alone on which one has ended.
    package var againAfter: TimeSpan
    /// Whether the file lets it begin; a switch through the socket can say otherwise.
    package var isEnabled: Bool
    /// Whether nothing can be unblocked while it lasts.
    package var isStrict: Bool
    /// Stands for the entry's text: a switch is forgotten when it changes.
    package var fingerprint: String
    package init(
        key: String, name: String, condition: Program, text: String, targets: [String]?,
        length: TimeSpan = .hours(2), againAfter: TimeSpan = .minutes(30), isEnabled: Bool = true,
        isStrict: Bool = false, fingerprint: String
    ) {
        self.key = key
        self.name = name
        self.condition = condition
        self.text = text
        self.targets = targets
        self.length = length
        self.againAfter = againAfter
        self.isEnabled = isEnabled
        self.isStrict = isStrict
        self.fingerprint = fingerprint
    }
}
