import ArgumentParser
import Demo
import Engine
import RuleModel

/// A made-up history as it was asked for.
struct DemoHistory {
    var days: Int
    /// The seed that everything in it follows from.
    var seed: UInt64
    /// How many times as much as usual goes on.
    var busy: Int

    /// The longest history, about ten years.
    static let mostDays = 3650
    /// The busiest person.
    static let mostBusy = 200

    /// Makes it up to now by the machine's zone, writes rules and record into a directory, and
    /// returns how many events it has.
    ///
    /// Ctrl-C breaks it off: throws the exit status of the signal.
    func write(
        into directory: DemoDirectory, in surroundings: Surroundings, _ listener: any Listener
    ) throws -> Int {
        let end = surroundings.now()
        let (rules, zone) = try DemoRules.year.load(surroundings.environment)
        try directory.write(.year)
        let writer = try HistoryWriter(directory: directory.state, at: end)
        var person = SimulatedPerson(
            rules: rules, zone: zone, seed: seed, busy: busy, days: days, to: end)
        let progress = try? SimulationProgress(
            SimulatedSpan.make(from: person.from, to: end).get(), surroundings)
        defer { progress?.end() }
        var count = 0
        do {
            try person.run { events in
                if case .signal(let number) = try listener.hear(within: .zero) {
                    throw ExitCode(128 + number)
                }
                count += events.count
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
        return count
    }
}
