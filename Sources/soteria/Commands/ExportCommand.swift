import API
import ArgumentParser
import EventStore
import Foundation

struct ExportCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write what is recorded as JSON Lines or CSV.",
        discussion: """
            Without FILE: to standard output. An export of the events can be imported again; one \
            of the requests has a row for each unblock request. With FILE and --json: what was \
            written, as an object.
            """)

    @Option(help: "What is exported.")
    var table = MetricsAPI.Table.events

    @Option(help: "The form of the text.")
    var format = MetricsAPI.Format.jsonl

    @Flag(help: "Replace a file that is there.")
    var force = false

    @Argument(help: "The file to write.", completion: .file())
    var file: String?

    @OptionGroup var daemon: DaemonOptions

    struct Answer: Encodable {
        var file: String
        var size: Int
    }

    func validate() throws {
        if daemon.output.json, file == nil {
            throw ValidationError("--json needs FILE: standard output holds the export itself")
        }
        if force, file == nil { throw ValidationError("--force needs FILE") }
    }

    func run(in context: CommandContext) throws {
        let client = try daemon.client(context)
        guard let file else {
            try receive(client) { context.output($0) }
            return
        }
        let whole = try AtomicFile(file, replaces: force)
        try receive(client) { try whole.write($0.utf8) }
        try whole.finish()
        try context.show(Answer(file: file, size: whole.size), daemon.output) { _ in
            "\(Printable.text(file)): \(ByteText.size(whole.size))\n"
        }
    }

    private func receive(_ client: SoteriaClient, _ body: (String) throws -> Void) throws {
        try client.monitor(
            MetricsAPI.Export.self, .init(format: format, table: table),
            timeout: DaemonOptions.patience
        ) { reply in
            try body(reply.text)
        }
    }
}

extension MetricsAPI.Table: ExpressibleByArgument {}
extension MetricsAPI.Format: ExpressibleByArgument {}

struct BackupCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write the whole record to a file, while all goes on.",
        discussion: "The file is checked before it takes its place. Back again: soteria restore")

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @Flag(help: "Replace a file that is there.")
    var force = false

    @OptionGroup var daemon: DaemonOptions

    struct Answer: Encodable {
        var file: String
        var size: Int
        var record: RecordText.Contents
    }

    func run(in context: CommandContext) throws {
        let client = try daemon.client(context)
        let whole = try AtomicFile(file, replaces: force)
        try receive(client, whole)
        let report: BackupReport
        do {
            report = try EventStore.check(backup: whole.part)
        } catch {
            throw Failure("the backup that came is not whole: \(error.description)")
        }
        try whole.finish()
        let answer = Answer(file: file, size: whole.size, record: .init(report))
        try context.show(answer, daemon.output) { _ in
            "\(Printable.text(file)): \(ByteText.size(whole.size)), \(answer.record.text)\n"
        }
    }

    /// The time limit for the copy, and for each piece of it.
    private static let patience = Duration.seconds(300)

    private func receive(_ client: SoteriaClient, _ file: AtomicFile) throws {
        var expected: Int?
        try client.monitor(DaemonAPI.Backup.self, NoMembers(), timeout: Self.patience) { reply in
            expected = reply.size
            if let data = reply.data {
                guard let bytes = Data(base64Encoded: data) else {
                    throw Failure("what the daemon sends cannot be read; no backup was written")
                }
                try file.write(bytes)
            }
        }
        guard let expected, file.size == expected else {
            throw Failure(
                "\(file.size) of \(expected ?? 0) bytes came, so no backup was written; try again")
        }
    }
}
