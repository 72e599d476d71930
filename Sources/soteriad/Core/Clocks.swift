import Engine
import RuleModel
import Systemd

/// The clocks as the daemon reads them; tests give their own.
struct Clocks: Sendable {
    /// Reads both clocks.
    var read: @Sendable () -> ClockReading
    /// Asks whether the wall clock follows a time server; nil where nobody can say.
    var isSynchronised: nonisolated(nonsending) @Sendable () async -> Bool?

    /// The machine's.
    static let system = Clocks(
        read: { ClockReading.now() }, isSynchronised: { await TimeDate.isSynchronized() })

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
