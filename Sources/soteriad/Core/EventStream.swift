import API
import Engine
import EventStore

/// One call that reads the record: pages, each read beside the loop once the client has taken most
/// of the one before, so that a million events never stand in memory.
struct EventStream: Sendable {
    /// What is still to be read; moves on from page to page.
    var query: EventQuery
    /// How many events are still wanted; nil: all.
    var left: Int?
    /// Whether it goes on with what happens from now on.
    let follows: Bool
    /// The call and what its replies are made of.
    let form: Form
    /// Whether all that is on disk was sent, and more is waited for.
    var isWaiting = false

    static let pageSize = 500

    /// The call that is answered, by what its replies are made of.
    enum Form: Sendable {
        case events(TypedCall<DaemonAPI.Events>)
        case riskPoints(TypedCall<RiskAPI.History>)
        case sessions(TypedCall<UsageAPI.Sessions>, SessionFilter)
    }

    var lifetime: CallLifetime {
        switch form {
        case .events(let call): call.lifetime
        case .riskPoints(let call): call.lifetime
        case .sessions(let call, _): call.lifetime
        }
    }

    init(_ form: Form, _ query: EventQuery, left: Int? = nil, follows: Bool = false) {
        self.form = form
        self.query = query
        self.left = left
        self.follows = follows
    }
}

extension Daemon {
    /// Begins a stream; one that follows is kept until its client goes.
    func begin(_ stream: EventStream) {
        if stream.follows {
            let id = stream.lifetime.id
            followers.add(stream)
            stream.lifetime.onClose { self.assumeIsolated { $0.followers.remove(id) } }
        }
        sendPage(of: stream)
    }

    private func sendPage(of stream: EventStream) {
        var page = stream.query
        page.limit = min(stream.left ?? EventStream.pageSize, EventStream.pageSize)
        // What is on disk before the page is read has been looked at once it was read.
        let seen = store.health.lastSequence
        let collected = PageCollector()
        store.read(
            page, body: { events in collected.add(events) },
            completion: { result in
                let events = collected.events
                self.enter { $0.sent(stream, seen: seen, result.map { _ in events }) }
            })
    }

    private func sent(
        _ stream: EventStream, seen: Int64, _ result: Result<[Event], StoreError>
    ) {
        guard stream.lifetime.isOpen else { return }
        let events: [Event]
        switch result {
        case .success(let page): events = page
        case .failure(let error):
            followers.remove(stream.lifetime.id)
            return fail(stream.form, error)
        }
        var next = stream
        next.left = stream.left.map { $0 - events.count }
        let isLast = events.count < EventStream.pageSize || next.left == 0
        if isLast, !stream.follows { return reply(events, to: stream, continues: false) }
        if !events.isEmpty || !stream.isWaiting { reply(events, to: stream, continues: true) }
        if let last = events.last {
            if stream.query.newestFirst {
                next.query.through = last.sequence - 1
            } else {
                next.query.after = last.sequence
            }
        }
        if isLast { return wait(next, seen: seen) }
        stream.lifetime.whenWritable { [next] in self.assumeIsolated { $0.sendPage(of: next) } }
    }

    private func reply(_ events: [Event], to stream: EventStream, continues: Bool) {
        switch stream.form {
        case .events(let call):
            call.reply(
                DaemonAPI.Events.Reply(events: events.map { .init($0, in: engine) }),
                continues: continues)
        case .riskPoints(let call):
            call.reply(
                RiskAPI.History.Reply(points: events.compactMap { .init($0) }), continues: continues
            )
        case .sessions(let call, let filter):
            let sessions = events.compactMap(filter.session)
            // Only the last reply may have none.
            if sessions.isEmpty, continues { return }
            call.reply(
                UsageAPI.Sessions.Reply(sessions: sessions.map { .init($0, in: engine) }),
                continues: continues)
        }
    }

    /// Ends a call whose record cannot be read.
    func fail(_ form: EventStream.Form, _ error: StoreError) {
        let reason = error.description
        switch form {
        case .events(let call): call.fail(.storeUnavailable(reason: reason))
        case .riskPoints(let call): call.fail(.storeUnavailable(reason: reason))
        case .sessions(let call, _): call.fail(.storeUnavailable(reason: reason))
        }
    }

    /// Leaves a stream until something more is on disk than it has seen.
    private func wait(_ stream: EventStream, seen: Int64) {
        var stream = stream
        stream.query.after = max(stream.query.after ?? 0, seen)
        stream.isWaiting = true
        if store.health.lastSequence > seen { return sendPage(of: stream) }
        followers.add(stream)
    }

    /// Lets every stream that waits read what was written.
    func tellCommitted() {
        for stream in followers.takeWaiting() { sendPage(of: stream) }
    }
}

/// Collects the batches of one page on the reader's queue; they come one after the other.
private final class PageCollector: @unchecked Sendable {
    private(set) var events: [Event] = []

    func add(_ batch: [Event]) -> Bool {
        events += batch
        return true
    }
}
