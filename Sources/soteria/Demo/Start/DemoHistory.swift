import Engine
import RuleFiles

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

    /// Makes it up to an instant by the local clock of a zone, and writes rules and record into a
    /// directory.
    func write(
        into directory: DemoDirectory, to end: Instant, zones: ZoneSource
    ) throws -> Written {
        let demo = DemoRules.year
        let rules = try demo.load(zones: zones)
        try directory.write(demo)
        let writer = try HistoryWriter(directory: directory.state, at: end)
        var life = Life(
            rules: rules, zone: zones.local().zone, habits: Habits(seed: seed, busy: busy),
            days: days, to: end)
        var written = Written(from: life.from, to: end)
        do {
            try life.run { events in
                written.events += events.count
                try writer.append(events)
            }
        } catch {
            try writer.close()
            throw error
        }
        try writer.close()
        return written
    }
}
