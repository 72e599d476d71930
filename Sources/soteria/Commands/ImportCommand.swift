import ArgumentParser
import EventStore
import Localization

struct ImportCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "import",
            abstract: localized("Import a record, or rules from another program."),
            subcommands: [
                ImportRecordCommand.self, ImportLeechBlockCommand.self,
                ImportSelfControlCommand.self, ImportActivityWatchCommand.self,
            ], defaultSubcommand: ImportRecordCommand.self)
    }
}

struct ImportRecordCommand: DefaultSubcommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "record",
            abstract: localized("Replace the record with an export of events."),
            discussion: localized(
                """
                The export may be in either format, JSON Lines or CSV. Every line is checked \
                first, which needs space in $TMPDIR (or /var/tmp). If systemd runs the daemon, the \
                daemon is stopped during the import. The previous record is kept beside the new \
                one. While a strict block is active or an edit that weakens the rules is waiting, \
                only a damaged record can be replaced.
                """))
    }

    @Argument(
        help: .localized("An export of the events, written by soteria export."), completion: .file()
    )
    var file: String

    @OptionGroup var record: RecordOptions

    func run(in context: CommandContext) throws {
        try RecordInput.require(file)
        try check(context)
        let replacing = RecordReplacement(
            options: record, context: context, again: "soteria import \(file)")
        try replacing.run(localized("Importing")) { directory throws(StoreError) in
            try EventStore.importExport(from: file, into: directory, at: .present)
        }
    }

    /// Imports the file into a scratch directory, before the daemon is stopped.
    private func check(_ context: CommandContext) throws {
        let trial = try ScratchDirectory(context.environment)
        let attempt = Result { () throws(StoreError) in
            try EventStore.importExport(from: file, into: trial.path, at: .present)
        }
        if case .failure(.notImported(_, let line, let problem)) = attempt,
            problem.isOfAnotherKind
        {
            throw Failure(
                localized(
                    """
                    \(Printable.text(file)):\(line): \(problem); nothing was changed
                    To write a file that can be imported: soteria export --table events
                    """))
        }
        let report = try attempt.get()
        try RecordText.requireEvents(report.record, file, context)
    }
}

extension ImportProblem {
    /// Whether the file may be complete, but is not an export of events.
    fileprivate var isOfAnotherKind: Bool {
        switch self {
        case .notAnExport, .otherTable: true
        default: false
        }
    }
}
