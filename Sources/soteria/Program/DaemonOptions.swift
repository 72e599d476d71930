import API
import ArgumentParser
import Localization

struct OutputOptions: ParsableArguments {
    @Flag(help: .localized("Print JSON instead of text."))
    var json = false
}

/// Asks the daemon for its time.
typealias Now = () throws -> Moment?

struct DaemonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            localized("The daemon's socket (default: $SOTERIA_SOCKET or the standard path)."),
            valueName: "PATH"),
        completion: .file())
    var socket: String?

    @OptionGroup var output: OutputOptions

    func address(_ context: CommandContext) throws(SocketAddressError) -> SocketAddress {
        if let socket { return SocketAddress(path: socket) }
        return try SocketAddress.standard(variable: { context.environment[$0] })
    }

    func client(_ context: CommandContext) throws -> SoteriaClient {
        try SoteriaClient(address(context), timeout: context.timeout)
    }

    /// Calls a method and shows its reply; `text` can ask for the daemon's time.
    func show<Called: TypedMethod>(
        _ method: Called.Type, _ parameters: Called.Parameters, in context: CommandContext,
        as text: (Called.Reply, _ now: Now, Style) throws -> String
    ) throws {
        let client = try client(context)
        let reply = try client.call(method, parameters)
        try context.show(reply, output) { try text(reply, { try client.now() }, $0) }
    }

    /// Shows a paged result, a line for each element; on a terminal, `none` if there is no element.
    func showLines<Called: TypedMethod, Element: Encodable>(
        _ method: Called.Type, _ parameters: Called.Parameters, _ client: SoteriaClient,
        in context: CommandContext, none: String, of elements: (Called.Reply) -> [Element],
        as line: (Element, Style) -> String
    ) throws {
        var isEmpty = true
        try client.monitor(method, parameters, timeout: Self.patience) { reply in
            for element in elements(reply) {
                isEmpty = false
                try context.showLine(element, output) { line(element, $0) }
            }
        }
        if isEmpty, context.isTerminal, !output.json { context.output(none) }
    }

    /// The time limit for one page of a long record.
    static let patience = Duration.seconds(60)
}

extension CommandContext {
    /// Writes a reply: as JSON if that was requested, else as text. A change that is not in the
    /// record yet is noted on standard error.
    func show(
        _ reply: some Encodable, _ options: OutputOptions, as text: (Style) throws -> String
    ) throws {
        if options.json { try showJSON(reply) } else { output(legible(try text(style))) }
        if let note = (reply as? any RecordedReply)?.note { error("soteria: \(note)\n") }
    }

    /// Writes one element: as a line of JSON if that was requested, else as text.
    func showLine(
        _ value: some Encodable, _ options: OutputOptions, as text: (Style) -> String
    ) throws {
        output(options.json ? try ReplyText.compact(value) + "\n" : legible(text(style)))
    }

    /// Writes JSON: indented for a reader at a terminal, on one line for a program.
    func showJSON(_ value: some Encodable) throws {
        let text = isTerminal ? try ReplyText.pretty(value) : try ReplyText.compact(value)
        output(text + "\n")
    }
}
