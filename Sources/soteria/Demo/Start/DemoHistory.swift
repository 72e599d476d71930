import ArgumentParser
import Engine
import RuleModel

/// A made-up history as it was asked for.
struct DemoHistory {
    /// How many days it has.
    var days: Int
    /// What everything in it follows from.
    var seed: UInt64
    /// How many times as much as usual goes on.
    var busy: Int

    /// The longest history, about ten years.
    static let mostDays = 3650
    /// The busiest person.
    static let mostBusy = 200

    /// What was written.
    struct Written: Hashable, Sendable {
        /// How many events.
        var events = 0
        /// When the first one happened.
        var from: Instant
        /// When it ends.
        var to: Instant
    }

    /// Makes it up to now by the machine's zone, and writes rules and record into a directory.
    ///
    /// Ctrl-C breaks it off: throws the exit status of the signal.
    func write(
        into directory: DemoDirectory, in surroundings: Surroundings, _ listener: any Listener
    ) throws -> Written {
        let end = surroundings.now()
        let (rules, zone) = try DemoRules.year.load(surroundings.environment)
        try directory.write(.year)
        let writer = try HistoryWriter(directory: directory.state, at: end)
        var life = Life(
            rules: rules, zone: zone, habits: Habits(seed: seed, busy: busy),
            days: days, to: end)
        var written = Written(from: life.from, to: end)
        let progress = try? SimulationProgress(
            SimulatedSpan.make(from: life.from, to: end).get(), surroundings)
        defer { progress?.end() }
        do {
            try life.run { events in
                if case .signal(let number) = try listener.hear(within: .zero) {
                    throw ExitCode(128 + number)
                }
                written.events += events.count
                if let last = events.last {
                    progress?.show(LocalTime.rfc3339(last.at, offset: last.offset))
                }
                try writer.append(events)
            }
        } catch {
            try? writer.close()
            throw error
        }
        try writer.close()
        return written
    }
}
