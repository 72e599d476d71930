import RuleComparison
import RuleModel

/// Decides what happens to an edit of the files, from the rule sets alone.
struct EditReview: Sendable {
    /// The written set before the edit, with its switches.
    let written: RuleSet
    /// The edits that are pending or can be reverted.
    let edits: [RuleEdit]
    /// The set before each of them, with its switches; missing if it can no longer be read.
    let sets: [Int64: RuleSet]
    /// How long an edit waits: the longest of the delays in force and the new one.
    let delay: TimeSpan
    let now: Deadline

    enum Outcome: Sendable {
        /// The edit takes effect at once, or its weakenings wait.
        case edit(Plan)
        /// Too many edits are pending: these.
        case refused([RuleEdit])
    }

    struct Plan: Sendable {
        /// The first of the edits that this one reverts in full; nil: none.
        var takenBack: RuleEdit?
        /// The set that the edit starts from: the written one, or the one before the reverted
        /// edits.
        var base: RuleSet
        /// The entries by which the edit weakens `base`.
        var weakened: [String]
        /// The edits whose weakenings this one undoes.
        var cancels: [Int64]
        /// Whether the edit does nothing but revert others.
        var isWholeReversal: Bool
    }

    func judge(_ new: RuleSet) -> Outcome {
        var plan = Plan(
            base: written, weakened: new.weakenings(replacing: written), cancels: [],
            isWholeReversal: false)
        findReversal(new, &plan)
        var remaining = edits
        if let first = plan.takenBack { remaining.revert(from: first.id) }
        let new = plan.isWholeReversal ? plan.base : new
        plan.cancels = remaining.filter { edit in
            guard edit.isPending, let set = sets[edit.id] else { return false }
            return new.weakenings(replacing: set).isEmpty
        }.map(\.id)
        let waiting = remaining.delayed.filter { !plan.cancels.contains($0.id) }
        if delay > .zero, !plan.weakened.isEmpty, waiting.count >= RuleEdit.most {
            return .refused(waiting)
        }
        return .edit(plan)
    }

    /// Finds a recent edit to revert, if the new set weakens something that only came with it. Of
    /// the sets before recent edits, picks the one that the new set weakens least, and the latest
    /// of several.
    private func findReversal(_ new: RuleSet, _ plan: inout Plan) {
        guard delay > .zero else { return }
        let weakened = plan.weakened
        let fingerprint = RuleText.fingerprint(of: new.sources)
        let young = edits.reversed().filter { $0.isOfFiles && !$0.revocable.isOver(at: now) }
        if let same = young.first(where: { $0.fingerprint == fingerprint }),
            let set = sets[same.id]
        {
            // The same texts, with the switches of then.
            plan.takenBack = same
            plan.base = set
            plan.weakened = []
            plan.isWholeReversal = true
            return
        }
        for edit in weakened.isEmpty ? [] : young {
            guard let set = sets[edit.id] else { continue }
            let since = new.weakenings(replacing: set)
            guard !Set(weakened).isSubset(of: since) else { continue }
            if plan.takenBack != nil, since.count >= plan.weakened.count { continue }
            plan.takenBack = edit
            plan.base = set
            plan.weakened = since
        }
    }
}
