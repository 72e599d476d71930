import CEL

/// A rule that starts protections by itself.
package struct AutoProtection: Sendable {
    /// The key in the rule files: `high_risk`.
    package var key: String
    package var name: String
    /// The start condition; of type bool, reads automatic variables only, compiled in the
    /// environment of the set's risk rules.
    package var condition: Program
    /// The condition as written.
    package var text: String
    /// The keys of the targets to block; nil: all.
    package var targets: [String]?
    package var length: TimeSpan
    /// How long the rule leaves a target alone after a protection.
    package var againAfter: TimeSpan
    /// True if the rule is enabled in the file; a switch through the socket can override it.
    package var isEnabled: Bool
    /// True if nothing can be unblocked during the protection.
    package var isStrict: Bool
    /// The fingerprint of the entry's text: a change clears the switch.
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
