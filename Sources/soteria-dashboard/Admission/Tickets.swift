/// Issued tickets, each redeemed once, within a minute. Instants are durations since an
/// arbitrary start.
struct Tickets {
    static let life = Duration.seconds(60)
    /// The largest number of open tickets; another one closes the oldest.
    static let most = 16

    struct Ticket: Sendable {
        /// The token in the file.
        let token: Secret
        /// The page below the base, without a leading slash; empty for the first page.
        let page: String
        let file: String
        let expires: Duration
    }

    private var open: [Ticket] = []

    /// The instant at which the next ticket expires; nil if none is open.
    var nextExpiry: Duration? { open.map(\.expires).min() }

    var isEmpty: Bool { open.isEmpty }

    /// Issues a ticket; returns the tickets that it closes.
    mutating func issue(_ token: Secret, page: String, file: String, at now: Duration) -> [Ticket] {
        open.append(Ticket(token: token, page: page, file: file, expires: now + Self.life))
        let dropped = Array(open.prefix(max(open.count - Self.most, 0)))
        open.removeFirst(dropped.count)
        return dropped
    }

    /// Closes and returns the ticket with this token; nil if none is open.
    mutating func redeem(_ token: String, at now: Duration) -> Ticket? {
        // All are compared, whichever it is.
        let found = open.indices.filter { open[$0].token.matches(token) }
        guard let index = found.first, now < open[index].expires else { return nil }
        return open.remove(at: index)
    }

    /// Closes the expired tickets and returns them.
    mutating func expire(at now: Duration) -> [Ticket] {
        let over = open.filter { $0.expires <= now }
        open.removeAll { $0.expires <= now }
        return over
    }

    /// Closes all tickets and returns them.
    mutating func close() -> [Ticket] {
        defer { open = [] }
        return open
    }
}
