import NIOCore

/// The server's tickets, sessions, requests in progress and lifetime.
///
/// The actor's executor is the server's event loop, so that calls of the control socket are
/// answered without a hop.
actor AccessControl {
    private let loop: any EventLoop
    private nonisolated let executor: any SerialExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    nonisolated let hub: EventHub
    private let files: EntranceFiles
    private let elapsed: @Sendable () -> Duration
    /// Called once, when the last page is closed.
    private let onEnd: @Sendable () -> Void

    /// Decides on requests; nil until the server has a port.
    private var requestGuard: RequestGuard?
    private var tickets = Tickets()
    private var sessions = Sessions()
    private var lifetime: Lifetime
    /// The session of each admitted request in progress, by the request's number.
    private var answers: [Int: Int] = [:]
    private var answerCount = 0
    private var downloads: Set<Int> = []
    private var alarm: Scheduled<Void>?
    private var hasEnded = false

    /// Lets nobody in before `begin(port:)`. `elapsed` includes sleep; `onEnd` runs on the loop.
    init(
        loop: any EventLoop, files: EntranceFiles, hub: EventHub,
        elapsed: @escaping @Sendable () -> Duration, onEnd: @escaping @Sendable () -> Void
    ) {
        self.loop = loop
        executor = loop.executor
        self.files = files
        self.hub = hub
        self.elapsed = elapsed
        self.onEnd = onEnd
        lifetime = Lifetime(at: elapsed())
    }

    nonisolated func enter(_ body: @escaping @Sendable (isolated AccessControl) -> Void) {
        loop.execute { self.assumeIsolated { body($0) } }
    }

    /// Lets requests in, once the server has a port.
    func begin(port: Int) {
        requestGuard = RequestGuard(port: port)
        scheduleAlarm()
    }

    func close() {
        hasEnded = true
        alarm?.cancel()
        for ticket in tickets.close() { files.remove(ticket.file) }
        files.close()
    }

    // MARK: The way in

    /// Issues a ticket for a page, without a leading slash; returns the file that leads there.
    func open(page: String) throws(EntranceFiles.Failure) -> String {
        guard let requestGuard else { throw .notOpen }
        let token = Secret()
        let file = try files.write(to: requestGuard.address(token: token))
        let now = elapsed()
        for dropped in tickets.issue(token, page: page, file: file, at: now) {
            files.remove(dropped.file)
        }
        lifetime.expectVisitor(at: now)
        scheduleAlarm()
        return file
    }

    /// The session of a browser that was let in, and its first page.
    struct SignIn: Sendable {
        let session: Session
        let cookiePath: String
        let address: String
    }

    /// Redeems a token for a session; nil if the token is unknown or expired.
    func signIn(token: String) -> SignIn? {
        let now = elapsed()
        guard let requestGuard, let ticket = tickets.redeem(token, at: now) else { return nil }
        files.remove(ticket.file)
        let (session, ended) = sessions.begin()
        for old in ended {
            lifetime.forget(old.number)
            hub.assumeIsolated { $0.drop(session: old.number) }
        }
        lifetime.beginSession(session.number, isLast: tickets.isEmpty, at: now)
        scheduleAlarm()
        return SignIn(
            session: session, cookiePath: requestGuard.base + "/",
            address: "\(requestGuard.base)/\(ticket.page)")
    }

    // MARK: Requests

    /// Decides on a request. The caller reports the end of each admitted one with `answered`.
    func admit(_ head: RequestHead) -> RequestGuard.Admission {
        guard let requestGuard, !hasEnded else { return .refused(.misdirected) }
        let admission = requestGuard.admit(head, sessions, number: answerCount + 1)
        if case .page(let admitted) = admission {
            answerCount += 1
            answers[admitted.number] = admitted.session.number
            lifetime.updateAnswers(admitted.session.number, begins: true, at: elapsed())
            scheduleAlarm()
        }
        return admission
    }

    /// Records that a request was answered completely, or lost its connection; repeats are ignored.
    func answered(_ number: Int) {
        downloads.remove(number)
        guard let session = answers.removeValue(forKey: number) else { return }
        lifetime.updateAnswers(session, begins: false, at: elapsed())
        scheduleAlarm()
    }

    /// Begins a download for a request; returns false if there are too many.
    func beginDownload(_ number: Int) -> Bool {
        guard downloads.count < Download.most else { return false }
        downloads.insert(number)
        return true
    }

    // MARK: Streams

    /// Opens an event stream for a page of the session; nil if there are too many.
    func join(
        session: Int, languages: [String], drop: @escaping @Sendable () -> Void
    ) -> EventHub.Stream? {
        let joined = hub.assumeIsolated {
            $0.join(session: session, languages: languages, drop: drop)
        }
        guard let stream = joined else { return nil }
        lifetime.updateStreams(session, opens: true, at: elapsed())
        scheduleAlarm()
        return stream
    }

    /// Records that a stream's connection has ended. Repeated calls are ignored.
    func leave(_ stream: Int, session: Int) {
        guard hub.assumeIsolated({ $0.leave(stream) }) else { return }
        lifetime.updateStreams(session, opens: false, at: elapsed())
        scheduleAlarm()
    }

    // MARK: Time

    /// Sets the only timer to the next instant at which a ticket expires or the server ends.
    private func scheduleAlarm() {
        alarm?.cancel()
        alarm = nil
        guard !hasEnded,
            let next = [lifetime.deadline, tickets.nextExpiry].compactMap({ $0 }).min()
        else { return }
        alarm = loop.scheduleTask(in: TimeAmount(max(next - elapsed(), .zero))) { [weak self] in
            self?.assumeIsolated { $0.alarmFired() }
        }
    }

    func alarmFired() {
        let now = elapsed()
        for ticket in tickets.expire(at: now) { files.remove(ticket.file) }
        guard let deadline = lifetime.deadline, deadline <= now, !hasEnded else {
            return scheduleAlarm()
        }
        close()
        onEnd()
    }
}
