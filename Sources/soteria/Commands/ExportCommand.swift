import API
import ArgumentParser
import Localization

struct ExportCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "export", abstract: localized("Export the record as JSON Lines or CSV."),
            discussion: localized(
                """
                Without FILE, or with "-", writes to standard output. An export of the events can \
                be read by soteria import; an export of the requests has one row for each unblock \
                request. With FILE and --json, prints the file's name and size as a JSON object.
                """))
    }

    @Option(help: .localized("The table to export."))
    var table = MetricsAPI.Table.events

    @Option(help: .localized("The format of the output."))
    var format = MetricsAPI.Format.jsonl

    @Flag(help: .localized("Replace the file if it exists."))
    var force = false

    @Argument(help: .localized("The file to write."), completion: .file())
    var file: String?

    @OptionGroup var daemon: DaemonOptions

    struct Output: Encodable {
        var file: String
        var size: Int
    }

    /// The file to write; nil for standard output.
    private var target: String? { file == "-" ? nil : file }

    func validate() throws {
        if daemon.output.json, target == nil {
            throw ValidationError(
                localized("--json needs FILE: without FILE, the export goes to standard output"))
        }
        if force, target == nil { throw ValidationError(localized("--force needs FILE")) }
    }

    func run(in context: CommandContext) throws {
        let client = try daemon.client(context)
        guard let file = target else {
            try receive(client) { context.output($0) }
            return
        }
        let whole = try AtomicFile(file, replaces: force)
        try receive(client) { try whole.write($0.utf8) }
        try whole.finish()
        try context.show(Output(file: file, size: whole.size), daemon.output) { _ in
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
