import API

/// The pages of the rules: those in force, their errors, pending edits, and simulations.
enum RulesRoutes {
    static let routes: [Route] = [
        Route(.get, "rules") { context, _ in try overview(context) },
        Route(.post, "rules/reload") { context, _ in try reload(context) },
        Route(.get, "rules/file") { context, _ in try file(context) },
        Route(.get, "rules/next-week") { context, _ in
            let week = try SimulatedWeek(context)
            return context.show(
                "next-week", title: context.texts("rules.nextWeek"),
                NextWeekView(week, context.environment))
        },
        Route(.get, "rules/try") { context, _ in try trial(context) },
        Route(.post, "rules/try") { context, _ in try tried(context) },
    ]

    private static func overview(
        _ context: PageContext, refusal: [RulesAPI.Diagnostic]? = nil, status: Int = 200
    ) throws -> PageResponse {
        let list = try context.daemon.call(RulesAPI.List.self)
        let diagnostics = try context.daemon.call(RulesAPI.Diagnostics.self)
        let now = try context.daemon.now()
        return context.show(
            "rules", title: context.texts("rules.title"),
            RulesView(list, diagnostics, refusal: refusal, now, context.environment), status: status
        )
    }

    private static func reload(_ context: PageContext) throws -> PageResponse {
        do {
            let reply = try context.daemon.call(RulesAPI.Reload.self)
            if let waiting = reply.pendingEdits, !waiting.isEmpty {
                return .redirect("rules?done=reloadedWaiting")
            }
            return .redirect(reply.changed ? "rules?done=reloaded" : "rules?done=unchanged")
        } catch CallFailure.refused(let error as RulesAPI.RulesRefused) {
            return try overview(context, refusal: error.diagnostics, status: 422)
        }
    }

    private static func file(_ context: PageContext) throws -> PageResponse {
        let sources = try context.daemon.call(RulesAPI.Sources.self).sources
        guard let source = sources.first(where: { $0.path == context.request.query["path"] })
        else { throw PageNotFound() }
        return context.show(
            "rule-file", title: context.texts("rules.file"),
            RuleFileView(source, context.environment))
    }

    private static func trial(_ context: PageContext) throws -> PageResponse {
        let sources = try context.daemon.call(RulesAPI.Sources.self).sources
        let source = sources.first { $0.path == context.request.query["path"] }
        let trial = Trial(
            name: source?.path.lastPathPart ?? "90-try.yaml", text: source?.text ?? Trial.beginning)
        return context.show("try-rules", title: context.texts("rules.try"), trial)
    }

    private static func tried(_ context: PageContext) throws -> PageResponse {
        let form = context.request.form
        var trial = Trial(name: form.typed("name"), text: form.typed("text"))
        try trial.run(context)
        return context.show(
            "try-rules", title: context.texts("rules.try"), trial,
            status: trial.accepted == nil ? 422 : 200)
    }
}

extension DaemonCalls {
    func now() throws(CallFailure) -> Moment {
        let status = try call(DaemonAPI.GetStatus.self)
        return Moment(status.now) ?? Moment(seconds: 0, offset: 0)
    }
}

extension String {
    /// The last part of a path.
    var lastPathPart: String { split(separator: "/").last.map(String.init) ?? self }
}

extension RulesAPI.Source {
    /// True if it is one of the person's own rule files.
    var isOwn: Bool { layer == 2 && digest == nil }
}
