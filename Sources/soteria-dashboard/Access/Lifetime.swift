/// Decides when the server ends, after the last page. Instants are durations since
/// an arbitrary start.
struct Lifetime {
    /// How long a session is kept after its last stream: enough to reload or to change the page.
    static let afterStreams = Duration.seconds(30)
    /// How long a session without any stream (no JavaScript) is kept after its last request.
    static let afterRequests = Duration.seconds(15 * 60)
    /// The wait for a first request after the server's start, or after a ticket was issued.
    static let forTheFirst = Duration.seconds(120)

    private struct Visit {
        var seen: Duration
        var streams = 0
        var hasStreamed = false
        /// Requests that are being answered.
        var answers = 0

        var isBusy: Bool { streams > 0 || answers > 0 }
        var deadline: Duration { seen + (hasStreamed ? afterStreams : afterRequests) }
    }

    private var awaited: Duration
    private var visits: [Int: Visit] = [:]

    init(at now: Duration) { awaited = now + Self.forTheFirst }

    /// The instant at which the server ends if nothing else happens; nil while a session is busy.
    var deadline: Duration? {
        guard !visits.values.contains(where: \.isBusy) else { return nil }
        return visits.values.reduce(awaited) { max($0, $1.deadline) }
    }

    /// Records that a ticket was issued, so that a visitor is expected.
    mutating func expectVisitor(at now: Duration) { awaited = now + Self.forTheFirst }

    /// Records the beginning of a session; `isLast` if no other ticket is open.
    mutating func beginSession(_ session: Int, isLast: Bool, at now: Duration) {
        if isLast { awaited = min(awaited, now) }
        visits[session] = Visit(seen: now)
    }

    mutating func forget(_ session: Int) { visits[session] = nil }

    /// Records that a session's request begins, or is answered completely.
    mutating func updateAnswers(_ session: Int, begins: Bool, at now: Duration) {
        visits[session]?.seen = now
        visits[session]?.answers += begins ? 1 : -1
    }

    /// Records that a session opens an event stream, or has closed one.
    mutating func updateStreams(_ session: Int, opens: Bool, at now: Duration) {
        visits[session]?.seen = now
        visits[session]?.streams += opens ? 1 : -1
        visits[session]?.hasStreamed = true
    }
}
