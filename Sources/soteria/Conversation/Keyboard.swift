import Foundation
import Localization

/// Input or a signal that arrived while the program waited.
enum UserInput: Hashable, Sendable {
    /// A line was typed, without its newline.
    case line(String)
    case end
    /// The number of a signal that ends a program.
    case signal(Int32)
    case nothing
}

/// A source of typed lines and of signals that end a program.
protocol Listener {
    /// Waits for input for at most `limit`; nil waits forever.
    func nextInput(within limit: Duration?) throws -> UserInput
}

/// The ways in which the person keeps the block.
enum BlockKept: Error, Hashable {
    case chosen
    /// They ended the input (Ctrl-D).
    case endOfInput
    /// The program was ended (Ctrl-C) by the signal with this number.
    case signal(Int32)
}

/// Reads lines from a descriptor, usually a terminal, and the signals that end a program.
///
/// While it exists, those signals are blocked in the thread that made it, so that a call to the
/// daemon is never interrupted; `nextInput` returns them.
final class Keyboard: Listener {
    private let input: Int32?
    private let signals: SignalPipe
    private let sources: [any DispatchSourceSignal]
    private let maskBefore: sigset_t
    private var typed: [UInt8] = []
    private var isAtEnd = false
    /// A longer line, in bytes, is cut here.
    private static let longestLine = 4096

    /// Reads the lines of `input`, if any. Throws if no descriptor is left.
    init(input: Int32?) throws {
        self.input = input
        let ending = [SIGINT, SIGTERM, SIGHUP].filter { !Self.isIgnored($0) }
        let signals = try SignalPipe()
        // SIGPIPE too: running work must be finished.
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

    func nextInput(within limit: Duration?) throws -> UserInput {
        let end = limit.map { ContinuousClock.now + $0 }
        while true {
            // A signal takes precedence over a line that was typed before it.
            if let signal = signals.read() { return .signal(signal) }
            if let line = nextLine() { return .line(line) }
            if isAtEnd { return .end }
            let left = end.map { ContinuousClock.now.duration(to: $0) }
            let (lines, isOver) = try wait(left)
            if lines { try receive() }
            if isOver, !lines {
                return signals.read().map(UserInput.signal) ?? .nothing
            }
        }
    }

    /// Waits for input; returns whether lines are available, and whether the time is over.
    private func wait(_ limit: Duration?) throws -> (lines: Bool, isOver: Bool) {
        let events = Int16(POLLIN)
        // poll(2) ignores a negative descriptor.
        var ready = [
            pollfd(fd: signals.readEnd, events: events, revents: 0),
            pollfd(fd: input ?? -1, events: events, revents: 0),
        ]
        let count = poll(&ready, nfds_t(ready.count), limit.map(Self.milliseconds) ?? -1)
        guard count >= 0 || errno == EINTR else {
            throw Failure(
                localized("could not wait for input: \(String(cString: strerror(errno)))"))
        }
        // A hang-up comes without POLLIN.
        return (count > 0 && ready[1].revents != 0, count == 0)
    }

    /// Rounded up, so that the time is over afterwards.
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
            // A closed terminal has no more lines either.
            isAtEnd = true
        }
    }

    private func nextLine() -> String? {
        let newline = typed.firstIndex(of: UInt8(ascii: "\n"))
        guard newline != nil || typed.count >= Self.longestLine || (isAtEnd && !typed.isEmpty)
        else { return nil }
        let line = typed[..<(newline ?? typed.endIndex)]
        defer { typed.removeFirst(min(line.count + 1, typed.count)) }
        return String(decoding: line, as: UTF8.self)
    }

    /// True if the program was started to survive the signal, as by nohup(1).
    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Blocks the signals in this thread; returns the previous mask.
    private static func block(_ signals: [Int32]) -> sigset_t {
        var mask = sigset_t()
        var before = sigset_t()
        sigemptyset(&mask)
        for signal in signals { sigaddset(&mask, signal) }
        pthread_sigmask(SIG_BLOCK, &mask, &before)
        return before
    }
}

/// Passes the numbers of signals from their queue to poll(2).
private final class SignalPipe: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw Failure(localized("could not create a pipe: \(String(cString: strerror(errno)))"))
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
        // A full pipe already holds enough signals.
        _ = Glibc.write(writeEnd, &byte, 1)
    }

    /// The next pending signal; nil if there is none.
    func read() -> Int32? {
        var byte: UInt8 = 0
        return Glibc.read(readEnd, &byte, 1) == 1 ? Int32(byte) : nil
    }
}
