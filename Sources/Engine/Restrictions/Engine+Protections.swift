import RuleModel

/// Manual protections, and the ends of all protections.
extension Engine {
    /// Starts a manual protection of one target, or of all that are monitored.
    mutating func protect(
        _ target: String?, for length: TimeSpan, name: String, isStrict: Bool
    ) -> Result<StartProtection.Reply, StartProtection.Refusal> {
        if let target {
            guard rules.targets.contains(where: { $0.key == target }) else {
                return .failure(.noSuchTarget(target))
            }
            guard isMonitored(target) else { return .failure(.notMonitored(target)) }
        }
        let targets = target.map { [$0] } ?? rules.targets.map(\.key).filter { isMonitored($0) }
        return protect(targets, for: length, name: name, isStrict: isStrict)
    }

    /// Starts a manual protection of targets, which ends their grants and the requests about them.
    mutating func protect(
        _ targets: [String], for length: TimeSpan, name: String, isStrict: Bool
    ) -> Result<StartProtection.Reply, StartProtection.Refusal> {
        guard Protection.lengths.contains(length) else { return .failure(.invalidLength) }
        guard !targets.isEmpty else { return .failure(.noSuchTarget("")) }
        let protection = Protection(
            id: nextSequence, kind: .manualProtection, name: name, targets: targets,
            isStrict: isStrict, length: length,
            deadline: Deadline(boot: clock.last.boot, elapsed: clock.last.elapsed + length))
        // One that can still be taken back, or is being taken back, replaces no other.
        let lasting = (state.protections + [protection]).filter {
            $0.timeToTakeBack(at: clock.last) == nil && !unblocking.isTakingBack($0.id)
        }
        let covering = lasting.last { $0.covers(protection) }
        // A grant that is being written to disk ends only by a protection that began after it.
        if let covering, unblocking.lastConfirming == nil {
            endGrants(of: targets, .manualProtection)
            endRequests(about: targets, by: covering)
            return .success(.init(protection: covering, until: end(of: covering)))
        }
        let covered = state.protections.filter { running in
            lasting.contains { $0.covers(running) } && !unblocking.isTakingBack(running.id)
        }
        record(.protectionStarted(protection))
        for running in covered { record(.protectionEnded(id: running.id)) }
        endRequests(about: targets, by: protection)
        markDirty(targets)
        return .success(.init(protection: protection, until: end(of: protection)))
    }

    /// Ends the open requests about one of the targets that a person protects. A confirmation that
    /// is on its way to the disk ends its request.
    private mutating func endRequests(about targets: [String], by protection: Protection) {
        let revocable = protection.timeToTakeBack(at: clock.last) == nil ? nil : protection.id
        for request in requests(aboutOneOf: targets) where !unblocking.isConfirming(request.id) {
            let end = RequestEnd(request: request.id, outcome: .protected, protection: revocable)
            record(.requestClosed(end))
        }
    }

    /// Ends the protections whose time is over; true if there was one. One that is being taken back
    /// ends with that, in whatever order the events reach the disk.
    mutating func expireProtections() -> Bool {
        let over = state.protections.filter {
            $0.time.isOver(at: clock.last) && !unblocking.isTakingBack($0.id)
        }
        for protection in over { record(.protectionEnded(id: protection.id)) }
        return !over.isEmpty
    }
}
