import NIOCore

/// Passes events on to the observer, but only a few of each kind and peer in a minute, and then the
/// number of those that were left out: a peer must not be able to fill the journal.
final class EventThrottle {
    /// The events of a kind and peer that are passed on in a minute.
    static let most = 5
    static let minute = TimeAmount.minutes(1)
    /// The kinds and peers that are told apart at a time; all further peers count as one.
    static let mostKeys = 64

    private struct Key: Hashable {
        var kind: String
        var process: Int32?
    }

    /// The events of one key, from the first of them until a minute later.
    private struct Tally {
        let end: NIODeadline
        var count = 0
        /// The last event, if events were left out.
        var lastLeftOut: ServerEvent?
    }

    private let eventLoop: any EventLoop
    private let observe: @Sendable (ServerEvent) -> Void
    private var tallies: [Key: Tally] = [:]
    private var timer: Scheduled<Void>?

    init(_ eventLoop: any EventLoop, observe: @escaping @Sendable (ServerEvent) -> Void) {
        self.eventLoop = eventLoop
        self.observe = observe
    }

    func report(_ event: ServerEvent) {
        let now = eventLoop.now
        expire(at: now)
        var key = Key(kind: event.kind, process: event.peer?.pid)
        if tallies[key] == nil, tallies.count >= Self.mostKeys { key.process = nil }
        var tally = tallies[key] ?? Tally(end: now + Self.minute)
        tally.count += 1
        let isLeftOut = tally.count > Self.most
        if isLeftOut { tally.lastLeftOut = event }
        tallies[key] = tally
        if isLeftOut { scheduleTimer() } else { observe(event) }
    }

    /// Passes on what is known of the events that were left out, however little time has passed.
    func finish() {
        timer?.cancel()
        timer = nil
        for tally in tallies.values { report(tally) }
        tallies = [:]
    }

    private func report(_ tally: Tally) {
        guard let event = tally.lastLeftOut else { return }
        observe(.leftOut(count: tally.count - Self.most, last: event))
    }

    private func expire(at now: NIODeadline) {
        for (key, tally) in tallies where tally.end <= now {
            tallies[key] = nil
            report(tally)
        }
    }

    /// Schedules the next report of events that were left out. Without such events there is no
    /// timer.
    private func scheduleTimer() {
        let ends = tallies.values.filter { $0.lastLeftOut != nil }.map(\.end)
        guard timer == nil, let next = ends.min() else { return }
        timer = eventLoop.assumeIsolated().scheduleTask(deadline: next) { [weak self] in
            guard let self else { return }
            timer = nil
            expire(at: eventLoop.now)
            scheduleTimer()
        }
    }
}

extension ServerEvent {
    /// The process that caused the event, if one did.
    fileprivate var peer: PeerCredentials? {
        switch self {
        case .refusedUser(let peer), .connectionLimit(let peer, _), .malformedMessage(let peer, _),
            .messageTooLong(let peer, _), .messageTooLate(let peer, _), .inputLimit(let peer, _),
            .slowReader(let peer, _):
            peer
        case .handlerFailed, .replyNotEncodable, .acceptFailed: nil
        case .leftOut(_, let last): last.peer
        }
    }

    fileprivate var kind: String {
        switch self {
        case .refusedUser: "refusedUser"
        case .connectionLimit: "connectionLimit"
        case .malformedMessage: "malformedMessage"
        case .messageTooLong: "messageTooLong"
        case .messageTooLate: "messageTooLate"
        case .inputLimit: "inputLimit"
        case .slowReader: "slowReader"
        case .handlerFailed(let method, _): "handlerFailed \(method)"
        case .replyNotEncodable(let method, _): "replyNotEncodable \(method)"
        case .acceptFailed: "acceptFailed"
        case .leftOut(_, let last): last.kind
        }
    }
}
