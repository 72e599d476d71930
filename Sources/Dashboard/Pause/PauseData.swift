import API
import RuleEditing

struct PauseData {
    let context: PageContext
    let state: ProtectionAPI.List.Reply
    let open: UnblockAPI.List.Reply
    let now: Moment

    init(_ context: PageContext) throws {
        self.context = context
        state = try context.daemon.call(ProtectionAPI.List.self)
        open = try context.daemon.call(UnblockAPI.List.self, .init())
        now = Moment(state.now) ?? Moment(seconds: 0, offset: 0)
    }

    func request(_ number: Int) -> UnblockAPI.OpenRequest? {
        open.requests.first { $0.request == number }
    }

    /// The subject of a request, as the person said it.
    func subject(_ request: UnblockAPI.OpenRequest) -> String {
        let place = request.place
        if place.everything == true { return context.texts("pause.everything") }
        if let protection = place.protection {
            return context.texts("pause.protectionNumber", ["number": String(protection)])
        }
        let names = state.names(of: request.targets)
        guard let part = place.siteName ?? place.app else { return names }
        return context.texts("pause.partOf", ["part": part, "targets": names])
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
        func timed(_ key: String, _ instant: String?) -> String {
            guard let instant else { return texts("pause.\(key)") }
            return texts("pause.\(key)Until", ["time": moment(instant)])
        }
        let (kind, label) =
            target.blocked
            ? ("blocked", timed("blocked", target.until))
            : target.monitored
                ? ("open", timed("open", target.grantedUntil))
                : ("neutral", texts("pause.notMonitored"))
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

    /// The states of a request's targets, blocked ones first.
    func standings(of request: UnblockAPI.OpenRequest) -> [Standing] {
        state.targets.filter { request.targets.contains($0.target) }
            .sorted { $0.blocked && !$1.blocked }.map(standing)
    }

    /// True if a subject of the request is blocked. A request about a protection always counts: the
    /// protection can be ended early even while a grant keeps its targets open.
    func isBlocked(_ request: UnblockAPI.OpenRequest) -> Bool {
        request.place.protection != nil
            || state.targets.contains { $0.blocked && request.targets.contains($0.target) }
    }

    /// The message that a strict restriction holds a target, with its end; nil if none does.
    func strict(_ request: UnblockAPI.OpenRequest) -> String? {
        let held = state.targets.filter {
            $0.blocked && $0.strict && request.targets.contains($0.target)
        }
        guard !held.isEmpty else { return nil }
        let names = held.map(\.name).joined(separator: ", ")
        guard let end = held.flatMap(\.restrictions).strictEnd else {
            return context.texts("pause.strict", ["targets": names])
        }
        return context.texts(
            "pause.strictUntil", ["targets": names, "time": context.formats.moment(end, now: now)])
    }

    /// True if an emergency can be about the request: it names a target, a site or an app, and no
    /// strict check-in blocks it.
    func mayBeEmergency(_ request: UnblockAPI.OpenRequest) -> Bool {
        guard request.place.protection == nil, request.place.everything != true else {
            return false
        }
        return state.targets.filter { request.targets.contains($0.target) }
            .flatMap(\.restrictions).allSatisfy { !$0.strict || $0.kind != .checkIn }
    }

    func moment(_ instant: String) -> String { context.formats.moment(instant, now: now) }

    func length(_ seconds: Int) -> String { context.formats.length(seconds: seconds) }
}
