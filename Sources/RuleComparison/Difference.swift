import RuleModel

/// One respect in which a rule set differs from an earlier one.
package struct Difference: Hashable, Sendable {
    /// The entry, as a path in the rule files: `quiet_hours.nights`.
    package var path: String
    package var kind: Kind
    /// The difference in words, without a full stop: `shopping is no longer blocked`.
    package var words: String
    /// An example; nil if there is none to show.
    package var witness: Witness?

    /// The meaning of a difference for the protection.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The set restricts something less.
        case weaker
        /// The comparison is undecided; counts as weaker.
        case undecided
        /// The set restricts something more.
        case stricter
        /// The set restricts nothing less or more.
        case neutral
    }

    /// True if it counts as less protection.
    package var isWeaker: Bool { kind == .weaker || kind == .undecided }
}

extension RuleSet {
    /// The changes since an earlier set: weaker ones, those that cannot be compared, stricter ones,
    /// and all others; each by sections in the order of the files, then by keys.
    ///
    /// Rules are compared by what they do: schedules by the minutes that they hold back, conditions
    /// by the values at which they are true, factors by the score that all of them make. Conditions
    /// that read an entry which was edited (`usage.social.today`, `quiet_hours.active`) cannot be
    /// compared. Neither may be a union of sets whose edits wait.
    package func differences(from old: RuleSet) -> [Difference] {
        let weaker = WeakeningFinder(from: old, to: self).all.map {
            $0.difference(.weaker, $0.lost)
        }
        let gains = WeakeningFinder(from: self, to: old).all
        let stricter = gains.filter { !$0.isUndecided }.map {
            $0.difference(.stricter, $0.gained)
        }
        let told = Set((weaker + stricter).map(\.path))
        // An entry that may hold back more, and certainly not less, is neutral.
        let perhaps = Set(gains.filter(\.isUndecided).map(\.path))
        let neutral = RuleChanges(from: old, to: self).paths.filter { !told.contains($0.path) }
            .map { change in
                Difference(
                    path: change.path, kind: .neutral,
                    words: perhaps.contains(change.path)
                        ? "changed; the rules are not weaker, but possibly stricter" : change.words,
                    witness: nil)
            }
        let all = weaker + stricter + neutral
        return Difference.Kind.allCases.flatMap { kind in all.filter { $0.kind == kind } }
    }

    /// The paths (`quiet_hours.nights`) by which this set protects less than the one that it
    /// replaces, or cannot be compared, each once; in the order of ``differences(from:)``.
    package func weakenings(replacing old: RuleSet) -> [String] {
        var told: Set<String> = []
        return WeakeningFinder(from: old, to: self).all.map(\.path).filter {
            told.insert($0).inserted
        }
    }
}

/// A restriction of one rule set that another lacks: lost if the newer one lacks it, else gained.
struct Weakening: Sendable {
    /// The entry of the stricter set, or of either if the comparison is undecided.
    var path: String
    /// The words if the other set is the newer one.
    var lost: String
    /// The words if the other set is the older one.
    var gained: String
    var witness: Witness?
    /// True if nothing is proven.
    var isUndecided = false

    init(_ path: String, _ lost: String, _ gained: String, _ witness: Witness? = nil) {
        self.path = path
        self.lost = lost
        self.gained = gained
        self.witness = witness
    }

    /// Something that was `old` and is `new`; the words tell of the first that became the second.
    init(
        _ path: String, from old: String, to new: String, _ witness: Witness? = nil,
        words: (String, String) -> String
    ) {
        self.init(path, words(old, new), words(new, old), witness)
    }

    /// Something that a subject is no longer: `shopping` `blocked`.
    init(_ path: String, _ subject: String, isNoLonger state: String, _ witness: Witness? = nil) {
        self.init(path, "\(subject) is no longer \(state)", "\(subject) is now \(state)", witness)
    }

    static func notStrict(_ path: String) -> Weakening {
        Weakening(path, "the rule", isNoLonger: "strict")
    }

    /// An undecided difference, with a reason that reads the same in both directions.
    static func undecided(_ path: String, _ reason: String) -> Weakening {
        let words = "cannot be compared: \(reason)"
        var weakening = Weakening(path, words, words)
        weakening.isUndecided = true
        return weakening
    }

    fileprivate func difference(_ kind: Difference.Kind, _ words: String) -> Difference {
        Difference(
            path: path, kind: isUndecided ? .undecided : kind, words: words, witness: witness)
    }
}
