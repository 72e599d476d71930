import Dispatch
import Glibc
import Synchronization
import Systemd

/// A source over byte streams: a protocol and its connections.
final class FocusSession: Sendable {
    private struct State {
        var source: any FocusProtocol
        var stream: ByteStream?
        /// The connection of the request that is being answered.
        var answer: ByteStream?
        var hasEnded = false
    }

    private let queue: DispatchQueue
    private let requests: LocalAddress?
    private let state: Mutex<State>
    private let onReport: @Sendable (FocusReport) -> Void

    /// Connects to the first of the candidate's sockets that accepts, and reports on the serial
    /// queue. `awayAfter` is in seconds. With `isOnlyForIdleness`, only idleness is reported.
    /// Throws the last socket's error, ENOENT if there is none; ENOSYS if the kind has no stream.
    init(
        _ candidate: FocusCandidate, awayAfter: Int, isOnlyForIdleness: Bool = false,
        queue: DispatchQueue, onReport: @escaping @Sendable (FocusReport) -> Void
    ) throws(SystemError) {
        let source = candidate.source(awayAfter: awayAfter, isOnlyForIdleness: isOnlyForIdleness)
        guard let source else { throw SystemError(function: "connect", code: ENOSYS) }
        self.queue = queue
        requests = candidate.requests
        self.onReport = onReport
        state = Mutex(State(source: source))
        let stream = try connect(candidate.addresses)
        state.withLock { state in
            state.stream = stream
            let first = state.source.begin()
            send(first, &state)
        }
    }

    deinit {
        end()
    }

    /// Minimises the windows of an app or a process; false if the desktop cannot.
    func putAway(_ window: FrontWindow) -> Bool {
        state.withLock { state in
            guard !state.hasEnded, let bytes = state.source.putAway(window) else { return false }
            send(bytes, &state)
            return true
        }
    }

    /// Changes the time without input after which the person is idle, in seconds.
    func setAway(after seconds: Int) {
        state.withLock { state in
            if !state.hasEnded { send(state.source.setAway(after: seconds), &state) }
        }
    }

    /// Ends the session. After a call on the queue, no report comes.
    func end() {
        state.withLock { state in
            state.hasEnded = true
            state.stream?.close()
            state.answer?.close()
            state.stream = nil
            state.answer = nil
        }
    }

    private func connect(_ addresses: [LocalAddress]) throws(SystemError) -> ByteStream {
        var failure = SystemError(function: "connect", code: ENOENT)
        for address in addresses {
            do throws(SystemError) {
                return try ByteStream(
                    connectingTo: address, queue: queue,
                    onBytes: { [weak self] bytes in
                        self?.update { $0.receive(bytes) } ?? true
                    },
                    onEnd: { [weak self] in self?.fail($0) })
            } catch {
                failure = error
            }
        }
        throw failure
    }

    /// Changes the protocol's state, on any thread: what is sent keeps the order of the changes.
    /// Returns false if nothing came of it, and nothing is awaited.
    @discardableResult
    private func update(_ body: (inout any FocusProtocol) -> FocusOutput) -> Bool {
        let (output, isBusy) = state.withLock { state -> (FocusOutput, Bool) in
            guard !state.hasEnded else { return (FocusOutput(), true) }
            let output = body(&state.source)
            send(output.reply, &state)
            return (output, state.source.isBusy)
        }
        var reports: [FocusReport] = []
        if let abilities = output.abilities { reports.append(.ready(abilities)) }
        reports += output.events.map(FocusReport.event)
        if !reports.isEmpty || output.failure != nil {
            queue.async { [self, reports] in
                for report in reports where !state.withLock({ $0.hasEnded }) { onReport(report) }
                if let failure = output.failure { fail(failure) }
            }
        }
        return isBusy || output != FocusOutput()
    }

    private func fail(_ reason: String) {
        guard !state.withLock({ $0.hasEnded }) else { return }
        end()
        onReport(.lost(reason))
    }

    private func send(_ bytes: [UInt8], _ state: inout State) {
        guard !bytes.isEmpty else { return }
        guard let requests else {
            state.stream?.send(bytes)
            return
        }
        // A connection of its own.
        do throws(SystemError) {
            state.answer?.close()
            let answer = try ByteStream(
                connectingTo: requests, queue: queue,
                onBytes: { [weak self] bytes in
                    self?.update { $0.receiveAnswer(bytes) } ?? true
                },
                onEnd: { [weak self] _ in self?.update { $0.endAnswer() } })
            state.answer = answer
            answer.send(bytes)
        } catch {
            queue.async { [weak self] in self?.fail(error.description) }
        }
    }
}

extension FocusCandidate {
    /// The protocol of the source; nil if it does not speak over a stream. Reads the file of
    /// cookies of an X display.
    func source(awayAfter: Int, isOnlyForIdleness: Bool) -> (any FocusProtocol)? {
        switch kind {
        case .sway: SwayFocus()
        case .niri: NiriFocus()
        case .hyprland: HyprlandFocus()
        case .wayland: WaylandFocus(awayAfter: awayAfter, isOnlyForIdleness: isOnlyForIdleness)
        case .x11:
            X11Focus(
                awayAfter: awayAfter, screen: display?.screen ?? 0, cookie: display?.cookie,
                isOnlyForIdleness: isOnlyForIdleness)
        case .kwin, .gnome, .estimate: nil
        }
    }
}

extension XDisplay {
    /// The secret for this display; nil if there is none.
    var cookie: [UInt8]? {
        guard let authority,
            let file = TextFile.bytes(authority, limit: Xauthority.longestFile)
        else { return nil }
        return Xauthority.cookie(file, display: number, host: Self.hostName)
    }

    private static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension DisplaySettings {
    /// The names of a runtime directory in which a display may be, the newest first; those of `i3`
    /// and `hypr` with the directory's name.
    static func socketNames(in directory: String) -> [String] {
        let prefixes = ["wayland-", "sway-ipc.", "niri."]
        var names = TextFile.names(in: directory).filter { name in
            prefixes.contains { name.hasPrefix($0) }
        }
        for folder in ["i3", "hypr"] {
            names += TextFile.names(in: "\(directory)/\(folder)").map { "\(folder)/\($0)" }
        }
        let dated = names.map { name -> (name: String, time: Int) in
            var status = stat()
            let isThere = stat("\(directory)/\(name)", &status) == 0
            return (name, isThere ? status.st_mtim.tv_sec : 0)
        }
        return dated.sorted { ($1.time, $0.name) < ($0.time, $1.name) }.map(\.name)
    }
}
