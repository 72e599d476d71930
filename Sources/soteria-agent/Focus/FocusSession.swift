import Dispatch
import Glibc
import Synchronization
import Systemd

/// A source over byte streams: a protocol and its connections.
final class FocusSession: Sendable {
    enum Report: Hashable, Sendable {
        /// The source answers; again if its abilities change.
        case ready(FocusAbilities)
        case event(FocusEvent)
        /// The source is of no use any more; the reason is for the journal. The last report.
        case ended(String)
    }

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
    private let onReport: @Sendable (Report) -> Void

    /// Connects to the first of the candidate's sockets that accepts, and reports on the serial
    /// queue. `awayAfter` is in seconds. With `isOnlyForIdleness`, only idleness is reported.
    /// Throws the last socket's error, ENOENT if there is none; ENOSYS if the kind has no stream.
    init(
        _ candidate: FocusCandidate, awayAfter: Int, isOnlyForIdleness: Bool = false,
        queue: DispatchQueue, onReport: @escaping @Sendable (Report) -> Void
    ) throws(SystemError) {
        let source = candidate.source(awayAfter: awayAfter, isOnlyForIdleness: isOnlyForIdleness)
        guard let source else { throw SystemError(function: "connect", code: ENOSYS) }
        self.queue = queue
        requests = candidate.requests
        self.onReport = onReport
        state = Mutex(State(source: source))
        let stream = try connect(candidate.addresses)
        let first = state.withLock { state in
            state.stream = stream
            return state.source.begin()
        }
        send(first)
    }

    deinit {
        end()
    }

    /// Minimises the windows of an app or a process; false if the desktop cannot.
    func putAway(_ window: FrontWindow) -> Bool {
        let bytes = state.withLock { $0.hasEnded ? nil : $0.source.putAway(window) }
        if let bytes { send(bytes) }
        return bytes != nil
    }

    /// Changes the time without input after which the person is idle, in seconds.
    func setAway(after seconds: Int) {
        send(state.withLock { $0.hasEnded ? [] : $0.source.setAway(after: seconds) })
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
                    onBytes: { [weak self] in self?.receive($0) },
                    onEnd: { [weak self] in self?.fail($0) })
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private func receive(_ bytes: RawSpan) {
        let output = state.withLock { $0.hasEnded ? nil : $0.source.receive(bytes) }
        if let output { perform(output) }
    }

    private func perform(_ output: FocusOutput) {
        send(output.reply)
        if let abilities = output.abilities { report(.ready(abilities)) }
        for event in output.events { report(.event(event)) }
        if let failure = output.failure { fail(failure) }
    }

    private func report(_ report: Report) {
        if !state.withLock({ $0.hasEnded }) { onReport(report) }
    }

    private func fail(_ reason: String) {
        guard !state.withLock({ $0.hasEnded }) else { return }
        end()
        onReport(.ended(reason))
    }

    private func send(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        if let requests {
            ask(bytes, at: requests)
        } else {
            state.withLock { $0.stream }?.send(bytes)
        }
    }

    /// Sends a request on a connection of its own.
    private func ask(_ bytes: [UInt8], at address: LocalAddress) {
        do throws(SystemError) {
            let answer = try ByteStream(
                connectingTo: address, queue: queue,
                onBytes: { [weak self] in self?.receiveAnswer($0) },
                onEnd: { [weak self] _ in self?.endAnswer() })
            state.withLock { $0.answer = answer }
            answer.send(bytes)
        } catch {
            queue.async { [weak self] in self?.fail(error.description) }
        }
    }

    private func receiveAnswer(_ bytes: RawSpan) {
        let output = state.withLock { $0.hasEnded ? nil : $0.source.receiveAnswer(bytes) }
        if let output { perform(output) }
    }

    private func endAnswer() {
        let output = state.withLock { state -> FocusOutput? in
            state.answer = nil
            return state.hasEnded ? nil : state.source.endAnswer()
        }
        if let output { perform(output) }
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
