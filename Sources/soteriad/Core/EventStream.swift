import API
import Engine
import EventStore

/// A call that reads the record page by page. Each page is read beside the loop once the client has
/// read most of the one before, so that a million events are never in memory at once.
struct EventStream: Sendable {
    /// The query for the events still to send; it advances from page to page.
    var query: EventQuery
    /// The number of events still to send; nil: all.
    var left: Int?
    /// True if the stream continues with events as they happen.
    let follows: Bool
    let lifetime: CallLifetime
    /// True while everything on disk was sent and the stream waits for more.
    var isWaiting = false

    fileprivate let reply: @Sendable (isolated Daemon, [Event], _ continues: Bool) -> Void
    fileprivate let fail: @Sendable (StoreError) -> Void

    static let pageSize = 500

    /// `reply` turns events into a reply, or nil to send nothing, as long as more pages follow.
    init<Called>(
        _ call: TypedCall<Called>, _ query: EventQuery, left: Int? = nil, follows: Bool = false,
        reply: @escaping @Sendable (isolated Daemon, [Event], _ continues: Bool) -> Called.Reply?
    ) where Called.Interface: RecordInterface {
        lifetime = call.lifetime
        self.query = query
        self.left = left
        self.follows = follows
        self.reply = { daemon, events, continues in
            guard let reply = reply(daemon, events, continues) else { return }
            call.reply(reply, continues: continues)
        }
        fail = { call.fail(.unrecorded($0.description)) }
    }
}

extension Daemon {
    /// Starts a stream. One that follows is kept until its client disconnects.
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
        // Events that are on disk before the page is read are covered by that read.
        let seen = store.health.lastSequence
        read(page, into: [Event]()) { events, batch in
            events += batch
            return true
        } then: { daemon, result in
            daemon.handlePage(of: stream, seen: seen, result)
        }
    }

    private func handlePage(
        of stream: EventStream, seen: Int64, _ result: Result<[Event], StoreError>
    ) {
        guard stream.lifetime.isOpen else { return }
        let events: [Event]
        switch result {
        case .success(let page): events = page
        case .failure(let error):
            followers.remove(stream.lifetime.id)
            return stream.fail(error)
        }
        var next = stream
        next.left = stream.left.map { $0 - events.count }
        let isLast = events.count < EventStream.pageSize || next.left == 0
        if isLast, !stream.follows { return stream.reply(self, events, false) }
        if !events.isEmpty || !stream.isWaiting { stream.reply(self, events, true) }
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

    /// Parks a stream until more is on disk than it has seen.
    private func wait(_ stream: EventStream, seen: Int64) {
        var stream = stream
        stream.query.after = max(stream.query.after ?? 0, seen)
        stream.isWaiting = true
        if store.health.lastSequence > seen { return sendPage(of: stream) }
        followers.add(stream)
    }

    func resumeEventStreams() {
        for stream in followers.resumeWaiting() { sendPage(of: stream) }
    }
}

extension Daemon {
    /// Reads the record beside the loop. `body` receives one batch after another and returns false
    /// to stop; `then` is called on the loop with the value that it built.
    func read<Found: Sendable>(
        _ query: EventQuery, into found: Found,
        body: @escaping @Sendable (inout Found, [Event]) -> Bool,
        then: @escaping @Sendable (isolated Daemon, Result<Found, StoreError>) -> Void
    ) {
        let accumulator = Accumulator(found)
        store.read(query, body: { body(&accumulator.found, $0) }) { result in
            let found = accumulator.found
            self.enter { then($0, result.map { _ in found }) }
        }
    }
}

/// The value built so far; used on the reader's queue only.
private final class Accumulator<Found>: @unchecked Sendable {
    var found: Found

    init(_ found: Found) { self.found = found }
}
