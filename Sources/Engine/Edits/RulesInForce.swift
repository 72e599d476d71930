import CEL
import RuleModel

/// The rules in force: the written set and the sets before pending edits. `RuleUnion` combines
/// them.
///
/// Immutable; replaced when files are read or a delay is over.
package final class RulesInForce: Sendable {
    package let written: RuleSet
    /// The earlier sets that are in force as well, oldest first.
    package let earlier: [RuleSet]
    // The entries and settings of all sets together.
    package var targets: [Target] { united.targets }
    package var quietHours: [QuietHours] { united.quietHours }
    /// The written set's; the levels are the lowest of all sets.
    package var risk: RiskRules { united.risk }
    package var autoProtections: [AutoProtection] { united.autoProtections }
    package var checkIns: [CheckIn] { united.checkIns }
    package var budgets: [Budget] { united.budgets }
    package var unblock: UnblockRules { united.unblock }
    package var plan: Plan { united.plan }
    package var awayAfter: TimeSpan { united.awayAfter }
    package var retention: TimeSpan? { united.retention }
    package var silenced: Set<News> { united.silenced }
    package var isDebug: Bool { united.isDebug }
    package var weakeningWaits: TimeSpan { united.weakeningWaits }
    /// The zone for entries that name none; nil: the machine's.
    package let entryZone: TimeZoneRules?
    /// An index of the targets by site and app.
    package let index: TargetIndex
    /// The written set, compiled.
    let own: CompiledRules
    /// The earlier sets, compiled.
    let views: [CompiledRules]

    /// The entries of all sets.
    private let united: RuleSet
    /// An index of the targets of each set, the written one's first; empty if all sets are alike.
    let memberships: [TargetIndex]
    private let checkInsByTarget: KeyedValues<[Int]>
    private let budgetsByTarget: KeyedValues<[Int]>
    /// The targets that are opened together with each target, by key; mostly so few that a search
    /// costs less than a hash.
    private let opened: [(key: String, targets: [String])]
    /// Whether any restriction of the rules can be strict; a person's protections aside.
    let canBeStrict: Bool
    private let startConditions: [String: [StartCondition]]
    /// The waits and grants of each set, the written one's first.
    private let terms: [UnblockTerms]
    /// The emergency ways of each set, each with its set's zone; nil: one of the sets has none.
    let emergencies: [(rules: EmergencyRules, zone: TimeZoneRules?)]?
    /// The keys of the targets that cost no money.
    private let free: Set<String>

    /// Combines the written set with earlier ones, oldest first.
    package init(_ written: RuleSet, beside earlier: [RuleSet] = []) {
        let union = RuleUnion(written, earlier)
        self.written = written
        self.earlier = union.earlier
        united = union.set
        entryZone = union.entryZone
        index = TargetIndex(united.targets)
        own = CompiledRules(written: union.written, isAlone: earlier.isEmpty)
        views = union.earlier.map { CompiledRules(earlier: $0, among: union.set.quietHours) }
        let alike = union.earlier.allSatisfy { $0.hasMembers(of: written) }
        memberships = alike ? [] : ([written] + union.earlier).map { TargetIndex($0.targets) }
        checkInsByTarget = united.checkIns.places { $0.targets }
        budgetsByTarget = united.budgets.places { [$0.target] }
        opened = union.set.targets.map(\.key).sorted()
            .map { ($0, [$0] + (union.formerTargets[$0] ?? [])) }
        canBeStrict =
            united.quietHours.contains(where: \.isStrict)
            || united.checkIns.contains(where: \.isStrict)
            || united.budgets.contains(where: \.isStrict)
        startConditions = union.startConditions
        free = Set(united.targets.lazy.filter { !$0.spends }.map(\.key))
        terms = ([written] + union.earlier).map(UnblockTerms.init)
        let ways = ([written] + union.earlier).compactMap { set in
            set.unblock.emergency.map { ($0, set.timeZone) }
        }
        emergencies = ways.count == 1 + earlier.count ? ways : nil
    }

    /// The zone for schedules that name none; nil: the machine's.
    package var timeZone: TimeZoneRules? { written.timeZone }

    /// The schedule of a run; nil if it is not in force under its key.
    func schedule(of run: QuietRun) -> QuietHours? {
        quietHours.first { $0.key == run.schedule && $0.fingerprint == run.fingerprint }
    }

    /// The name of the zone of a schedule; nil: the machine's.
    func zoneName(of schedule: QuietHours) -> String? { (schedule.timeZone ?? entryZone)?.name }

    package var targetNames: [String: String] { united.targetNames }

    func fingerprint(of subject: Switch.Subject) -> String? { united.fingerprint(of: subject) }
}

