import RuleModel

/// Waits before targets open.
extension Engine {
    /// The remaining wait of a request, maybe below zero; nil before its intent is named.
    package func waitLeft(of request: UnblockRequest) -> TimeSpan? {
        request.wait.map { $0.deadline.elapsed - clock.last.elapsed }
    }

    /// Lengthens the running waits for targets on which an auto-protection starts.
    mutating func lengthenWaits(of targets: [String]) {
        for request in state.requests where !unblocking.isConfirming(request.id) {
            let protected = request.targets.filter(targets.contains)
            guard !protected.isEmpty, request.intent != nil, let wait = request.wait else {
                continue
            }
            let length = rules.impulseWait(of: protected)
            guard length > wait.length else { continue }
            let more = length - wait.length
            var longer = request
            longer.wait = wait.lengthened(by: more)
            longer.expires = request.expires.lengthened(by: more)
            record(.intentGiven(longer))
        }
    }

    /// The general wait for a purpose under the present rules: of a target that has no wait of its
    /// own, the first time on a day.
    package func wait(for purpose: Purpose, isAutoProtected: Bool) -> TimeSpan {
        rules.wait(for: purpose, isAutoProtected: isAutoProtected)
    }

    /// The wait before some targets open: the longest of theirs. `open` is the request if it is
    /// recorded already: it is not one of the earlier requests. An emergency has a wait of its own,
    /// which only lengthens.
    func wait(
        for intent: Intent, _ targets: [String], open: UnblockRequest? = nil, isEmergency: Bool
    ) -> TimeSpan {
        let start = rules.haveGrowingWaits ? startOfRequestDay : nil
        var longest: TimeSpan?
        // A closure would be handed a copy of the whole engine.
        for target in targets {
            var earlier = 0
            if let start {
                let isCounted = open.map { $0.counts(about: target, from: start) } ?? false
                let counted = state.targetRequests.count(of: target, from: start)
                // A request that is open since a version that did not count is not among them.
                earlier = max(0, counted - (isCounted ? 1 : 0))
            }
            let isProtected = !state.protections.isEmpty && isAutoProtected(target)
            let wait = rules.wait(
                for: intent.purpose, of: target, after: earlier, isAutoProtected: isProtected)
            longest = max(longest ?? wait, wait)
        }
        let usual = longest ?? rules.wait(for: intent.purpose, isAutoProtected: false)
        return isEmergency ? max(usual, emergencyStanding?.wait ?? .zero) : usual
    }

    func expiry(after wait: Countdown?) -> Countdown {
        Countdown((wait?.length ?? .zero) + UnblockRequest.patience, from: clock.last)
    }

    /// The start of the day of requests: the last 04:00 in the rules' zone.
    private var startOfRequestDay: Instant {
        let minute = UnblockRules.dayBegins
        let zone = localZone
        let day = LocalTime(now, in: zone).day(beginningAt: minute)
        // If clocks are set back over 04:00, it comes twice; the day still begins once.
        let next = zone.instant(ofDay: day + 1, minute: minute)
        return next <= now ? next : zone.instant(ofDay: day, minute: minute)
    }
}

extension UnblockRequest {
    /// Whether the open request is among the recorded ones about a target since an instant. A pause
    /// becomes one when it opens the target.
    fileprivate func counts(about target: String, from instant: Instant) -> Bool {
        !isPause && at >= instant && targets.contains(target)
    }
}
