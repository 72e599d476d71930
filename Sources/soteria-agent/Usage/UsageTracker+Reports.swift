import API

/// Reports to the daemon about units, and its replies.
extension UsageTracker {
    /// Reports the apps of a used unit that are not reported yet.
    mutating func open(_ name: String) -> [Action] {
        guard isReporting, let unit = units[name], unit.isUsed else { return [] }
        return unit.reports.keys.sorted().compactMap { app in
            guard unit.reports[app] == .unopened else { return nil }
            let token = nextToken()
            openings.insert(token)
            units[name]?.reports[app] = .opening(token: token)
            return .open(token: token, app: app)
        }
    }

    /// Closes the uses of a unit. A use that is being opened is closed after the daemon's reply.
    mutating func close(_ name: String) -> [Action] {
        guard let unit = units[name] else { return [] }
        return unit.reports.sorted { $0.key < $1.key }.compactMap { app, report in
            switch report {
            case .unopened, .untracked: return nil
            case .opening:
                units[name]?.reports[app] = .unopened
                return nil
            case .open(let use):
                units[name]?.reports[app] = .unopened
                closings += 1
                return .close(use: use)
            }
        }
    }

    mutating func opened(_ token: Int, _ result: Result<Int, CallFailure>) -> [Action] {
        openings.remove(token)
        let report = TrackedUnit.Report.opening(token: token)
        for (name, unit) in units {
            guard let app = unit.reports.first(where: { $0.value == report })?.key else { continue }
            switch result {
            case .success(let use): units[name]?.reports[app] = .open(use: use)
            case .failure(.refused(is UsageAPI.NotTracked)):
                units[name]?.reports[app] = .untracked
            // Reported again when the unit is next active.
            case .failure: units[name]?.reports[app] = .unopened
            }
            return []
        }
        // The unit has ended since.
        guard case .success(let use) = result else { return [] }
        closings += 1
        return [.close(use: use)]
    }

    mutating func seen(_ result: Result<[Int], CallFailure>) -> [Action] {
        guard case .success(let unknown) = result, !unknown.isEmpty else { return [] }
        let lost = Set(unknown)
        var actions: [Action] = []
        for name in units.keys.sorted() {
            for (app, report) in units[name]?.reports ?? [:] {
                guard case .open(let use) = report, lost.contains(use) else { continue }
                units[name]?.reports[app] = .unopened
            }
            actions += open(name)
        }
        return actions
    }

    mutating func closed() -> [Action] {
        closings = max(0, closings - 1)
        return []
    }

    mutating func placesChanged() -> [Action] {
        for (name, unit) in units {
            for (app, report) in unit.reports where report == .untracked {
                units[name]?.reports[app] = .unopened
            }
        }
        return units.keys.sorted().flatMap { open($0) }
    }

    // MARK: The daemon

    mutating func daemonCame(at now: Duration) -> [Action] {
        guard !isReachable else { return reportPresence(at: now, isAnew: true) }
        isReachable = true
        return reportPresence(at: now, isAnew: true) + resume(at: now)
    }

    /// Handles the loss of the daemon: it forgets open uses, or will when they get no heartbeat.
    mutating func daemonWentAway() -> [Action] {
        isReachable = false
        reportedPresence = nil
        for name in units.keys { _ = close(name) }
        _ = dropWhatWasLeft()
        closings = 0
        return []
    }

    // MARK: The person

    /// Changes what is known of the presence, reports it, and begins or ends what depends on it.
    mutating func updatePresence(
        at now: Duration, _ change: (inout Absence) -> Void
    ) -> [Action] {
        change(&absence)
        // First of all, so that the daemon takes back what was no use from one that is still open.
        return reportPresence(at: now, isAnew: false) + useFront()
    }

    /// Reports the person's presence. If the presence is unknown, only an earlier report is
    /// withdrawn.
    mutating func reportPresence(at now: Duration, isAnew: Bool) -> [Action] {
        guard isReachable else { return [] }
        if isAnew { reportedPresence = nil }
        let presence = absence.presence ?? (reportedPresence == nil ? nil : .present)
        guard let presence, reportedPresence?.isLike(presence) != true else { return [] }
        reportedPresence = presence
        let idle = presence.isIdle ? presence.idleSince.map { now - $0 } ?? .zero : .zero
        return [
            .setIdle(
                isIdle: presence.isIdle, isLocked: presence.isLocked,
                seconds: Int(max(0, idle.components.seconds)))
        ]
    }

    // MARK: Sleep

    mutating func fallAsleep(at now: Duration) -> [Action] {
        guard !isAsleep else { return [] }
        isAsleep = true
        sleepsAt = now + Self.sleepDelayLimit
        return dropWhatWasLeft() + units.keys.sorted().flatMap { close($0) }
    }

    mutating func wake(at now: Duration) -> [Action] {
        isAsleep = false
        sleepsAt = nil
        return resume(at: now)
    }

    /// Lets the machine sleep once the daemon has confirmed the closed uses.
    mutating func letSleepOnceClosed() -> [Action] {
        guard isAsleep, sleepsAt != nil, openings.isEmpty, closings == 0 else { return [] }
        sleepsAt = nil
        return [.letSleep]
    }
}
