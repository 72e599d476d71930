import API
import CEL
import Engine
import EventStore
import Glibc
import NIOCore
import RuleFiles
import RuleModel

/// `org.soteria.daemon`.
extension Daemon: DaemonAPI.Handlers {
    func getStatus(_ call: TypedCall<DaemonAPI.GetStatus>) {
        observe()
        guard let counted = connections.count() else { return reply(to: call, connections: 1) }
        counted.whenSuccess { count in
            self.assumeIsolated { $0.reply(to: call, connections: count) }
        }
    }

    private func reply(to call: TypedCall<DaemonAPI.GetStatus>, connections: Int) {
        let uptime = engine.clock.last.elapsed - clock.startedAt.elapsed
        call.reply(
            DaemonAPI.GetStatus.Reply(
                version: Version.text, pid: Int(getpid()), executable: MachinePaths.executable,
                startedAt: text(engine.now - uptime), uptime: Int(uptime.seconds),
                now: text(engine.now), nextChange: text(engine.nextChange), rules: rulesStatus(),
                clock: clockStatus(), store: storeStatus(), connections: connections,
                subscribers: followers.count + places.count,
                incidents: engine.state.incidents.suffix(20).reversed().map {
                    .init($0, in: engine)
                },
                changedDefaults: rules.defaultsChanges.isEmpty
                    ? nil : rules.defaultsChanges.map(\.sentence),
                emergency: engine.emergencyStanding.map { .init($0, clock: engine.localClock) },
                emergencies: usedEmergencies(), extensions: connectedExtensions(),
                source: self.connections.source.map {
                    .init(front: $0.front, idle: $0.idle, estimated: $0.isEstimated)
                }))
    }

    /// The connected browser extensions; nil if there are none.
    private func connectedExtensions() -> [DaemonAPI.ConnectedExtension]? {
        guard !connections.extensions.isEmpty else { return nil }
        return connections.extensions.map { .init(version: $0.version, at: text($0.at)) }
    }

    func registerExtension(_ call: TypedCall<DaemonAPI.RegisterExtension>)
        throws(CallError<DaemonAPI>)
    {
        observe()
        let version = try call.short(call.parameters.version, "version")
        if let version, version.isEmpty || !version.utf8.allSatisfy("0123456789.".utf8.contains) {
            throw .invalidParameter("version")
        }
        let connection = call.lifetime.connectionNumber
        let isFirst = connections.add(
            ConnectedExtension(connection: connection, version: version, at: engine.now))
        if isFirst {
            call.lifetime.onDisconnect {
                self.assumeIsolated { $0.connections.removeExtension(of: connection) }
            }
        }
        call.reply(.init())
    }

    /// The emergencies of the last seven days; nil if there were none.
    private func usedEmergencies() -> [DaemonAPI.UsedEmergency]? {
        let recent = engine.state.emergencies.filter { $0.at > engine.now - .days(7) }
        guard !recent.isEmpty else { return nil }
        return recent.map { used in
            DaemonAPI.UsedEmergency(
                at: text(used.at), targets: used.targets,
                names: used.targets.map { names[$0] ?? $0 })
        }
    }

    private func rulesStatus() -> DaemonAPI.RulesStatus {
        DaemonAPI.RulesStatus(
            fingerprint: String((engine.state.rules ?? "").prefix(12)),
            loadedAt: text(rules.loadedAt), files: engine.written.sources.count,
            refused: rules.isRefused, errors: rules.lastRead.errors,
            warnings: rules.lastRead.warnings,
            directories: settings.directories.sources.map { directory in
                DaemonAPI.RuleDirectory(
                    path: directory.path, layer: layer(directory),
                    problem: rules.unwatched[directory.path])
            },
            weakeningWaits: engine.rules.weakeningWaits > .zero
                ? Int(engine.rules.weakeningWaits.seconds) : nil,
            pendingEdits: engine.shownEdits?.map { .init($0) })
    }

    private func layer(_ source: RuleDirectories.Source) -> DaemonAPI.Layer {
        if source.layer == 0 { return .defaults }
        return source.path.hasPrefix("/etc/") ? .machine : .person
    }

