import API
import RuleEditing
import RuleModel

enum SettingsPage {
    struct View {
        let notice: Notice?
        let themes: [FormChoice]
        let themeError: String?
        let plan: PlanView
        let notifications: [Notification]
        let prediction: Prediction
        let autoProtections: [AutoProtectionSwitch.View]
        /// Nil if no agent has told how it learns which app is in use.
        let use: Use?
        let debugging: CheckInDebugPage.View?
        let about: About
    }

    struct PlanView {
        let heading: String
        let allowances: [LabelledValue]
    }

    struct Notification {
        let when: String
        let what: String
        let actions: String
    }

    /// The next risky hour with a notification in advance.
    struct Prediction {
        let isOn: Bool
        let label: String
        let next: String
        let why: String?
    }

    /// How the agent learns which app is in use.
    struct Use {
        let isEstimated: Bool
        let facts: [LabelledValue]
    }

    struct About {
        let version: String
        /// The version of the pages, if it differs from the daemon's.
        let pages: String?
        let directories: [Directory]
        let preferences: String
    }

    struct Directory {
        let file: String
        let layer: String
        let problem: String?
    }

    /// Shows the page, with the failed request if there was one.
    static func show(
        _ context: PageContext, error: String? = nil, themeError: String? = nil
    ) throws -> PageResponse {
        let daemon = context.daemon
        let texts = context.texts
        let status = try daemon.call(DaemonAPI.GetStatus.self)
        let now = Moment(status.now) ?? Moment(seconds: 0, offset: 0)
        let plan = try daemon.call(RulesAPI.List.self).plan
        let allowances =
            try PlanLookup(daemon, environment: context.surroundings.environment).plan(plan)
            .map { Self.allowances(of: $0, context) } ?? []
        let rules = try daemon.call(ProtectionAPI.ListAutoProtections.self).rules
        let chosen = Preferences.read(context.surroundings).theme
        let view = View(
            notice: error.map { Notice(level: "error", text: $0) },
            themes: ThemeChoice.choices(chosen, texts), themeError: themeError,
            plan: PlanView(
                heading: texts("settings.planHeading", ["plan": plan]), allowances: allowances),
            notifications: notifications(texts),
            prediction: try prediction(context, now),
            autoProtections: rules.map {
                AutoProtectionSwitch.view(
                    $0, pending: status.rules.pendingEdits ?? [], now: now, context)
            },
            use: status.source.map { use($0, texts) },
            debugging: try CheckInDebugPage.view(context, now),
            about: about(status, context))
        return context.show(
            "settings", title: texts("settings.title"), view,
            status: error == nil && themeError == nil ? 200 : 422)
    }

    private static func use(_ source: DaemonAPI.Source, _ texts: Texts) -> Use {
        let facts = [
            ("front", source.estimated ? texts("settings.use.estimated") : source.front),
            ("idle", source.idle ?? texts("settings.use.untold")),
        ]
        return Use(
            isEstimated: source.estimated,
            facts: facts.map {
                LabelledValue(label: texts("settings.use.\($0.0)"), value: $0.1)
            })
    }

    /// The features of a plan, in words.
    private static func allowances(of plan: Plan, _ context: PageContext) -> [LabelledValue] {
        let texts = context.texts
        func count(_ limit: Int?) -> String {
            limit.map { context.formats.number($0) } ?? texts("settings.unlimited")
        }
        func truth(_ isAllowed: Bool) -> String {
            texts(isAllowed ? "settings.allowed" : "settings.notAllowed")
        }
        let ranges = plan.metrics.map { ranges in
            ranges.map(\.rawValue).sorted { order($0) < order($1) }
                .map { texts("settings.range.\($0)") }.joined(separator: ", ")
        }
        let values: [(String, String)] = [
            ("entries", count(plan.entries)), ("schedules", count(plan.schedules)),
            ("editSchedules", truth(plan.canEditSchedules)),
            ("autoProtections", count(plan.autoProtections)),
            ("metrics", ranges ?? texts("settings.everyRange")),
            ("predictiveAlerts", truth(plan.hasPredictiveAlerts)),
            ("export", truth(plan.hasExport)),
        ]
        return values.map { LabelledValue(label: texts("settings.plan.\($0.0)"), value: $0.1) }
    }

    /// The sort order of ranges: shorter ones first.
    private static func order(_ range: String) -> Int {
        MetricsAPI.Range.allCases.firstIndex { $0.rawValue == range } ?? Int.max
    }

    /// A row for each kind of prompt, with the actions that its notification really has.
    private static func notifications(_ texts: Texts) -> [Notification] {
        PromptsAPI.Kind.allCases.map { kind in
            let name = name(of: kind)
            return Notification(
                when: texts("settings.told.\(name).when"),
                what: texts("settings.told.\(name).what"),
                actions: texts("settings.told.\(name).actions"))
        }
    }

    /// The name of a kind in the keys of the catalogue.
    private static func name(of kind: PromptsAPI.Kind) -> String {
        switch kind {
        case .blockedOpened: "blocked"
        case .riskHigh: "risk"
        case .autoProtection: "autoProtection"
        case .logOutcome: "ended"
        case .checkIn: "checkIn"
        case .riskyHour: "riskyHour"
        case .closing: "closing"
        case .checkInText: "text"
        }
    }

    private static func prediction(_ context: PageContext, _ now: Moment) throws -> Prediction {
        let texts = context.texts
        let reply = try context.daemon.call(MetricsAPI.Prediction.self)
        let next = reply.next.map {
            texts(
                "settings.predictionNext",
                ["time": context.formats.moment($0.begins, now: now)])
        }
        return Prediction(
            isOn: reply.enabled,
            label: texts(reply.enabled ? "settings.predictionOn" : "settings.predictionOff"),
            next: next ?? texts("settings.predictionNone"),
            why: reply.next == nil ? nil : reply.text)
    }

    private static func about(_ status: DaemonAPI.GetStatus.Reply, _ context: PageContext) -> About
    {
        let texts = context.texts
        return About(
            version: texts("settings.version", ["version": status.version]),
            pages: status.version == Version.text
                ? nil : texts("settings.pagesVersion", ["version": Version.text]),
            directories: status.rules.directories.map { directory in
                Directory(
                    file: directory.path,
                    layer: texts("settings.layer.\(directory.layer.rawValue)"),
                    problem: directory.problem.map {
                        texts("settings.unwatched", ["reason": $0])
                    })
            },
            preferences: texts(
                "settings.preferences", ["path": Preferences.path(context.surroundings)]))
    }
}
