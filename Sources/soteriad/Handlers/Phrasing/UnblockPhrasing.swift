import API
import Engine
import RuleModel

/// Requests and permissions in the types of the socket.
extension Daemon {
    func phrase(_ request: UnblockRequest) -> UnblockAPI.OpenRequest {
        let left = engine.waitLeft(of: request)
        return UnblockAPI.OpenRequest(
            request: Int(request.id), place: phrase(request.place), targets: request.targets,
            pause: request.isPause, at: text(request.at), intent: request.intent.map(phrase),
            waitEnds: text(left.map { engine.now + $0 }), waitSeconds: left?.secondsLeft,
            expires: text(engine.end(of: request.expires)),
            circumstances: phrase(request.circumstances))
    }

    func phrase(_ place: Place) -> UnblockAPI.Place {
        switch place {
        case .target(let key): UnblockAPI.Place(target: key)
        case .site(let host): UnblockAPI.Place(site: host)
        case .app(let identifier): UnblockAPI.Place(app: identifier)
        case .protection(let id): UnblockAPI.Place(protection: Int(id))
        case .everything: UnblockAPI.Place(everything: true)
        }
    }

    /// A permission that ends at an instant.
    func phrase(_ grant: Grant, until: Instant) -> UnblockAPI.Grant {
        UnblockAPI.Grant(
            grant: Int(grant.id), request: Int(grant.request), targets: grant.targets,
            purpose: phrase(grant.purpose), at: text(grant.at), until: text(until),
            seconds: (until - engine.now).secondsLeft)
    }

    func phrase(_ outcome: UnblockRequest.Outcome) -> UnblockAPI.Outcome {
        switch outcome {
        case .kept: .kept
        case .unblocked: .unblocked
        case .expired: .expired
        case .lapsed: .lapsed
        case .protected: .protected
        }
    }

    func phrase(_ purpose: Purpose) -> UnblockAPI.Purpose {
        switch purpose {
        case .planned: .planned
        case .impulse: .impulse
        }
    }

    private func phrase(_ intent: Intent) -> UnblockAPI.Intent {
        UnblockAPI.Intent(
            purpose: phrase(intent.purpose), category: intent.category, mood: intent.mood,
            amount: intent.amount?.decimal, currency: intent.amount?.currency,
            minutes: intent.minutes)
    }

    private func phrase(
        _ circumstances: UnblockRequest.Circumstances
    ) -> UnblockAPI.Circumstances {
        UnblockAPI.Circumstances(
            hour: circumstances.hour, weekday: circumstances.weekday,
            requestsToday: circumstances.requestsToday,
            requestsThisWeek: circumstances.requestsThisWeek,
            unblocksToday: circumstances.unblocksToday,
            unblocksThisWeek: circumstances.unblocksThisWeek,
            sinceLastUnblock: circumstances.sinceLastUnblock.map { Int($0.seconds) },
            quietHours: circumstances.quietHours)
    }
}
