import CEL
import RuleModel

/// Reviews a rule set without errors for parts that are probably mistakes.
///
/// All its findings are warnings: the set is in force nevertheless. Warnings about the values of
/// one entry are given where it is read, in `Decoding/Sections`.
struct RuleReview: Sendable {
    /// The set as read, before the plan's limits were applied.
    let draft: Draft
    let root: Mapping
    /// The findings so far, including those of the load.
    private(set) var findings: Findings

    static func review(_ draft: inout Draft, _ root: Mapping) {
        var review = RuleReview(draft: draft, root: root, findings: draft.findings)
        review.reviewSites()
        review.reviewExceptedSites()
        review.reviewTargets()
        review.reviewRanges()
        review.reviewExceptions()
        review.reviewFeatures()
        review.reviewWeights()
        review.reviewBudgets()
        review.reviewWaits()
        review.reviewZone()
        review.reviewConditions()
        review.reviewMeanings()
        draft.findings = review.findings
    }

    /// Adds a warning, unless its place is in the shipped defaults, which the person did not write.
    mutating func warn(
        _ kind: WarningKind, _ message: String, at position: Position,
        notes: [(at: Position, message: String)] = []
    ) {
        guard layer(of: position) > 0 else { return }
        findings.warning(kind, message, at: position, notes: notes)
    }

    /// The layer of the file that a place is in; 0 the shipped defaults.
    func layer(of position: Position) -> Int { findings.files[position.file].layer }

    /// The highest layer with files; entries of lower layers may be meant for the files above.
    var topLayer: Int { findings.files.map(\.layer).max() ?? 0 }

    func member(_ key: String, of entry: Mapping.Entry?) -> Mapping.Entry? {
        entry?.value.map?[key]
    }
}
