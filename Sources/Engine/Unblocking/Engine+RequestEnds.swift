/// Ends of requests without an action of the person.
extension Engine {
    /// Closes requests that are over or no longer concern a block; only dirty targets can have
    /// changed.
    mutating func expireRequests(_ dirty: DirtyTargets) {
        restartWaits()
        // By index: a request is large and seldom over.
        let open = state.requests
        for index in open.indices {
            let id = open[index].id
            guard !unblocking.isConfirming(id) else { continue }
            if open[index].expires.isOver(at: clock.last) {
                record(.requestClosed(RequestEnd(request: id, outcome: .expired)))
            } else if dirty.holds(oneOf: open[index].targets), hasLapsed(open[index]) {
                record(.requestClosed(RequestEnd(request: id, outcome: .lapsed)))
            }
        }
    }

    /// Restarts the waits of pauses whose targets become blocked: a wait cannot be saved up.
    private mutating func restartWaits() {
        guard !unblocking.newlyBlocked.isEmpty else { return }
        // A pause that is being confirmed may come back; its wait is checked then.
        let waiting = state.requests.filter {
            $0.isPause && unblocking.isConfirming($0.id)
        }
        let blocked = unblocking.drainNewlyBlocked(keeping: waiting)
        for request in state.requests
        where request.isPause && !unblocking.isConfirming(request.id)
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

    /// Records that a target became blocked, for pauses.
    mutating func recordBlocked(_ target: String) {
        if state.requests.contains(where: \.isPause) { unblocking.recordBlocked(target) }
    }

    /// Keeps a protection from ending by itself while its taking back, the next event, is being
    /// written.
    mutating func beginTakingBack(_ protection: Int64) {
        unblocking.takeBack(protection, by: nextSequence)
    }

    /// Ends the wait for a confirmation, or for the taking back of a protection, whose event is on
    /// disk or failed.
    mutating func endConfirmation(by sequence: Int64) { unblocking.end(by: sequence) }

    private func hasLapsed(_ request: UnblockRequest) -> Bool {
        if case .protection(let id) = request.place {
            return !state.protections.contains { $0.id == id }
        }
        if request.isPause { return !request.targets.contains { scheduleQueue.knows(target: $0) } }
        return !isBlocked(oneOf: targetsToConfirm(request))
    }
}
