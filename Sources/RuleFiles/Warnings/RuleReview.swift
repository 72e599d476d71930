import CEL
import RuleModel

/// A look over a rule set without errors, for what it says and nobody can mean.
///
/// All its findings are warnings: a set with any of them is in force all the same.
struct RuleReview: Sendable {
    /// The set as it was read, before the plan took anything out of force.
    let draft: Draft
    let root: Mapping
    /// The findings so far, those of the reading, too.
    private(set) var findings: Findings

    static func review(_ draft: inout Draft, _ root: Mapping) {
        var review = RuleReview(draft: draft, root: root, findings: draft.findings)
        review.reviewSites()
        review.reviewTargets()
        review.reviewRanges()
        review.reviewExceptions()
        review.reviewFeatures()
        review.reviewWeights()
        review.reviewConditions()
        draft.findings = review.findings
    }

    /// A warning, unless the shipped defaults are its place: nobody wrote them.
    mutating func warn(
        _ message: String, at position: Position, notes: [(at: Position, message: String)] = []
    ) {
        guard layer(of: position) > 0 else { return }
        findings.warning(message, at: position, notes: notes)
    }

    /// The layer of the file that a place is in; 0 the shipped defaults.
    func layer(of position: Position) -> Int { findings.files[position.file].layer }

    /// The highest layer that has files: what stands lower may be meant for files above it.
    var topLayer: Int { findings.files.map(\.layer).max() ?? 0 }

    func member(_ key: String, of entry: Mapping.Entry?) -> Mapping.Entry? {
        entry?.value.map?[key]
    }
}
