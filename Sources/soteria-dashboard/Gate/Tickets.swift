/// The ways in that were made and not gone yet: each can be gone once, within a minute. A value
/// that knows no clock; instants are lengths of elapsed time since some moment before.
struct Tickets {
    static let life = Duration.seconds(60)
    /// How many are open at a time; another one closes the oldest.
    static let most = 16

    struct Ticket: Sendable {
        /// The text in the file.
        let token: Secret
        /// The page that it leads to, below the base, no slash before it; empty for the first.
        let page: String
        let file: String
        let expires: Duration
    }

    private var open: [Ticket] = []

    /// When the next one closes; nil where none is open.
    var nextExpiry: Duration? { open.map(\.expires).min() }

    var isEmpty: Bool { open.isEmpty }

    /// Takes up a new one; returns those that it closes.
    mutating func issue(_ token: Secret, page: String, file: String, at now: Duration) -> [Ticket] {
        open.append(Ticket(token: token, page: page, file: file, expires: now + Self.life))
        let dropped = Array(open.prefix(max(open.count - Self.most, 0)))
        open.removeFirst(dropped.count)
        return dropped
    }

    /// The one of this token, which is closed from now on; nil where none is open.
    mutating func redeem(_ token: String, at now: Duration) -> Ticket? {
        // All are compared, whichever it is.
        let found = open.indices.filter { open[$0].token.matches(token) }
        guard let index = found.first, now < open[index].expires else { return nil }
        return open.remove(at: index)
    }

    /// Closes those whose time is over, and returns them.
    mutating func expire(at now: Duration) -> [Ticket] {
        let over = open.filter { $0.expires <= now }
        open.removeAll { $0.expires <= now }
        return over
    }

    /// Closes all, and returns them.
    mutating func close() -> [Ticket] {
        defer { open = [] }
        return open
    }
}
