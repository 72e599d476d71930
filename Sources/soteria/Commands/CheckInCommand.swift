import API
import ArgumentParser
import Localization

struct CheckInCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "checkin", abstract: localized("Show today's check-ins and answer them."),
            usage: """
                soteria checkin [KEY] [yes|no]
                soteria checkin debug <subcommand>
                """,
            discussion: localized(
                """
                Without yes or no, asks every open question if run on a terminal. With yes or no, \
                answers check-in KEY; you can leave out KEY if only one question is open. For \
                more: soteria help checkin ask
                """),
            subcommands: [CheckInAskCommand.self, CheckInDebugCommand.self],
            defaultSubcommand: CheckInAskCommand.self)
    }
}

struct CheckInAskCommand: DefaultSubcommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "ask",
            abstract: localized("Show the check-ins, and answer the open questions."),
            usage: "soteria checkin [KEY] [yes|no] [--json] [--socket <path>]",
            discussion: localized(
                """
                Without yes or no, asks every open question if run on a terminal; Enter skips one.
                You can leave out KEY if only one question is open.
                """))
    }

    @Argument(
        help: ArgumentHelp(
            localized("The key of a check-in, then yes or no; both are optional."),
            valueName: "key|yes|no"),
        completion: Completions.checkInWords)
    var words: [String] = []

    @OptionGroup var daemon: DaemonOptions

    static let answers = ["yes": true, "no": false]

    /// The answer in the last word; nil if that is not an answer.
    private var answer: Bool? { words.last.flatMap { Self.answers[$0] } }
    /// The given key; nil if none was given.
    private var key: String? { answer == nil ? words.first : words.dropLast().first }

    func validate() throws {
        guard words.count <= (answer == nil ? 1 : 2) else {
            throw ValidationError(localized("give a check-in's key, then yes or no"))
        }
    }

    func run(in context: CommandContext) throws {
        let client = try daemon.client(context)
        let reply = try client.call(CheckInAPI.List.self)
        let chosen = try chosen(reply.checkIns)
        if let answer {
            try give(answer, to: only(chosen), client, context)
            return
        }
        if context.canAsk, !daemon.output.json, try ask(chosen, context) { return }
        let shown = CheckInAPI.List.Reply(checkIns: chosen, debug: reply.debug)
        try context.show(shown, daemon.output) { style in
            CheckInText.list(chosen, now: try daemon.client(context).now(), style)
        }
    }

    /// The named check-in, or all.
    private func chosen(_ checkIns: [CheckInAPI.CheckIn]) throws -> [CheckInAPI.CheckIn] {
        guard let key else { return checkIns }
        guard let named = checkIns.first(where: { $0.checkIn == key }) else {
            let refusal = FailureText.refusal(CheckInAPI.NoSuchCheckIn(checkIn: key))
            let known = checkIns.map(\.checkIn).joined(separator: ", ")
            throw Failure(checkIns.isEmpty ? refusal : refusal + " (\(Printable.text(known)))")
        }
        return [named]
    }

    /// The check-in that the answer is for.
    private func only(_ checkIns: [CheckInAPI.CheckIn]) throws -> CheckInAPI.CheckIn {
        let open = checkIns.filter { $0.phase == .asking }
        // If there is only one, the daemon explains why it accepts no answer.
        if let one = open.first ?? checkIns.first, open.count == 1 || checkIns.count == 1 {
            return one
        }
        guard let first = open.first else {
            throw Failure(
                checkIns.isEmpty
                    ? localized("no rule file defines a check-in")
                    : localized("no check-in is waiting for an answer"))
        }
        let keys = Printable.text(open.map(\.checkIn).joined(separator: ", "))
        throw Failure(
            localized(
                """
                several check-ins are waiting for an answer: \(keys)
                Name one, for example: soteria checkin \(Printable.text(first.checkIn)) yes
                """), status: ExitStatus.usage)
    }

    /// Asks every open question; skipped ones stay open. Returns whether one was answered.
    private func ask(_ checkIns: [CheckInAPI.CheckIn], _ context: CommandContext) throws
        -> Bool
    {
        let open = checkIns.filter { $0.phase == .asking }
        guard !open.isEmpty else { return false }
        var isAnswered = false
        let dialogue = try Dialogue(context)
        try dialogue.untilInputEnds {
            for checkIn in open {
                try welcome(to: checkIn, dialogue, context)
                let answer = try dialogue.chooseOrSkip(
                    Printable.text(checkIn.question),
                    [
                        .init(key: "y", label: localized("[y]es"), word: "yes", value: true),
                        .init(key: "n", label: localized("[n]o"), word: "no", value: false),
                    ], enter: localized("not now"))
                guard let answer else { continue }
                // The connection used for the list may be closed by now.
                try give(answer, to: checkIn, daemon.client(context), context)
                isAnswered = true
            }
        }
        return isAnswered
    }

    /// Shows the greeting, if it was never shown.
    private func welcome(
        to checkIn: CheckInAPI.CheckIn, _ dialogue: Dialogue, _ context: CommandContext
    ) throws {
        guard checkIn.welcome != nil else { return }
        dialogue.say(CheckInText.welcome(checkIn))
        _ = try daemon.client(context).call(
            CheckInAPI.AcknowledgeWelcome.self, .init(checkIn: checkIn.checkIn))
    }

    private func give(
        _ answer: Bool, to checkIn: CheckInAPI.CheckIn, _ client: SoteriaClient,
        _ context: CommandContext
    ) throws {
        let reply = try client.call(
            CheckInAPI.Answer.self, .init(checkIn: checkIn.checkIn, yes: answer))
        try context.show(reply, daemon.output) { style in
            CheckInText.answered(reply.checkIn, now: try client.now(), style)
        }
    }
}

