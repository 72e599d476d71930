import API
import Engine
import EventStore
import Phrasing
import RuleModel

/// A filter for sessions.
struct SessionFilter: Hashable, Sendable {
    /// The key of the target; nil: any target.
    var target: String?
    /// Sessions that began at this instant or later.
    var from: Instant?
    /// Sessions that began before this instant.
    var to: Instant?
    /// The sessions that were already sent as running.
    var besides: Set<Int64> = []

    /// The session that an event ends, if the filter includes it.
    func session(_ event: Event) -> UsageSession? {
        guard case .usageEnded(let session) = event.fact, includes(session) else { return nil }
        return session
    }

    func includes(_ session: UsageSession) -> Bool {
        (target ?? session.target) == session.target && session.at >= from ?? session.at
            && (to.map { session.at < $0 } ?? true) && !besides.contains(session.id)
    }
}

/// `usage.Sessions`: running sessions, then recorded ones.
extension Daemon {
    func sessions(_ call: TypedCall<UsageAPI.Sessions>) throws(CallError<UsageAPI>) {
        let asked = call.parameters
        if let limit = asked.limit, limit < 1 { throw .invalidParameter("limit") }
        var filter = SessionFilter(
            target: asked.target, from: try call.instant(asked.from, "from"),
            to: try call.instant(asked.to, "to"))
        observe()
        if let target = asked.target, !engine.rules.targets.contains(where: { $0.key == target }) {
            throw .noSuchTarget(target: target)
        }
        let isNewestFirst = asked.newestFirst ?? false
        var running: [UsageSession] = []
        if filter.to == nil {
            running = engine.state.usage.running.values.filter(filter.includes)
                .sorted { isNewestFirst ? $0.id > $1.id : $0.id < $1.id }
        }
        if let limit = asked.limit {
            running = Array(isNewestFirst ? running.prefix(limit) : running.suffix(limit))
            if running.count == limit { return call.reply(reply(with: running)) }
        }
        filter.besides = Set(running.map(\.id))
        if !running.isEmpty { call.reply(reply(with: running), continues: true) }
        let left = asked.limit.map { $0 - running.count }
        // Stretches that have ended up to now are on their way to the disk.
        store.append([]) { [filter] _ in
            self.enter { $0.send(left, filter, isNewestFirst: isNewestFirst, to: call) }
        }
    }

    /// Sends recorded sessions: all, or the newest `limit`.
    private func send(
        _ limit: Int?, _ filter: SessionFilter, isNewestFirst: Bool,
        to call: TypedCall<UsageAPI.Sessions>
    ) {
        guard call.isOpen else { return }
        if let limit { return sendNewest(limit, filter, isNewestFirst: isNewestFirst, for: call) }
        // One that began at an instant or later ended then or later.
        let query = EventQuery(
            since: filter.from, kinds: [.usageEnded], newestFirst: isNewestFirst)
        let stream = EventStream(call, query) { daemon, events, continues in
            let sessions = events.compactMap(filter.session)
            // Only the last reply may have none.
            return sessions.isEmpty && continues ? nil : daemon.reply(with: sessions)
        }
        begin(stream)
    }

    private func reply(with sessions: some Sequence<UsageSession>) -> UsageAPI.Sessions.Reply {
        UsageAPI.Sessions.Reply(sessions: sessions.map { .init($0, in: engine) })
    }

    /// Sends the newest `limit` sessions, in the requested order.
    private func sendNewest(
        _ limit: Int, _ filter: SessionFilter, isNewestFirst: Bool,
        for call: TypedCall<UsageAPI.Sessions>
    ) {
        let query = EventQuery(since: filter.from, kinds: [.usageEnded], newestFirst: true)
        read(query, into: [UsageSession]()) { sessions, batch in
            sessions += batch.compactMap(filter.session).prefix(limit - sessions.count)
            return sessions.count < limit
        } then: { daemon, found in
            daemon.send(found.map { isNewestFirst ? $0[...] : $0.reversed()[...] }, to: call)
        }
    }

    private func send(
        _ found: Result<ArraySlice<UsageSession>, StoreError>, to call: TypedCall<UsageAPI.Sessions>
    ) {
        guard call.isOpen else { return }
        switch found {
        case .failure(let error): call.fail(.unrecorded(error.description))
        case .success(let sessions):
            let page = sessions.prefix(EventStream.pageSize)
            let rest = sessions.dropFirst(EventStream.pageSize)
            call.reply(reply(with: page), continues: !rest.isEmpty)
            guard !rest.isEmpty else { return }
            call.lifetime.whenWritable { self.assumeIsolated { $0.send(.success(rest), to: call) } }
        }
    }
}

extension UsageAPI.Session {
    /// Creates a session with its present use if it runs, else as recorded.
    init(_ session: UsageSession, in engine: Engine) {
        let clock = engine.localClock
        let isRunning = session.until == nil
        let active = isRunning ? engine.active(session) : session.active
        let idle = (session.until ?? engine.now) - session.at - active
        let places = isRunning ? engine.places(of: session) : session.places
        self.init(
            session: Int(session.id), target: session.target,
            places: places.compactMap { place in
                switch place {
                case .site(let host): UsageAPI.Place(site: host)
                case .page(let page): UsageAPI.Place(site: page.host, path: page.path)
                case .app(let identifier): UsageAPI.Place(app: identifier)
                case .target, .protection, .everything: nil
                }
            }, at: clock.text(session.at), until: clock.text(session.until),
            seconds: Int(active.seconds), requests: session.requests.map { Int($0) },
            // Use is counted in elapsed time, which may run faster than trusted time.
            running: isRunning, idleSeconds: Int(max(.zero, idle).seconds))
    }
}