    private func clockStatus() -> DaemonAPI.ClockStatus {
        let jump = engine.clock.jump
        let waited = jump.map { engine.clock.last.elapsed - $0.since.elapsed }
        return DaemonAPI.ClockStatus(
            trusted: jump == nil, synchronised: clock.isSynchronised,
            jump: jump.map { Int($0.size.seconds) }, jumpedAt: text(jump?.at),
            adoptedAt: text(waited.map { engine.now + (TrustedClock.patience - $0) }),
            continuity: .init(engine.state.continuity), timeZone: engine.zone.name,
            zoneProblem: clock.zoneIssue, localTimeZone: engine.localZone.name)
    }

    var storeProblem: String {
        switch store.health.condition {
        case .ok: "the last event could not be written"
        case .failing(_, let error), .unavailable(let error): error.description
        case .closed: "the record is closed"
        }
    }

    private func storeStatus() -> DaemonAPI.StoreStatus {
        let health = store.health
        let isHealthy = health.condition == .ok
        return DaemonAPI.StoreStatus(
            healthy: isHealthy, problem: isHealthy ? nil : storeProblem, path: health.path,
            events: Int(health.events), setAside: health.setAside, head: .init(health),
            retention: engine.rules.retention.map { kept in
                DaemonAPI.Retention(
                    keepSeconds: Int(kept.seconds), lastApplied: text(record.removedAt),
                    removed: Int(health.lastSequence - health.events))
            })
    }

    func events(_ call: TypedCall<DaemonAPI.Events>) throws(CallError<DaemonAPI>) {
        let asked = call.parameters
        let follows = asked.follow ?? false
        if follows {
            for (name, isGiven) in [
                ("to", asked.to != nil), ("limit", asked.limit != nil),
                ("newestFirst", asked.newestFirst == true),
            ] where isGiven {
                throw .invalidParameter(name)
            }
        }
        if let limit = asked.limit, limit < 1 { throw .invalidParameter("limit") }
        let query = EventQuery(
            after: asked.after.map(Int64.init), since: try call.instant(asked.from, "from"),
            until: try call.instant(asked.to, "to"), kinds: try kinds(asked.kinds),
            newestFirst: asked.newestFirst ?? false)
        let stream = EventStream(call, query, left: asked.limit, follows: follows) {
            daemon, events, _ in
            DaemonAPI.Events.Reply(events: events.map { .init($0, in: daemon.engine) })
        }
        begin(stream)
    }

    func forget(_ call: TypedCall<DaemonAPI.Forget>) throws(CallError<DaemonAPI>) {
        observe()
        let asked = try day(named: call.short(call.parameters.before, "before"))
        guard store.health.condition == .ok else { throw .unrecorded(storeProblem) }
        let day = min(asked, engine.localDay - Self.unforgettable)
        forget(before: day) { _, result in
            switch result {
            case .success(let removal?):
                call.reply(.init(removed: Int(removal.removed), before: LocalDay.text(day)))
            case .success(nil): call.fail(.nothingToForget(before: LocalDay.text(day)))
            case .failure(let error): call.fail(.unrecorded(error.description))
            }
        }
    }

    /// The days before today that stay: figures, waits and logs look back 30 days, and a day can be
    /// an hour shorter.
    private static let unforgettable = 31

    private func day(named text: String) throws(CallError<DaemonAPI>) -> Int {
        let today = engine.localDay
        guard let day = CivilDate(text)?.daysSince1970 else {
            throw .invalidDate(
                date: text, problem: "a date must look like \(LocalDay.text(today))")
        }
        guard day <= today else {
            throw .invalidDate(
                date: text, problem: "that date is in the future; choose an earlier date")
        }
        return day
    }

    private func kinds(_ names: [String]?) throws(CallError<DaemonAPI>) -> Set<Fact.Kind> {
        var kinds: Set<Fact.Kind> = []
        for name in names ?? [] {
            guard let kind = Fact.Kind(rawValue: name) else { throw .invalidParameter("kinds") }
            kinds.insert(kind)
        }
        return kinds
    }
}
