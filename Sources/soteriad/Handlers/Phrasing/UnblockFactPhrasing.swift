import API
import Engine
import Varlink

/// The facts of the conversation about a blocked target, as `daemon.Events` shows them.
extension Daemon {
    /// The members of a fact of the conversation; none of any other.
    func conversation(_ fact: Fact) -> [(String, JSON)] {
        switch fact {
        case .attempted(let attempt):
            [member(of: attempt.place), ("targets", strings(attempt.targets))]
        case .unblockRequested(let request), .intentGiven(let request): members(of: request)
        case .blockKept(let request): [("request", .integer(request))]
        case .unblocked(let grant):
            [
                ("grant", .integer(grant.id)), ("request", .integer(grant.request)),
                ("targets", strings(grant.targets)),
                ("purpose", .string(grant.purpose.rawValue)),
                ("seconds", .integer(grant.time.length.seconds)),
            ] + optional("quietHours", grant.quietHours)
        case .requestClosed(let closing):
            [
                ("request", .integer(closing.request)),
                ("outcome", .string(closing.outcome.rawValue)),
            ]
        case .grantEnded(let ending):
            [("grant", .integer(ending.grant)), ("reason", .string(ending.reason.rawValue))]
        case .protectionReleased(let release):
            [
                ("id", .integer(release.id)), ("request", .integer(release.request)),
                ("purpose", .string(release.purpose.rawValue)),
            ] + optional("quietHours", release.quietHours)
                + (release.targets.map { [("targets", strings($0))] } ?? [])
        case .promptClosed(let closing):
            [
                ("prompt", .integer(closing.prompt)),
                ("closing", .string(closing.closing.rawValue)),
            ] + member("choice", closing.choice?.rawValue)
        default: []
        }
    }

    private func members(of request: UnblockRequest) -> [(String, JSON)] {
        let circumstances = request.circumstances
        let known: [(String, JSON)] = [
            ("request", .integer(request.id)), ("targets", strings(request.targets)),
            ("pause", .bool(request.isPause)), member(of: request.place),
            ("hour", number(circumstances.hour)), ("weekday", number(circumstances.weekday)),
            ("quietHours", .bool(circumstances.quietHours)),
            ("requestsToday", number(circumstances.requestsToday)),
            ("requestsThisWeek", number(circumstances.requestsThisWeek)),
            ("unblocksToday", number(circumstances.unblocksToday)),
            ("unblocksThisWeek", number(circumstances.unblocksThisWeek)),
        ]
        let since = circumstances.sinceLastUnblock.map {
            [("sinceLastUnblock", JSON.integer($0.seconds))]
        }
        return known + (since ?? []) + said(in: request)
    }

    /// What the person said; nothing until then.
    private func said(in request: UnblockRequest) -> [(String, JSON)] {
        guard let intent = request.intent else { return [] }
        var members: [(String, JSON)] = [("purpose", .string(intent.purpose.rawValue))]
        members += member("category", intent.category) + member("mood", intent.mood)
        members += member("amount", intent.amount?.decimal)
        members += member("currency", intent.amount?.currency)
        if let minutes = intent.minutes { members.append(("minutes", number(minutes))) }
        if let wait = request.wait {
            members.append(("waitSeconds", .integer(wait.length.seconds)))
        }
        return members
    }

    /// A place as a member of its kind.
    func member(of place: Place) -> (String, JSON) {
        switch place {
        case .target(let key): ("target", .string(key))
        case .site(let host): ("site", .string(host))
        case .app(let identifier): ("app", .string(identifier))
        case .protection(let id): ("protection", .integer(id))
        case .everything: ("everything", true)
        }
    }

    private func optional(_ name: String, _ value: Bool?) -> [(String, JSON)] {
        value.map { [(name, .bool($0))] } ?? []
    }
}
