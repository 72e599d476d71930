import Engine
import RuleModel
import Systemd

/// The machine's clocks, their known state, and the timer that they drive.
struct MachineClock {
    let clocks: Clocks
    let startedAt: Reading
    /// The last known synchronisation of the wall clock to a time server; nil if unknown.
    private(set) var isSynchronised: Bool?
    /// The number of times the wall clock was set while the daemon ran.
    private(set) var sets = 0
    /// The reason why the machine's zone cannot be read; nil if it can.
    private(set) var zoneIssue: String?
    private var arm: (@Sendable (Deadline?) -> Void)?

    init(_ clocks: Clocks) {
        self.clocks = clocks
        startedAt = clocks.reading()
    }

    mutating func connect(_ arm: @escaping @Sendable (Deadline?) -> Void) { self.arm = arm }

    /// Sets the timer that wakes the daemon; nil disarms it.
    func wake(at deadline: Deadline?) { arm?(deadline) }

    mutating func countChange() { sets += 1 }

    /// Stores the answer. True only if the clock is synchronised, and was not set since `asked`.
    mutating func update(isSynchronised answer: Bool?, asked: Int) -> Bool {
        isSynchronised = answer
        return answer == true && asked == sets
    }

    /// Stores why the zone cannot be read. Returns the reason if it is new.
    mutating func update(zoneIssue issue: String?) -> String? {
        defer { zoneIssue = issue }
        return issue == zoneIssue ? nil : issue
    }
}

/// The clocks that the daemon reads; tests replace them.
struct Clocks: Sendable {
    let read: @Sendable () -> ClockSample
    /// Asks if the wall clock is synchronised to a time server; nil if unknown.
    let isSynchronised: nonisolated(nonsending) @Sendable () async -> Bool?

    static let system = Clocks(
        read: { ClockSample.now() }, isSynchronised: { await TimeDate.isSynchronized() })

    /// A reading for the engine; `isSynchronised` only if the clock was not set since asking.
    func reading(isSynchronised: Bool = false) -> Reading {
        let clocks = read()
        return Reading(
            wall: Instant(milliseconds: clocks.wallMilliseconds),
            elapsed: TimeSpan(milliseconds: clocks.elapsedMilliseconds),
            boot: BootID(clocks.bootID), isSynchronised: isSynchronised,
            asleep: TimeSpan(milliseconds: clocks.asleepMilliseconds))
    }
}
