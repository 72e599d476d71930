import API
import Engine
import EventStore
import Varlink

/// One call of `daemon.Events`: pages of the record, each read beside the loop once the client has
/// taken most of the one before, so that a million events never stand in memory.
final class EventStream: Sendable {
    let call: Call
    /// What is asked for; `after` and `through` move on from page to page.
    let query: EventQuery
    /// Whether it goes on with what happens from now on.
    let follows: Bool

    static let pageSize = 500

    init(_ call: Call, _ query: EventQuery, follows: Bool) {
        self.call = call
        self.query = query
        self.follows = follows
    }
}

extension Daemon {
    /// Sends the next page of a stream, and the pages after it.
    func send(_ stream: EventStream, from query: EventQuery, left: Int?) {
        var page = query
        page.limit = min(left ?? EventStream.pageSize, EventStream.pageSize)
        let collected = PageCollector()
        store.read(
            page, body: { events in collected.add(events) },
            completion: { result in
                let events = collected.events
                self.enter { $0.sent(stream, query, left, result.map { _ in events }) }
            })
    }

    private func sent(
        _ stream: EventStream, _ query: EventQuery, _ left: Int?,
        _ result: Result<[Event], StoreError>
    ) {
        guard stream.call.isOpen else { return }
        guard case .success(let events) = result else {
            if case .failure(let error) = result {
                stream.call.fail(
                    DaemonAPI.StoreUnavailable(reason: error.description).varlinkError)
            }
            return
        }
        let rest = left.map { $0 - events.count }
        let isLast = events.count < EventStream.pageSize || rest == 0
        let reply = DaemonAPI.Events.Reply(events: events.map(phrase))
        if isLast, !stream.follows { return stream.call.reply(reply) }
        stream.call.reply(reply, continues: true)
        var next = query
        if let last = events.last {
            if query.newestFirst {
                next.through = last.sequence - 1
            } else {
                next.after = last.sequence
            }
        }
        if isLast { return wait(stream, for: next) }
        stream.call.whenWritable { [next] in
            self.assumeIsolated { $0.send(stream, from: next, left: rest) }
        }
    }

    /// Leaves a stream until something more is on disk.
    private func wait(_ stream: EventStream, for query: EventQuery) {
        let id = ObjectIdentifier(stream.call)
        let waiting = EventStream(stream.call, query, follows: true)
        followers.events[id] = waiting
        stream.call.onClose { self.assumeIsolated { $0.followers.events[id] = nil } }
        // Something may have been written between the page's end and now.
        if store.health.lastSequence > query.after ?? 0, query.kinds.isEmpty { tellCommitted() }
    }

    /// Lets every stream that waits read what was written.
    func tellCommitted() {
        let waiting = followers.events.values
        followers.events = [:]
        for stream in waiting { send(stream, from: stream.query, left: nil) }
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
