import API

/// The first page: the current state.
enum HomeRoutes {
    static let routes: [Route] = [
        Route(.get, "") { context, _ in
            let facts = try HomeFacts(context.daemon)
            return context.show(
                "home", title: context.texts("home.title"), HomeView(facts, context.environment),
                banner: banner(facts, context.texts))
        }
    ]

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
    }

    var now: Moment { Moment(protection.now) ?? Moment(seconds: 0, offset: 0) }
    var isQuiet: Bool {
        protection.targets.contains { $0.restrictions.contains { $0.kind == .quietHours } }
    }
}
