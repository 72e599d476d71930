import API

/// How things stand, for the pages of a pause.
struct PauseScene {
    let context: PageContext
    let state: ProtectionAPI.List.Reply
    let open: UnblockAPI.List.Reply
    /// The daemon's own present.
    let now: Moment

    /// Asks the daemon.
    init(_ context: PageContext) throws {
        self.context = context
        state = try context.daemon.call(ProtectionAPI.List.self)
        open = try context.daemon.call(UnblockAPI.List.self, .init())
        now = Moment(state.now) ?? Moment(seconds: 0, offset: 0)
    }

    func request(_ number: Int) -> UnblockAPI.OpenRequest? {
        open.requests.first { $0.request == number }
    }

    /// The names of targets, or their keys where they have none any more.
    func names(_ keys: [String]) -> String {
        keys.map { key in state.targets.first { $0.target == key }?.name ?? key }
            .joined(separator: ", ")
    }

    /// What a request is about, as the person said it.
    func subject(_ request: UnblockAPI.OpenRequest) -> String {
        let place = request.place
        if place.everything == true { return context.texts("pause.everything") }
        if let protection = place.protection {
            return context.texts("pause.protectionNumber", ["number": String(protection)])
        }
        guard let part = place.site ?? place.app else { return names(request.targets) }
        return context.texts(
            "pause.partOf", ["part": part, "targets": names(request.targets)])
    }

    /// A target and whether it is blocked, with the reasons.
    struct Standing {
        let name: String
        /// `blocked` or `open` or `neutral`: the badge's kind.
        let kind: String
        let label: String
        let reasons: String?
    }

    func standing(_ target: ProtectionAPI.TargetState) -> Standing {
        let texts = context.texts
        let kind: String
        let label: String
        if target.blocked {
            kind = "blocked"
            label =
                target.until.map { texts("pause.blockedUntil", ["time": moment($0)]) }
                ?? texts("pause.blocked")
        } else if !target.monitored {
            (kind, label) = ("neutral", texts("pause.notMonitored"))
        } else {
            kind = "open"
            label =
                target.grantedUntil.map { texts("pause.openUntil", ["time": moment($0)]) }
                ?? texts("pause.open")
        }
        let reasons = target.restrictions.map { restriction in
            let kind = texts("pause.kind.\(restriction.kind.rawValue)")
            return texts(
                restriction.strict ? "pause.reasonStrict" : "pause.reason",
                ["name": restriction.name, "kind": kind])
        }
        return Standing(
            name: target.name, kind: kind, label: label,
            reasons: reasons.isEmpty ? nil : reasons.joined(separator: " · "))
    }

    /// How the targets of a request stand, those that are blocked first named.
    func standings(of request: UnblockAPI.OpenRequest) -> [Standing] {
        state.targets.filter { request.targets.contains($0.target) }
            .sorted { $0.blocked && !$1.blocked }.map(standing)
    }

    /// Whether something is blocked that the request is about. A protection can be ended early
    /// also while a permission keeps its targets open.
    func isBlocked(_ request: UnblockAPI.OpenRequest) -> Bool {
        request.place.protection != nil
            || state.targets.contains { $0.blocked && request.targets.contains($0.target) }
    }

    /// Until when something strict holds one of the request's targets, in words; nil where nothing
    /// does.
    func strict(_ request: UnblockAPI.OpenRequest) -> String? {
        let held = state.targets.filter {
            $0.blocked && $0.strict && request.targets.contains($0.target)
        }
        guard !held.isEmpty else { return nil }
        let names = held.map(\.name).joined(separator: ", ")
        let ends = held.flatMap(\.restrictions).filter(\.strict).map {
            $0.until.flatMap(Moment.init)
        }
        // One without a known end outlasts the others.
        guard !ends.contains(nil), let last = ends.compactMap(\.self).max() else {
            return context.texts("pause.strict", ["targets": names])
        }
        return context.texts(
            "pause.strictUntil",
            ["targets": names, "time": context.formats.moment(last, now: now)])
    }

    /// An instant of the daemon as a person says it.
    func moment(_ instant: String) -> String { context.formats.moment(instant, now: now) }

    /// A length of time in words.
    func length(_ seconds: Int) -> String { context.formats.length(seconds: seconds) }
}
