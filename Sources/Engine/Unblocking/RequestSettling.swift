/// Requests that nobody ends.
extension Engine {
    /// Closes the requests whose time is over, and those that are about nothing any more; only what
    /// was unsettled can have changed.
    mutating func settleRequests(_ unsettled: Unsettled) {
        restartWaits()
        // By place, since a request is long and is seldom over.
        let open = state.requests
        for index in open.indices {
            let id = open[index].id
            guard !confirming.values.contains(id) else { continue }
            if open[index].expires.isOver(at: clock.last) {
                record(.requestClosed(RequestClosing(request: id, outcome: .expired)))
            } else if unsettled.holds(oneOf: open[index].targets), hasLapsed(open[index]) {
                record(.requestClosed(RequestClosing(request: id, outcome: .lapsed)))
            }
        }
    }

    /// Has the waits of pauses begin anew whose targets become blocked now: a wait cannot be stored
    /// up while nothing was missed.
    private mutating func restartWaits() {
        guard !newlyBlocked.isEmpty else { return }
        let blocked = newlyBlocked
        // A pause that is being confirmed may come back; its wait is looked at then.
        let waiting = state.requests.filter {
            $0.isPause && confirming.values.contains($0.id)
        }
        newlyBlocked = blocked.filter { target in
            waiting.contains { $0.targets.contains(target) }
        }
        for request in state.requests
        where request.isPause && !confirming.values.contains(request.id)
            && request.targets.contains(where: blocked.contains)
        {
            guard let length = request.wait?.length else { continue }
            let wait = Countdown(length, from: clock.last)
            guard wait != request.wait else { continue }
            var later = request
            later.wait = wait
            later.expires = expiry(after: wait)
            record(.intentGiven(later))
        }
    }

    private func hasLapsed(_ request: UnblockRequest) -> Bool {
        if case .protection(let id) = request.place {
            return !state.protections.contains { $0.id == id }
        }
        if request.isPause { return !request.targets.contains { agenda.knows(target: $0) } }
        return !isBlocked(oneOf: targetsToConfirm(request))
    }
}
