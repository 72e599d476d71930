import Foundation

/// Input from the person while the program waits.
enum Heard: Hashable, Sendable {
    /// A line was typed, without its newline.
    case line(String)
    case end
    /// A signal that ends a program, by its number.
    case signal(Int32)
    case nothing
}

/// Whoever hears what the person types and the signals that end a program.
protocol Listener {
    /// Waits until something comes, at most so long; nil waits for ever.
    func hear(within limit: Duration?) throws -> Heard
}

/// The person keeps the block, in whatever way they say so.
enum Keeping: Error, Hashable {
    case chosen
    /// They ended the input (Ctrl-D).
    case endOfInput
    /// They, or somebody else, ended the program (Ctrl-C) by a signal of this number.
    case signal(Int32)
}

/// Hears the lines of a descriptor, as a rule a terminal, and the signals that end a program.
///
/// While it lives those signals are blocked in the thread that made it, so that a call to the
/// daemon is never cut off in the middle; they are heard when `hear` is called next.
final class Keyboard: Listener {
    private let input: Int32?
    private let signals: SignalPipe
    private let sources: [any DispatchSourceSignal]
    private let maskBefore: sigset_t
    private var typed: [UInt8] = []
    private var isAtEnd = false
    /// A line that is longer than this many bytes is taken as it is.
    private static let longestLine = 4096

    /// Listens to the lines of `input`, if any. Throws if no descriptor is left.
    init(input: Int32?) throws {
        self.input = input
        let ending = [SIGINT, SIGTERM, SIGHUP].filter { !Self.isIgnored($0) }
        let signals = try SignalPipe()
        // Also of a pipe that nobody reads any more: what is under way must come to its end.
        maskBefore = Self.block(ending + [SIGPIPE])
        let queue = DispatchQueue(label: "org.soteria.signals")
        sources = ending.map { signal in
            let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
            source.setEventHandler { signals.write(signal) }
            source.activate()
            return source
        }
        self.signals = signals
    }

    deinit {
        for source in sources { source.cancel() }
        var mask = maskBefore
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    func hear(within limit: Duration?) throws -> Heard {
        let end = limit.map { ContinuousClock.now + $0 }
        while true {
            // A signal counts more than a line that was typed before it.
            if let signal = signals.read() { return .signal(signal) }
            if let line = takeLine() { return .line(line) }
            if isAtEnd { return .end }
            let left = end.map { ContinuousClock.now.duration(to: $0) }
            let (lines, isOver) = try wait(left)
            if lines { try receive() }
            if isOver, !lines {
                return signals.read().map(Heard.signal) ?? .nothing
            }
        }
    }

    /// Waits for something to read; returns whether lines are there, and whether time is over.
    private func wait(_ limit: Duration?) throws -> (lines: Bool, isOver: Bool) {
        let events = Int16(POLLIN)
        // A negative descriptor is passed over.
        var ready = [
            pollfd(fd: signals.readEnd, events: events, revents: 0),
            pollfd(fd: input ?? -1, events: events, revents: 0),
        ]
        let count = poll(&ready, nfds_t(ready.count), limit.map(Self.milliseconds) ?? -1)
        guard count >= 0 || errno == EINTR else {
            throw Failure("nothing can be heard: \(String(cString: strerror(errno)))")
        }
        // A hang-up comes without POLLIN.
        return (count > 0 && ready[1].revents != 0, count == 0)
    }

    /// Rounded up, so that time is really over afterwards.
    private static func milliseconds(_ length: Duration) -> Int32 {
        let (seconds, attoseconds) = length.components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(clamping: min(seconds, 1_000_000) * 1000 + rest)
    }

    private func receive() throws {
        guard let input else { return }
        var chunk = [UInt8](repeating: 0, count: Self.longestLine)
        let count = Glibc.read(input, &chunk, chunk.count)
        if count > 0 {
            typed += chunk[..<count]
        } else if count == 0 || ![EINTR, EAGAIN].contains(errno) {
            // A terminal that is gone has no more lines either.
            isAtEnd = true
        }
    }

    private func takeLine() -> String? {
        let newline = typed.firstIndex(of: UInt8(ascii: "\n"))
        guard newline != nil || typed.count >= Self.longestLine || (isAtEnd && !typed.isEmpty)
        else { return nil }
        let line = typed[..<(newline ?? typed.endIndex)]
        defer { typed.removeFirst(min(line.count + 1, typed.count)) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Whether whoever started the program wants it to live through the signal, as nohup(1) does.
    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Blocks the signals in this thread; returns the mask before that.
    private static func block(_ signals: [Int32]) -> sigset_t {
        var mask = sigset_t()
        var before = sigset_t()
        sigemptyset(&mask)
        for signal in signals { sigaddset(&mask, signal) }
        pthread_sigmask(SIG_BLOCK, &mask, &before)
        return before
    }
}

/// Carries the numbers of signals from the queue that takes them to whoever polls.
private final class SignalPipe: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw Failure("signals cannot be heard: \(String(cString: strerror(errno)))")
        }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    func write(_ signal: Int32) {
        var byte = UInt8(truncatingIfNeeded: signal)
        // A full pipe holds enough signals.
        _ = Glibc.write(writeEnd, &byte, 1)
    }

    /// The next signal that came; nil where none did.
    func read() -> Int32? {
        var byte: UInt8 = 0
        return Glibc.read(readEnd, &byte, 1) == 1 ? Int32(byte) : nil
    }
}
