import ArgumentParser
import EventStore
import Localization

struct RestoreCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "restore", abstract: localized("Replace the record with a backup."),
            discussion: localized(
                """
                The backup is checked first. If systemd runs the daemon, the daemon is stopped \
                during the restore. The previous record is kept beside the new one. While a strict \
                block is active or an edit that weakens the rules is waiting, only a damaged \
                record can be replaced.
                """))
    }

    @Argument(help: .localized("A backup file, written by soteria backup."), completion: .file())
    var file: String

    @OptionGroup var record: RecordOptions

    func run(in context: CommandContext) throws {
        try RecordInput.require(file)
        try RecordText.requireEvents(try EventStore.check(backup: file), file, context)
        let replacing = RecordReplacement(
            options: record, context: context, again: "soteria restore \(file)")
        try replacing.run(localized("Restoring")) { directory throws(StoreError) in
            try EventStore.restore(from: file, into: directory, at: .present)
        }
    }
}
