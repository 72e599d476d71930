struct Session: Sendable {
    /// The number that identifies the session, in the order of their beginnings.
    let number: Int
    /// The secret that the browser sends with every request.
    let cookie = Secret()
    /// The secret that every form of its pages carries.
    let csrf = Secret()
}

/// The browsers that were let in, for as long as the server runs.
struct Sessions {
    static let most = 16

    private var sessions: [Session] = []
    private var count = 0

    /// Begins a session; returns it and the sessions that end because of it.
    mutating func begin() -> (Session, ended: [Session]) {
        count += 1
        let session = Session(number: count)
        sessions.append(session)
        let ended = Array(sessions.prefix(max(sessions.count - Self.most, 0)))
        sessions.removeFirst(ended.count)
        return (session, ended)
    }

    /// The session of one of the cookies. A server at another port of the same machine can plant
    /// cookies of the same name beside ours, so all are checked.
    func session(of cookies: [String]) -> Session? {
        sessions.first { session in
            cookies.contains { session.cookie.matches($0) }
        }
    }
}
