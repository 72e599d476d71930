/// When the server ends: with the last page that anybody looks at. A value that knows no clock;
/// instants are lengths of elapsed time since some moment before.
struct Lifetime {
    /// How long after its last stream a session that has had one is waited for: time enough to go
    /// from one page to the next, and to load one anew.
    static let afterStreams = Duration.seconds(30)
    /// The same after the last request of one that never had a stream, as without JavaScript.
    static let afterRequests = Duration.seconds(15 * 60)
    /// How long after its start, or after a way in was made, the first request is waited for.
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

    /// When it ends if nothing happens until then; nil while a session is being answered.
    var deadline: Duration? {
        guard !visits.values.contains(where: \.isBusy) else { return nil }
        return visits.values.reduce(awaited) { max($0, $1.deadline) }
    }

    /// A way in was made: somebody will come.
    mutating func expectVisitor(at now: Duration) { awaited = now + Self.forTheFirst }

    /// Somebody came, and a session begins; `isLast` where no other way in is open.
    mutating func beginSession(_ session: Int, isLast: Bool, at now: Duration) {
        if isLast { awaited = min(awaited, now) }
        visits[session] = Visit(seen: now)
    }

    mutating func forget(_ session: Int) { visits[session] = nil }

    /// A request of a session begins, or is answered to its end.
    mutating func updateAnswers(_ session: Int, begins: Bool, at now: Duration) {
        visits[session]?.seen = now
        visits[session]?.answers += begins ? 1 : -1
    }

    /// A session opens a stream of events, or has closed one.
    mutating func updateStreams(_ session: Int, opens: Bool, at now: Duration) {
        visits[session]?.seen = now
        visits[session]?.streams += opens ? 1 : -1
        visits[session]?.hasStreamed = true
    }
}
