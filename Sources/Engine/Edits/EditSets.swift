import RuleModel

/// The rule sets before edits that are pending or can be reverted, and the last refusal of the
/// files.
struct EditSets: Sendable {
    private(set) var refusal: LoadRules.Refusal?
    /// Whether the written set before the next edit is known.
    private(set) var areKnown = false
    /// Whether the record was replaced before this start, so that the next edit compares the files
    /// with another record's rules.
    private(set) var isRestored = false
    /// The set before each edit, with its switches; missing if it can no longer be read.
    private(set) var sets: [Int64: RuleSet] = [:]
    /// The sets that are in force beside the written one for good.
    private let standing: [RuleSet]

    init(standing: [RuleSet]) { self.standing = standing }

    /// The sets that are enforced beside what is written, oldest first.
    func earlier(of edits: [RuleEdit]) -> [RuleSet] {
        standing + edits.filter(\.isPending).compactMap { sets[$0.id] }
    }

    /// Loads the sets before recorded edits, with the machine's former zones by name.
    mutating func resume(
        _ earlier: [Int64: RuleSet], of edits: [RuleEdit], zones: [String: TimeZoneRules],
        areKnown: Bool, isRestored: Bool
    ) {
        self.areKnown = areKnown
        self.isRestored = isRestored
        for edit in edits {
            guard var set = earlier[edit.id]?.applying(edit.switches) else { continue }
            if let name = edit.zone {
                guard let zone = zones[name] else { continue }
                set = set.timed(in: zone)
            }
            sets[edit.id] =
                edit.held.map(set.holding) ?? (edit.isZoneChange ? set.holdingTimes() : set)
        }
    }

    mutating func read(refusal: LoadRules.Refusal?) {
        self.refusal = refusal
        areKnown = true
        isRestored = false
    }

    mutating func keep(_ set: RuleSet, before edit: RuleEdit) { sets[edit.id] = set }

    mutating func keep(only edits: [RuleEdit]) {
        let known = Set(edits.map(\.id))
        sets = sets.filter { known.contains($0.key) }
    }
}
