import RuleFiles
import RuleModel

/// The rules that another program's settings amount to, and the settings without a counterpart.
struct RuleDraft: Hashable {
    var targets: [Target] = []
    var omissions: [Omission] = []

    struct Target: Hashable {
        var name: String
        var sites: [String] = []
        var exceptSites: [String] = []
        var ranges: [RangeEntry] = []
        var limit: Limit?
        /// The wait before an unblock; nil: that of the rules.
        var wait: TimeSpan?
        /// How long an unblock lasts; nil: that of the rules.
        var grant: TimeSpan?
    }

    /// A budget of a target.
    struct Limit: Hashable {
        var length: TimeSpan
        var period: Budget.Period
        /// As in `RangeEntry`; nil: every day.
        var days: [String]?
        /// The time of day at which a period begins, `04:00`; nil: midnight.
        var resets: String?
    }

    /// A setting that was not taken over.
    struct Omission: Hashable, Encodable {
        /// The line of the file, from 1; nil if the file has no lines.
        var line: Int?
        /// The setting's name in the other program.
        var setting: String
        var value: String
        var reason: String
    }

    /// The rule file, with keys that are not among those taken.
    func file(_ comment: [String], besides taken: some Sequence<String>) -> NewRuleFile {
        var file = NewRuleFile(comment: comment)
        var taken = Set(taken)
        for target in targets {
            let key = ToolsFile().newKey(for: target.name, in: .targets, besides: taken)
            taken.insert(key)
            file.targets.append(
                NewRuleFile.Target(
                    key: key, name: target.name, sites: target.sites,
                    exceptSites: target.exceptSites, wait: target.wait, grant: target.grant))
            if !target.ranges.isEmpty {
                file.schedules.append(
                    ScheduleEntry(
                        key: key, name: target.name, block: [key], ranges: target.ranges))
            }
            if let limit = target.limit {
                file.budgets.append(
                    NewRuleFile.Budget(
                        key: key, name: target.name, target: key, limit: limit.length,
                        period: limit.period, days: limit.days, resets: limit.resets))
            }
        }
        return file
    }
}
