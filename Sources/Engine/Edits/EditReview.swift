import RuleComparison
import RuleModel

/// What becomes of an edit of the files, judged from the sets alone.
struct EditReview: Sendable {
    /// What was written before, as it was switched.
    let written: RuleSet
    /// The edits that wait or can be gone back to.
    let edits: [RuleEdit]
    /// The set before each of them, as it was switched; one that can no longer be read is missing.
    let sets: [Int64: RuleSet]
    /// How long an edit waits: the longest of the delays in force and the new one.
    let delay: TimeSpan
    let now: Deadline

    enum Outcome: Sendable {
        /// It is in force at once, or what it weakens waits.
        case edit(Plan)
        /// Too many wait already, by their numbers.
        case refused([RuleEdit])
    }

    struct Plan: Sendable {
        /// The first of the edits that are taken back in full; nil: none.
        var takenBack: RuleEdit?
        /// What the edit starts from: what was written, or what was before those taken back.
        var base: RuleSet
        /// The entries by which it weakens that.
        var weakened: [String]
        /// The edits that it restores.
        var cancels: [Int64]
        /// Whether nothing is left of it once others are taken back.
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
        let waiting = remaining.filter {
            $0.isPending && $0.change == nil && !plan.cancels.contains($0.id)
        }
        if delay > .zero, !plan.weakened.isEmpty, waiting.count >= RuleEdit.most {
            return .refused(waiting)
        }
        return .edit(plan)
    }

    /// Takes back what is young enough, where the new set weakens something that only came with
    /// it: of the sets before, the one that the new set weakens least, the latest of several.
    private func findReversal(_ new: RuleSet, _ plan: inout Plan) {
        guard delay > .zero else { return }
        let weakened = plan.weakened
        let fingerprint = RuleText.fingerprint(of: new.sources)
        let young = edits.reversed().filter { $0.change == nil && !$0.revocable.isOver(at: now) }
        if let same = young.first(where: { $0.fingerprint == fingerprint }),
            let set = sets[same.id]
        {
            // The very texts: with the switches as they were.
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
