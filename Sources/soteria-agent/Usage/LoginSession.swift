import Glibc
import Systemd

/// The person's login session and the machine's sleep, as reported by logind
/// (org.freedesktop.login1(5)) on the system bus.
///
/// The session shares the queue of its owner and reports events there. logind may start late and
/// restart, and the session may be another one each time.
actor LoginSession {
    enum Event: Sendable, Equatable {
        /// logind came, or went away.
        case logind(isThere: Bool)
        /// The person's presence; nil without a session.
        case presence(Presence?)
        /// The machine is about to sleep, or has woken up.
        case sleep(isBeginning: Bool)
        /// The connection to the bus is lost; nothing follows.
        case lost
    }

    private static let name = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"

    private let executor: QueueExecutor
    private let bus: Bus
    private let user: UInt32
    private let clocks: @Sendable () -> IdleClocks
    private let onEvent: @Sendable (Event) -> Void
    /// The unique name of logind; nil while it is gone.
    private var owner: String?
    private var found: String?
    private var matches: [BusMatch] = []
    /// The person's object, which reports a change of their graphical session.
    private var person: (path: String, match: BusMatch)?
    /// The number of searches: the answer to an earlier search is outdated.
    private var searches = 0
    private var inhibitor: BusDescriptor?
    private var delaysSleep = false

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Makes a session on the system bus, on the same executor; `onEvent` is called on its queue.
    /// `clocks` reads the clocks that logind's times refer to.
    init(
        bus: Bus, on executor: QueueExecutor, user: UInt32 = getuid(),
        clocks: @escaping @Sendable () -> IdleClocks = IdleClocks.now,
        onEvent: @escaping @Sendable (Event) -> Void
    ) {
        self.bus = bus
        self.executor = executor
        self.user = user
        self.clocks = clocks
        self.onEvent = onEvent
    }

    /// Subscribes to changes, and reports the current state first.
    func begin() async throws(BusError) {
        await bus.onDisconnect { [weak self] in
            self?.assumeIsolated { $0.onEvent(.lost) }
        }
        for member in ["PrepareForSleep", "SessionNew", "SessionRemoved"] {
            _ = try await bus.match(
                sender: Self.name, path: Self.path, interface: Self.manager, member: member
            ) { [weak self] signal in
                self?.assumeIsolated { $0.handle(signal) }
            }
        }
        _ = try await bus.watchOwner(of: Self.name) { [weak self] owner in
            self?.assumeIsolated { $0.change(owner: owner) }
        }
    }

    /// Closes the connection; releases the sleep delay.
    func end() async {
        letSleep()
        await bus.close()
    }

    // MARK: Sleep

    /// Delays sleep until `letSleep`, within logind's limit (InhibitDelayMaxSec=).
    func delaySleep() {
        guard !delaysSleep else { return }
        delaysSleep = true
        Task {
            let reply = try? await bus.call(
                destination: Self.name, path: Self.path, interface: Self.manager,
                member: "Inhibit",
                arguments: ["sleep", "Soteria", "Save how long apps were used", "delay"])
            guard delaysSleep, case .descriptor(let descriptor)? = reply?.first else {
                delaysSleep = false
                return
            }
            inhibitor = descriptor
        }
    }

    /// Releases the sleep delay.
    func letSleep() {
        delaysSleep = false
        inhibitor = nil
    }

    // MARK: The session

    private func change(owner: String?) {
        self.owner = owner
        let isThere = owner != nil
        // The previous logind held the delay.
        letSleep()
        onEvent(.logind(isThere: isThere))
        if isThere {
            search()
        } else {
            searches += 1
            follow(nil)
        }
    }

    private func handle(_ signal: BusSignal) {
        switch signal.member {
        case "PrepareForSleep":
            // Any program may send it to us directly, past the subscription's sender.
            guard signal.sender == owner, let isBeginning = signal.arguments.first?.flag else {
                return
            }
            onEvent(.sleep(isBeginning: isBeginning))
        default: search()
        }
    }

    /// Finds the person's session: logind's graphical session of theirs, else the session of this
    /// process.
    private func search() {
        searches += 1
        let search = searches
        Task {
            var path = await display()
            if path == nil { path = await own() }
            guard search == searches else { return }
            await listen(to: path)
            guard search == searches else { return }
            await read()
        }
    }

    private func display() async -> String? {
        guard let user = await object("GetUser", user) else { return nil }
        // Subscribed before the first read, so that no change is missed.
        await listen(toPerson: user)
        guard
            let display = try? await bus.property(
                destination: Self.name, path: user, interface: "org.freedesktop.login1.User",
                name: "Display"),
            let path = display.elements?.last?.text, path != "/"
        else { return nil }
        return path
    }

    private func listen(toPerson path: String) async {
        guard person?.path != path else { return }
        if let person { cancel([person.match]) }
        person = nil
        let match = try? await bus.match(
            sender: Self.name, path: path, interface: Self.properties, member: "PropertiesChanged"
        ) { [weak self] _ in
            self?.assumeIsolated { $0.search() }
        }
        guard let match else { return }
        if person == nil {
            person = (path, match)
        } else {
            // Another search has finished first.
            cancel([match])
        }
    }

    private func own() async -> String? {
        await object("GetSessionByPID", UInt32(bitPattern: getpid()))
    }

    private func object(_ member: String, _ argument: UInt32) async -> String? {
        let reply = try? await bus.call(
            destination: Self.name, path: Self.path, interface: Self.manager, member: member,
            arguments: [.uint32(argument)])
        return reply?.first?.text
    }

    /// Subscribes to a session instead of the previous one. A request to lock or unlock the screen
    /// may be ignored, so it only triggers another read of the hints.
    private func listen(to path: String?) async {
        guard path != found else { return }
        follow(path)
        guard let path else { return }
        var matches: [BusMatch] = []
        for (interface, member) in [
            (Self.properties, "PropertiesChanged"), (Self.session, "Lock"),
            (Self.session, "Unlock"),
        ] {
            let match = try? await bus.match(
                sender: Self.name, path: path, interface: interface, member: member
            ) { [weak self] _ in
                self?.assumeIsolated { $0.readAnew(path) }
            }
            if let match { matches.append(match) }
        }
        // Another session may have been found since.
        guard found == path else { return cancel(matches) }
        self.matches = matches
    }

    private func follow(_ path: String?) {
        found = path
        cancel(matches)
        matches = []
        if path == nil { onEvent(.presence(nil)) }
    }

    private func cancel(_ matches: [BusMatch]) {
        guard !matches.isEmpty else { return }
        Task { await end(matches) }
    }

    /// A method of the actor, so that the task above runs on its queue: a closure that captures
    /// nothing of the actor would run on the global executor.
    private func end(_ matches: [BusMatch]) async {
        for match in matches { await match.cancel() }
    }

    private func readAnew(_ path: String) {
        guard path == found else { return }
        Task { await read() }
    }

    private func read() async {
        guard let path = found else { return }
        let properties = try? await bus.properties(
            destination: Self.name, path: path, interface: Self.session)
        guard found == path else { return }
        onEvent(.presence(properties.flatMap { Presence($0, clocks()) }))
    }
}