/// `soteria checkin debug`: commands to test a check-in while writing its rule.
struct CheckInDebugCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "debug",
            abstract: localized("Test a check-in; needs \"debug: true\" in the rules."),
            subcommands: [
                CheckInDebugAction<CheckInAPI.GetState>.self,
                CheckInDebugAction<CheckInAPI.GetLastAnswer>.self,
                CheckInDebugAction<CheckInAPI.Reset>.self,
                CheckInDebugAction<CheckInAPI.SimulateNewDay>.self,
                CheckInDebugAction<CheckInAPI.Force>.self,
            ])
    }
}

/// The action of a debug command on a check-in.
protocol CheckInAction: TypedMethod {
    static var name: String { get }
    static var abstract: String { get }
    static func parameters(_ key: String) -> Parameters
    static func text(_ reply: Reply, now: Now, _ style: Style) throws -> String
}

/// `soteria checkin debug state` and the like: shows a check-in, or changes it and shows it.
struct CheckInDebugAction<Action: CheckInAction>: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: Action.name, abstract: Action.abstract)
    }

    @Argument(help: .localized("The check-in's key."), completion: Completions.checkIns)
    var key: String

    @OptionGroup var daemon: DaemonOptions

    func run(in context: CommandContext) throws {
        try daemon.show(Action.self, Action.parameters(key), in: context, as: Action.text)
    }
}

extension CheckInAPI.GetState: CheckInAction {
    static let name = "state"
    static var abstract: String {
        localized("Show the stored state of a check-in.")
    }
    static func parameters(_ key: String) -> Parameters { .init(checkIn: key) }
    static func text(_ reply: Reply, now: Now, _ style: Style) throws -> String {
        CheckInText.state(reply, now: try now(), style)
    }
}

extension CheckInAPI.GetLastAnswer: CheckInAction {
    static let name = "last-answer"
    static var abstract: String {
        localized("Show the last answer to a check-in.")
    }
    static func parameters(_ key: String) -> Parameters { .init(checkIn: key) }
    static func text(_ reply: Reply, now: Now, _ style: Style) -> String {
        reply.answer.map(CheckInText.line) ?? localized("No answers yet.\n")
    }
}

extension CheckInAPI.Reset: CheckInAction {
    static let name = "reset"
    static var abstract: String {
        localized("Delete every answer to a check-in and start over.")
    }
    static func parameters(_ key: String) -> Parameters { .init(checkIn: key) }
    static func text(_ reply: Reply, now: Now, _ style: Style) throws -> String {
        CheckInText.list([reply.checkIn], now: try now(), style)
    }
}

extension CheckInAPI.SimulateNewDay: CheckInAction {
    static let name = "new-day"
    static var abstract: String {
        localized("Start a new day for a check-in; earlier answers are kept.")
    }
    static func parameters(_ key: String) -> Parameters { .init(checkIn: key) }
    static func text(_ reply: Reply, now: Now, _ style: Style) throws -> String {
        CheckInText.list([reply.checkIn], now: try now(), style)
    }
}

extension CheckInAPI.Force: CheckInAction {
    static let name = "force"
    static var abstract: String {
        localized("Ask a check-in's question now, even if it has been answered.")
    }
    static func parameters(_ key: String) -> Parameters { .init(checkIn: key) }
    static func text(_ reply: Reply, now: Now, _ style: Style) throws -> String {
        CheckInText.list([reply.checkIn], now: try now(), style)
    }
}
