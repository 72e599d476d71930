import API
import ArgumentParser
import EventStore
import Foundation
import RuleModel

struct RestoreCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup in the place of the record.",
        discussion: """
            The backup is checked first. A daemon that systemd runs is stopped for that long; the \
            record that was there is kept beside the new one. It is refused while the daemon \
            blocks something strictly or an edit waits that weakens the rules, unless its record \
            is damaged.
            """)

    @Argument(help: "A backup made by soteria backup.", completion: .file())
    var file: String

    @OptionGroup var record: RecordOptions

    func run(in context: CommandContext) throws {
        try RecordInput.require(file)
        try RecordText.requireEvents(try EventStore.check(backup: file), file, context)
        let replacing = RecordReplacement(
            options: record, context: context, again: "soteria restore \(file)")
        try replacing.run("Restoring") { directory throws(StoreError) in
            try EventStore.restore(from: file, into: directory, at: .present)
        }
    }
}

struct ImportCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make a record of an export, in the place of this one.",
        discussion: """
            It takes what soteria export writes of the events, in either form, and checks every \
            line first, for which it needs room in $TMPDIR (else /var/tmp). A daemon that \
            systemd runs is stopped for that long; the record that was there is kept beside the \
            new one. It is refused while the daemon blocks something strictly or an edit waits \
            that weakens the rules, unless its record is damaged.
            """)

    @Argument(help: "An export of the events.", completion: .file())
    var file: String

    @OptionGroup var record: RecordOptions

    func run(in context: CommandContext) throws {
        try RecordInput.require(file)
        try check(context)
        let replacing = RecordReplacement(
            options: record, context: context, again: "soteria import \(file)")
        try replacing.run("Importing") { directory throws(StoreError) in
            try EventStore.importExport(from: file, into: directory, at: .present)
        }
    }

    /// Imports it elsewhere first, before the daemon is stopped.
    private func check(_ context: CommandContext) throws {
        let trial = try ScratchDirectory(context.environment)
        let attempt = Result { () throws(StoreError) in
            try EventStore.importExport(from: file, into: trial.path, at: .present)
        }
        if case .failure(.notImported(_, let line, let problem)) = attempt,
            problem.isOfAnotherKind
        {
            throw Failure(
                """
                \(Printable.text(file)):\(line): \(problem); nothing was changed
                What can be imported: soteria export --table events
                """)
        }
        let report = try attempt.get()
        try RecordText.requireEvents(report.record, file, context)
    }
}

extension ImportProblem {
    /// Whether the file may be complete, but is no export of events.
    fileprivate var isOfAnotherKind: Bool {
        switch self {
        case .notAnExport, .otherTable: true
        default: false
        }
    }
}

extension Instant {
    fileprivate static var present: Instant {
        Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }
}
