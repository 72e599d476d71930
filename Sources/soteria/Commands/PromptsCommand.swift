import API
import ArgumentParser
import Localization

struct PromptsCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "prompts", abstract: localized("Show open prompts and answer them."),
            subcommands: [PromptsListCommand.self, PromptsAnswerCommand.self],
            defaultSubcommand: PromptsListCommand.self)
    }
}

struct PromptsListCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list",
            abstract: localized("Show every open prompt and its possible answers."),
            discussion: localized("With --follow and --json, prints one object per line."))
    }

    @Flag(
        name: .shortAndLong,
        help: .localized("Keep showing prompts as they open and close, until interrupted."))
    var follow = false

    @OptionGroup var daemon: DaemonOptions

    func run(in context: CommandContext) throws {
        let client = try daemon.client(context)
        if follow { try goOn(client, context) }
        let reply = try client.call(PromptsAPI.List.self)
        try context.show(reply, daemon.output) { style in
            PromptText.list(reply.prompts, now: try client.now(), style)
        }
    }

    /// Shows prompts as they open and close, across restarts of the daemon.
    private func goOn(_ client: SoteriaClient, _ context: CommandContext) throws -> Never {
        var view = PromptStreamText(style: context.style)
        try DaemonFollower(daemon: daemon, context: context).run(client) { client, markConnected in
            let now = try client.now()
            try client.monitor(PromptsAPI.Monitor.self, NoMembers()) { reply in
                markConnected()
                try context.showLine(reply, daemon.output) { _ in
                    view.lines(reply, now: now)
                }
            }
        }
    }
}

struct PromptsAnswerCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "answer", abstract: localized("Answer a prompt."),
            discussion: localized(
                """
                The answers "planned" and "impulse" open an unblock request and ask nothing more. \
                The wait, the unblock and the exit statuses are the same as for soteria unblock. \
                After the answer "bought", asks for the amount and your regret if run on a terminal.
                """))
    }

    @Argument(help: .localized("The prompt's number."), completion: Completions.prompts)
    var prompt: Int

    @Argument(
        help: .localized("The answer; \"soteria prompts\" shows the answers of each prompt."),
        completion: .list(PromptsAPI.Choice.allCases.map(\.rawValue)))
    var answer: String

    @Flag(help: .localized("Open the request, but do not wait for the target to open."))
    var noWait = false

    @OptionGroup var daemon: DaemonOptions

    func run(in context: CommandContext) throws {
        let conversation = try Conversation(daemon, context)
        let choice = try choice(conversation)
        let result = try conversation.call(
            PromptsAPI.Answer.self, .init(prompt: prompt, choice: choice))
        // The reply also has a request number if its outcome was logged.
        guard let request = result.result.request, [.planned, .impulse].contains(choice) else {
            try show(result, choice, conversation)
            if choice == .bought, let request = result.result.request {
                try askForDetails(of: request, conversation)
            }
            return
        }
        if result.recorded == false { throw Failure.unrecorded }
        let ending = try conversation.ending(request) {
            let open = try conversation.call(UnblockAPI.List.self, .init(request: request))
                .requests.first { $0.request == request }
            try show(result, choice, conversation, of: open)
            guard !noWait else { return .opened }
            guard let open else {
                throw CallFailure.refused(UnblockAPI.NoSuchRequest(request: request))
            }
            return try conversation.open(open)
        }
        if ending != .opened { throw ExitCode.failure }
    }

    /// The choice that the answer names; only the prompt's own choices are suggested.
    private func choice(_ conversation: Conversation) throws -> PromptsAPI.Choice {
        if let choice = PromptsAPI.Choice(rawValue: answer) { return choice }
        let prompts = try conversation.call(PromptsAPI.List.self, NoMembers()).prompts
        guard let asked = prompts.first(where: { $0.prompt == prompt }) else {
            throw CallFailure.refused(PromptsAPI.NoSuchPrompt(prompt: prompt))
        }
        let known = asked.choices.map(\.rawValue).joined(separator: ", ")
        throw Failure(
            localized(
                """
                "\(Printable.text(answer))" is not an answer to prompt \(prompt); choose one of: \
                \(known)
                """), status: ExitStatus.usage)
    }

    /// Asks for the cost and the regret of a purchase, and logs them instead of the bare answer.
    private func askForDetails(of request: Int, _ conversation: Conversation) throws {
        guard conversation.context.canAsk else { return }
        let questions = OutcomeQuestions(dialogue: conversation.dialogue)
        let answered = Outcome(bought: true)
        var said = answered
        try questions.dialogue.untilInputEnds { said = try questions.details(of: answered) }
        guard said != answered else { return }
        let reply = try conversation.call(UnblockAPI.LogOutcome.self, said.parameters(request))
        try conversation.context.show(reply, daemon.output) { _ in
            OutcomeText.logged(reply.outcome, of: request)
        }
    }

    /// Shows the result of the answer; an open request only if this command does not wait for it.
    private func show(
        _ reply: PromptsAPI.Answer.Reply, _ choice: PromptsAPI.Choice,
        _ conversation: Conversation,
        of request: UnblockAPI.OpenRequest? = nil
    ) throws {
        guard daemon.output.json || noWait || ![.planned, .impulse].contains(choice) else { return }
        try conversation.context.show(reply, daemon.output) { style in
            PromptText.result(
                reply.result, choice, now: Moment(conversation.state.now), of: request, style)
        }
    }
}
