import API
import ArgumentParser
import Foundation

/// `soteria export`: what is recorded, as text for other programs.
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

    /// What was written, as JSON.
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

    func run(in surroundings: Surroundings) throws {
        let client = try daemon.client(surroundings)
        guard let file else {
            try receive(client) { surroundings.output($0) }
            return
        }
        let whole = try WholeFile(file, replaces: force)
        try receive(client) { try whole.write($0.utf8) }
        try whole.finish()
        try surroundings.show(Answer(file: file, size: whole.size), daemon.output) { _ in
            "\(Printable.text(file)): \(ByteText.size(whole.size))\n"
        }
    }

    private func receive(_ client: SoteriaClient, _ body: (String) throws -> Void) throws {
        try client.monitor(
            MetricsAPI.Export.self, .init(format: format, table: table),
            timeout: DaemonOptions.patience
        ) { reply in
            try body(reply.text)
            return true
        }
    }
}

/// The tables by their names on the socket.
extension MetricsAPI.Table: ExpressibleByArgument {}
/// The forms by their names on the socket.
extension MetricsAPI.Format: ExpressibleByArgument {}

/// Sizes of files.
enum ByteText {
    /// `1 byte`, `12.3 kB`, `4.0 MB`.
    static func size(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return Count.text(bytes, "byte") }
        let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")]
        let (unit, name) = units.first { bytes >= $0.0 } ?? (1000, "kB")
        let tenths = bytes / (unit / 10)
        return "\(tenths / 10).\(tenths % 10) \(name)"
    }
}
