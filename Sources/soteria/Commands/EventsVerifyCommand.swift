import API
import ArgumentParser
import EventStore

/// `soteria events verify`: whether what was recorded is still what was recorded.
struct EventsVerifyCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check that no recorded event was changed or removed.",
        discussion: """
            Each event carries a hash of itself and of all before it; the journal is told the last \
            one every hour, and both are compared. Needs no daemon.
            Exit status: 0 the record is whole, 1 it is not, or there was an error.
            """)

    @OptionGroup var record: RecordOptions

    func run(in surroundings: Surroundings) throws {
        let directory = try record.directory(
            record.state == nil ? record.running(surroundings) : nil, surroundings)
        let journal = JournalHeads.read(surroundings)
        let path = EventStore.database(in: directory)
        try RecordInput.require(path)
        let report = try journal.verify(
            path: path,
            isInPlace: StatePlaces(environment: surroundings.environment).contains(directory))
        let known = journal.heads(of: report.device).count
        let text = ChainText(
            report: report, path: path, heads: known, others: journal.entries.count - known)
        try surroundings.show(text.answer, record.daemon.output) { text.text($0) }
        if report.broken != nil { throw ExitCode.failure }
    }
}
