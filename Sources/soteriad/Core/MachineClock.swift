import Engine
import RuleModel
import Systemd

/// The machine's clocks, what is known of them, and the timer that they wake.
struct MachineClock {
    let clocks: Clocks
    let startedAt: Reading
    /// The last answer to whether the wall clock follows a time server.
    private(set) var isSynchronised: Bool?
    /// How often the wall clock was set while the daemon ran.
    private(set) var sets = 0
    /// Why the machine's zone cannot be read; nil if it can.
    private(set) var zoneIssue: String?
    private var arm: (@Sendable (Deadline?) -> Void)?

    init(_ clocks: Clocks) {
        self.clocks = clocks
        startedAt = clocks.reading()
    }

    mutating func connect(_ arm: @escaping @Sendable (Deadline?) -> Void) { self.arm = arm }

    /// Has the daemon woken at a moment, and no sooner; nil: not at all.
    func wake(at deadline: Deadline?) { arm?(deadline) }

    mutating func countChange() { sets += 1 }

    /// Notes the answer to whether the wall clock follows a time server. Returns whether it says so
    /// of the clock as it is now: it was asked after the clock was last set.
    mutating func update(isSynchronised answer: Bool?, asked: Int) -> Bool {
        isSynchronised = answer
        return answer == true && asked == sets
    }

    /// Notes why the zone cannot be read. Returns the reason if it is a new one.
    mutating func update(zoneIssue issue: String?) -> String? {
        defer { zoneIssue = issue }
        return issue == zoneIssue ? nil : issue
    }
}

/// The clocks as the daemon reads them; tests give their own.
struct Clocks: Sendable {
    let read: @Sendable () -> ClockSample
    /// Asks whether the wall clock follows a time server; nil where nobody can say.
    let isSynchronised: nonisolated(nonsending) @Sendable () async -> Bool?

    static let system = Clocks(
        read: { ClockSample.now() }, isSynchronised: { await TimeDate.isSynchronized() })

    /// A reading for the engine. Only the answer to a question that was asked after the clock was
    /// last set may say that it is synchronised.
    func reading(isSynchronised: Bool = false) -> Reading {
        let clocks = read()
        return Reading(
            wall: Instant(milliseconds: clocks.wallMilliseconds),
            elapsed: TimeSpan(milliseconds: clocks.elapsedMilliseconds),
            boot: BootID(clocks.bootID), isSynchronised: isSynchronised,
            asleep: TimeSpan(milliseconds: clocks.asleepMilliseconds))
    }
}
