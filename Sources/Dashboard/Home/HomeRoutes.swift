import API

/// The first page: the current state.
enum HomeRoutes {
    static let routes: [Route] = [
        Route(.get, "") { context, _ in try show(context) },
        Route(.post, "protect") { context, _ in try protect(context) },
    ]

    /// Protects all monitored targets for an hour.
    private static func protect(_ context: PageContext) throws -> PageResponse {
        do throws(CallFailure) {
            _ = try context.daemon.call(ProtectionAPI.Start.self, .init(seconds: 3600))
            return .redirect("?done=protected")
        } catch .refused(let error) {
            return try show(context, error: ErrorMessage.words(error, context.environment))
        }
    }

    /// The page, with what a refused request was told.
    private static func show(
        _ context: PageContext, error: String? = nil
    ) throws -> PageResponse {
        let facts = try HomeFacts(context.daemon)
        return context.show(
            "home", title: context.texts("home.title"), HomeView(facts, context.environment),
            banner: error.map { Notice(level: "error", text: $0) } ?? banner(facts, context.texts),
            status: error == nil ? 200 : 422)
    }

    private static func banner(_ facts: HomeFacts, _ texts: Texts) -> Notice? {
        if facts.status.rules.refused {
            return Notice(
                level: "error", text: texts("home.refused", count: facts.status.rules.errors),
                path: "rules", label: texts("home.seeRules"))
        }
        if !facts.status.store.healthy {
            return Notice(
                level: "error",
                text: texts("home.unhealthy", ["reason": facts.status.store.problem ?? ""]),
                path: "record", label: texts("home.seeRecord"))
        }
        return facts.isQuiet
            ? Notice(
                level: "info", text: texts("home.quietNow"), path: "pause",
                label: texts("home.pause")) : nil
    }
}

struct HomeFacts {
    var protection: ProtectionAPI.List.Reply
    var status: DaemonAPI.GetStatus.Reply
    var week: MetricsAPI.Metrics
    var insights: [MetricsAPI.Insight]
    var risk: RiskAPI.Status
    var next: [QuietHoursAPI.Occurrence]
    var goals: [GoalsAPI.Goal]
    var checkIns: [CheckInAPI.CheckIn]
    var requests: [UnblockAPI.OpenRequest]
    /// The schedules that would be active now but are switched off; empty unless the risk is high.
    var switchedOff: [QuietHoursAPI.Schedule] = []

    init(_ daemon: any DaemonCalls) throws(CallFailure) {
        protection = try daemon.call(ProtectionAPI.List.self)
        status = try daemon.call(DaemonAPI.GetStatus.self)
        week = try daemon.call(MetricsAPI.Get.self, .init(range: .thisWeek)).metrics
        insights = try daemon.call(MetricsAPI.Insights.self, .init(range: .thisWeek)).insights
        risk = try daemon.call(RiskAPI.GetStatus.self).status
        next = try daemon.call(QuietHoursAPI.Next.self, .init(count: 3)).occurrences
        goals = try daemon.call(GoalsAPI.List.self).goals
        checkIns = try daemon.call(CheckInAPI.List.self).checkIns
        requests = try daemon.call(UnblockAPI.List.self, .init()).requests
        guard isRisky else { return }
        let now = now
        switchedOff = try daemon.call(QuietHoursAPI.List.self).schedules.filter { schedule in
            !schedule.enabled && (schedule.start.flatMap(Moment.init).map { $0 <= now } ?? false)
        }
    }

    /// Whether the risk is high and there is something to protect.
    var isRisky: Bool {
        [.high, .critical].contains(risk.level) && protection.targets.contains(where: \.monitored)
    }

    var now: Moment { Moment(protection.now) ?? Moment(seconds: 0, offset: 0) }
    var isQuiet: Bool {
        protection.targets.contains { $0.restrictions.contains { $0.kind == .quietHours } }
    }
}
