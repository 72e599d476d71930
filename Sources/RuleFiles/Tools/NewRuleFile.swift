import RuleModel

/// A rule file that a tool writes once and never changes, as after an import.
package struct NewRuleFile: Hashable, Sendable {
    /// Lines above the rules, without the `#`.
    package var comment: [String]
    package var targets: [Target] = []
    package var schedules: [ScheduleEntry] = []
    package var budgets: [Budget] = []

    package init(comment: [String]) { self.comment = comment }

    package struct Target: Hashable, Sendable {
        package var key: String
        package var name: String
        package var sites: [String]
        package var exceptSites: [String]
        /// The wait before an unblock of either purpose; nil: that of `unblock`.
        package var wait: TimeSpan?
        /// How long an unblock lasts; nil: that of `unblock`.
        package var grant: TimeSpan?

        package init(
            key: String, name: String, sites: [String], exceptSites: [String] = [],
            wait: TimeSpan? = nil, grant: TimeSpan? = nil
        ) {
            self.key = key
            self.name = name
            self.sites = sites
            self.exceptSites = exceptSites
            self.wait = wait
            self.grant = grant
        }
    }

    package struct Budget: Hashable, Sendable {
        package var key: String
        package var name: String
        package var target: String
        package var limit: TimeSpan
        package var period: RuleModel.Budget.Period
        /// As in `RangeEntry`; nil: every day.
        package var days: [String]?
        /// The time of day at which a period begins, `04:00`; nil: midnight.
        package var resets: String?

        package init(
            key: String, name: String, target: String, limit: TimeSpan,
            period: RuleModel.Budget.Period, days: [String]? = nil, resets: String? = nil
        ) {
            self.key = key
            self.name = name
            self.target = target
            self.limit = limit
            self.period = period
            self.days = days
            self.resets = resets
        }
    }

    /// The file's text.
    package var text: String {
        let sections = [
            Literal.Member(ToolsSection.targets.rawValue, .map(targets.map(\.member))),
            Literal.Member(
                ToolsSection.quietHours.rawValue,
                .map(schedules.map { Literal.Member($0.key, .present($0.parts)) })),
            Literal.Member("budgets", .map(budgets.map(\.member))),
        ]
        let head = comment.map { "# \($0)\n" }.joined() + "version: 1\n"
        let filled = sections.filter { $0.value.members?.isEmpty == false }
        return ([head] + filled.map { Literal.map([$0]).yamlLines() }).joined(separator: "\n")
    }
}

extension NewRuleFile.Target {
    fileprivate var member: Literal.Member {
        let length = wait.map { Literal.text(TimeSpanText.short.text($0)) }
        let waits = length.map {
            Literal.map([
                Literal.Member(TargetWaitFields.planned.key, $0),
                Literal.Member(TargetWaitFields.impulse.key, $0),
            ])
        }
        return Literal.Member(
            key,
            .present([
                (TargetFields.name.key, .text(name)),
                (TargetFields.sites.key, .texts(sites)),
                (TargetFields.exceptSites.key, .filled(exceptSites)),
                (TargetFields.wait.key, waits),
                (TargetFields.grant.key, grant.map { .text(TimeSpanText.short.text($0)) }),
            ]))
    }
}

extension NewRuleFile.Budget {
    fileprivate var member: Literal.Member {
        Literal.Member(
            key,
            .present([
                (BudgetFields.name.key, .text(name)),
                (BudgetFields.target.key, .text(target)),
                (BudgetFields.limit.key, .text(TimeSpanText.short.text(limit))),
                (BudgetFields.period.key, .text(period.rawValue)),
                (BudgetFields.days.key, days.map { .texts($0) }),
                (BudgetFields.resets.key, resets.map { .text($0) }),
            ]))
    }
}

extension Literal {
    /// A map of the parts that have a value.
    fileprivate static func present(_ parts: [(key: String, value: Literal?)]) -> Literal {
        .map(parts.compactMap { part in part.value.map { Member(part.key, $0) } })
    }
}
