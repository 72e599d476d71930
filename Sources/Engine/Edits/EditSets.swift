import RuleModel

/// The sets before edits that wait or can be gone back to, and whether the files were refused.
struct EditSets: Sendable {
    private(set) var refusal: LoadRules.Refusal?
    /// Whether it is known what was written before the next edit.
    private(set) var areKnown = false
    /// The set before each edit, as it was switched; one that can no longer be read is missing.
    private(set) var sets: [Int64: RuleSet] = [:]
    /// The sets that are in force beside all that is written.
    private let standing: [RuleSet]

    init(standing: [RuleSet]) { self.standing = standing }

    /// The sets that are enforced beside what is written, oldest first.
    func earlier(of edits: [RuleEdit]) -> [RuleSet] {
        standing + edits.filter(\.isPending).compactMap { sets[$0.id] }
    }

    /// Takes up the sets before edits that the record names.
    mutating func resume(_ earlier: [Int64: RuleSet], of edits: [RuleEdit], areKnown: Bool) {
        self.areKnown = areKnown
        for edit in edits { sets[edit.id] = earlier[edit.id]?.applying(edit.switches) }
    }

    mutating func read(refusal: LoadRules.Refusal?) {
        self.refusal = refusal
        areKnown = true
    }

    mutating func keep(_ set: RuleSet, before edit: RuleEdit) { sets[edit.id] = set }

    mutating func keep(only edits: [RuleEdit]) {
        let known = Set(edits.map(\.id))
        sets = sets.filter { known.contains($0.key) }
    }
}
