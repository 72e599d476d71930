import CEL

/// The variables that conditions in rule files can read.
@usableFromInline
package enum Vocabulary {
    package struct Entry: Hashable, Sendable {
        /// The name as conditions write it: `local.hour`.
        package var name: String
        package var type: CELType
        /// True if a person types the value; such variables never start a protection.
        package var isReported: Bool
        /// True if it is computed from the factors, so that no factor can read it.
        package var isScore: Bool
        /// The meaning of the value, in one sentence.
        package var summary: String
    }

    /// The variables that exist under any rules, in the order of `Slot`.
    package static let entries: [Entry] = [
        entry("now", .timestamp, "Trusted time."),
        entry("local.hour", .int, "The hour on the local clock, 0 to 23."),
        entry("local.minute", .int, "The minute on the local clock, 0 to 59."),
        entry("local.weekday", .int, "The local weekday, from 1 (Monday) to 7 (Sunday)."),
        entry("local.day", .int, "The local day of the month, 1 to 31."),
        entry("unblocks.last_hour", .int, "The number of unblocks in the last hour."),
        entry("unblocks.today", .int, "The number of unblocks since midnight."),
        entry("unblocks.this_week", .int, "The number of unblocks since Monday."),
        entry(
            "unblocks.last_30_days", .int,
            "The number of unblocks in the last 30 days."),
        entry(
            "unblocks.since_last", .duration,
            "The time since the last unblock; 87600h if there was none."),
        entry(
            "unblocks.last_gap", .duration,
            "The time between the last two unblocks; 87600h if there were fewer than two."),
        entry(
            "unblocks.impulse_ratio", .double,
            "The share of impulses among the unblocks of the last 30 days; 0 if there were no "
                + "unblocks."),
        entry(
            "attempts.last_hour", .int,
            "The number of attempts in the last hour to open something that was blocked."),
        entry("kept.today", .int, "The number of times a block has been kept since midnight."),
        entry("kept.this_week", .int, "The number of times a block has been kept since Monday."),
        entry("quiet_hours.active", .bool, "True if a quiet-hours schedule is running."),
        entry(
            "quiet_hours.switched_off", .bool,
            "True if a schedule that would be running now is switched off."),
        entry(
            "session.idle", .bool,
            "True if the session is idle; false if no agent is connected to report that."),
        entry(
            "session.locked", .bool,
            "True if the session is locked; false if no agent is connected to report that."),
        entry(
            "mood.last", .string, "The most recent mood; empty if none was given.",
            isReported: true),
        entry(
            "amount.today", .double,
            "The total of the amounts entered in unblock requests since midnight.",
            isReported: true),
        entry(
            "regret.mean_30_days", .double,
            "The mean regret logged in the last 30 days, from 0 (none) to 4 (strong); 0 if none "
                + "was logged.",
            isReported: true),
        entry(
            "risk.score", .double, "The risk score that all factors add up to.", isReported: true,
            isScore: true),
        entry(
            "risk.automatic", .double,
            "The risk score that the automatic factors alone add up "
                + "to.", isScore: true),
    ]

    private static func entry(
        _ name: String, _ type: CELType, _ summary: String, isReported: Bool = false,
        isScore: Bool = false
    ) -> Entry {
        Entry(name: name, type: type, isReported: isReported, isScore: isScore, summary: summary)
    }

    package static func entries(of rules: RuleSet) -> [Entry] {
        entries + rules.variables.map(\.entry)
    }

    /// The environment that conditions are compiled against; `zones` serves accessors such as
    /// `now.getHours("Europe/Berlin")`. Besides the fixed variables it declares those of the rules'
    /// own that the conditions read. Without either it is always the same one.
    package static func environment(
        zones: ZoneLookup? = nil, reading variables: [RuleVariable] = []
    ) -> Env {
        if zones == nil, variables.isEmpty { return withoutZones }
        // Conditions are compiled on threads with half a megabyte of stack.
        return Env(
            variables: entries.map {
                Variable(name: $0.name, type: $0.type, size: .text(longestText))
            } + variables.map { Variable(name: $0.name, type: $0.type) },
            zones: zones ?? { _ in nil }, maxDepth: 50, maxCost: maxCost)
    }

    /// The limit of a condition's estimated steps; a condition above it is refused.
    package static let maxCost = 1_000_000
    /// The limit of a text variable in bytes of UTF-8; a longer text counts as none.
    package static let longestText = 1024
    /// The stand-in for "never" in a variable's span: ten years.
    @inlinable package static var never: TimeSpan { .hours(87600) }

    private static let withoutZones = environment(zones: { _ in nil })

    /// True if a condition reads automatic variables only.
    package static func isAutomatic(_ condition: Program) -> Bool {
        reported(in: condition).isEmpty
    }

    /// The variables of a condition whose values a person types, named expressions included, in the
    /// order of the source.
    package static func reported(in condition: Program) -> [String] {
        condition.references.filter { name in
            // All variables of the rules' own are automatic.
            entries.first { $0.name == name }?.isReported ?? (RuleVariable(name: name) == nil)
        }
    }

    /// The variables of a condition that are computed from the factors, in the order of the source.
    package static func scores(in condition: Program) -> [String] {
        condition.references.filter { name in
            entries.first { $0.name == name }?.isScore ?? false
        }
    }

    /// The indices of `entries`.
    @usableFromInline
    package enum Slot: Int {
        case moment, localHour, localMinute, localWeekday, localDay
        case unblocksLastHour, unblocksToday, unblocksThisWeek, unblocksLast30Days
        case unblocksSinceLast, unblocksLastGap, unblocksImpulseRatio
        case attemptsLastHour, keptToday, keptThisWeek
        case quietHoursActive, quietHoursSwitchedOff
        case sessionIdle, sessionLocked
        case moodLast, amountToday, regretMean30Days
        case riskScore, riskAutomatic
    }
}
