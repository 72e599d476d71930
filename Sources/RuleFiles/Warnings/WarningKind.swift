/// The kinds of warnings about rule files, each as the table of docs/rules.md names it.
package enum WarningKind: String, CaseIterable, Sendable {
    // Parts that nothing uses.
    case unreadFeature = "a feature that no condition reads"
    case unusedTarget = "a target that no rule blocks, counts or reads"

    // Parts without effect beside others.
    case repeatedValue = "a value that appears twice in a list"
    case coveredSite = "a site that is already included in another site of its target"
    case coveredRange =
        "a range that appears twice in a schedule, or lies within another range of it"
    case coveredBudget =
        "a budget that never matters, because a smaller one blocks its target first"
    case nullWithoutEntry = "`null` for an entry that no lower layer has"

    // Parts that never have an effect.
    case idleException = "a date under `except` on which the range would not begin anyway"
    case idleSchedule = "a schedule whose exceptions cover every day for two years"
    case constantCondition = "a condition that is always true, or always false"
    case idleFactor = "a factor of weight 0"
    case unreachableLevel = "a level above the sum of all weights"
    case unreachableScore =
        "an auto-protection that needs a score that the automatic factors never reach"
    case unreachableLimit = "a budget that is longer than its hour, day or week"
    case idleCheckIn = "a check-in that blocks nothing"
    case idleTextTime = "`text_at` in a check-in without `texts`"
    case idleOnBlock = "`on_block` in a target with only sites"
    case planLimit = "anything that the plan does not allow"

    // Parts that do something else than they seem to.
    case utcPart =
        "a part of a time, such as the hour, that is read without a time zone and so in UTC"
    case wholeDivision = "a division of whole numbers that leaves a remainder"
    case machineZone =
        "a delay for edits that weaken the rules, while times follow the machine's time zone"
    case shortImpulseWait = "an impulse wait that is shorter than the planned one"

    // Sites.
    case idleSiteException =
        "a site under `except_sites` that its target would not include anyway"
    case exceptedSite = "a site that its target's `except_sites` leaves out"
    case siteWithoutDot = "a site without a dot"
    case ignoredLine = "an ignored line in a list"
    case unkeptList = "a list that Soteria cannot keep a copy of"
    case lostList = "a list of sites that is gone when earlier rules are restored"
}

extension Diagnostic {
    /// A warning about a file that rules name, such as a list.
    static func warning(
        _ kind: WarningKind, _ message: String, file: String, line: Int = 0, column: Int = 0,
        excerpt: Excerpt? = nil
    ) -> Diagnostic {
        Diagnostic(
            severity: .warning, kind: kind, file: file, line: line, column: column,
            message: message, excerpt: excerpt)
    }
}