/// Queries for the features, which need not know of pending edits.
extension RulesInForce {
    /// The targets that are opened together with one: itself and those that it was renamed from;
    /// empty if there is no such target.
    package func targets(openedWith target: String) -> [String] {
        let place = opened.prefixCount { $0.key < target }
        return place < opened.count && opened[place].key == target ? opened[place].targets : []
    }

    /// The risk assessment; with several sets or devices, the one with the highest score.
    func assessment(of judgements: Judgements) -> RiskAssessment {
        var highest = judgements.own.assessment
        guard !judgements.earlier.isEmpty || !judgements.joined.isEmpty else { return highest }
        for judgement in judgements.earlier + judgements.joined {
            let other = judgement.assessment
            let automatic = max(highest.automatic, other.automatic)
            let level = max(highest.level, other.level)
            if other.score > highest.score { highest = other }
            highest.automatic = automatic
            highest.level = level
        }
        highest.level = max(highest.level, risk.levels.level(of: highest.score))
        return highest
    }

    /// The start conditions of an auto-protection, each with its set's judgement.
    func startConditions(
        of rule: AutoProtection, _ judgements: Judgements
    ) -> [(condition: StartCondition, judgement: Judgement)] {
        let conditions = startConditions[rule.key] ?? []
        let own = conditions.map { condition in
            (condition, condition.origin.map { judgements.earlier[$0] } ?? judgements.own)
        }
        guard !judgements.joined.isEmpty else { return own }
        return own
            + conditions.map { condition in
                (condition, judgements.joined[condition.origin.map { $0 + 1 } ?? 0])
            }
    }

    /// The judgements of all sets in force on one moment.
    struct Judgements {
        let own: Judgement
        let earlier: [Judgement]
        /// The same over the facts of all devices, the written set's first; empty if there is one
        /// device.
        var joined: [Judgement] = []
    }

    /// The indices in `checkIns` of those that concern a target, ascending.
    func checkIns(of target: String) -> [Int] { checkInsByTarget[target] ?? [] }
    func budgets(of target: String) -> [Int] { budgetsByTarget[target] ?? [] }

    /// Whether the use of one of some targets can cost money; true for targets that are gone.
    package func spends(oneOf targets: [String]) -> Bool {
        free.isEmpty || targets.isEmpty || !targets.allSatisfy(free.contains)
    }

    /// Whether waits depend on the earlier requests of the day.
    var haveGrowingWaits: Bool { terms.contains(where: \.haveGrowth) }

    /// The wait before a target opens: the longest of all sets. `earlier` are the requests of the
    /// day about it.
    func wait(
        for purpose: Purpose, of target: String, after earlier: Int, isAutoProtected: Bool
    ) -> TimeSpan {
        var longest = TimeSpan.zero
        for set in terms {
            let wait = set.wait(
                for: purpose, of: target, after: earlier, isAutoProtected: isAutoProtected)
            longest = max(longest, wait)
        }
        return longest
    }

    /// The wait before an impulse unblock of targets, without growth: the longest of all sets.
    func impulseWait(of targets: [String]) -> TimeSpan {
        terms.lazy.map { $0.impulseWait(of: targets) }.max() ?? .zero
    }

    /// The length of a grant of targets: the shortest of all sets.
    package func grant(of targets: [String]) -> TimeSpan {
        terms.lazy.map { $0.grant(of: targets) }.min() ?? unblock.grant
    }

    func wait(for purpose: Purpose, isAutoProtected: Bool) -> TimeSpan {
        switch purpose {
        case .impulse: unblock.impulseWait
        case .planned:
            isAutoProtected ? max(unblock.plannedWait, unblock.impulseWait) : unblock.plannedWait
        }
    }
}
