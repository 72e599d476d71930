import API
import ArgumentParser
import EventStore
import Foundation
import Localization

struct BackupCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "backup",
            abstract: localized(
                "Write a copy of the whole record to a file; the daemon keeps running."),
            discussion: localized(
                """
                FILE is created only after the backup has been checked. To restore a backup: \
                soteria restore
                """))
    }

    @Argument(help: .localized("The file to write."), completion: .file())
    var file: String

    @Flag(help: .localized("Replace the file if it exists."))
    var force = false

    @OptionGroup var daemon: DaemonOptions

    struct Output: Encodable {
        var file: String
        var size: Int
        var record: RecordText.Contents
    }

    func validate() throws {
        if file == "-" {
            throw ValidationError(
                localized(
                    """
                    a backup is checked after it is written, so it needs a file; for a file named \
                    "-": ./-
                    """))
        }
    }

    func run(in context: CommandContext) throws {
        let client = try daemon.client(context)
        let whole = try AtomicFile(file, replaces: force)
        try receive(client, whole)
        let report: BackupReport
        do {
            report = try EventStore.check(backup: whole.part)
        } catch {
            throw Failure(localized("the daemon sent a damaged backup: \(error.description)"))
        }
        try whole.finish()
        let result = Output(file: file, size: whole.size, record: .init(report))
        try context.show(result, daemon.output) { _ in
            "\(Printable.text(file)): \(ByteText.size(whole.size)), \(result.record.text)\n"
        }
    }

    private func receive(_ client: SoteriaClient, _ file: AtomicFile) throws {
        var expected: Int?
        try client.monitor(
            DaemonAPI.Backup.self, NoMembers(), timeout: DaemonAPI.Backup.patience
        ) { reply in
            expected = reply.size
            if let data = reply.data {
                guard let bytes = Data(base64Encoded: data) else {
                    throw Failure(
                        localized("the daemon sent unreadable data, so no backup was written"))
                }
                try file.write(bytes)
            }
        }
        guard let expected, file.size == expected else {
            throw Failure(
                localized(
                    """
                    received \(file.size) of \(expected ?? 0) bytes, so no backup was written; try \
                    again
                    """))
        }
    }
}
