import API
import ArgumentParser

struct LogCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Log the outcome of an unblock: whether you bought anything and regret it.",
        discussion: """
            Without REQUEST, logs the latest unblock that has no outcome yet, up to 30 days old.
            On a terminal, asks for anything you leave out; Enter skips a question. If you log an \
            unblock again, the new outcome replaces the earlier one.
            """)

    @Argument(
        help: "The number of the request that led to the unblock.",
        completion: Completions.unblocks)
    var request: Int?

    @Flag(help: "Show the unblocks of the last 30 days and their outcomes.")
    var list = false

    @OptionGroup var outcome: OutcomeOptions

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if list, request != nil || outcome.isGiven {
            throw ValidationError("--list cannot be combined with a request or an outcome")
        }
    }

    func run(in context: CommandContext) throws {
        if list {
            return try daemon.show(UnblockAPI.Unblocks.self, .init(), in: context) {
                OutcomeText.list($0.unblocks, now: try $1(), $2)
            }
        }
        let client = try daemon.client(context)
        guard outcome.bought != nil || context.canAsk else {
            throw Failure(
                """
                cannot ask questions without a terminal; pass --bought or --nothing-bought
                Optional: --amount, --currency, --regret
                """, status: ExitStatus.usage)
        }
        let said: Outcome?
        let request: Int
        if let number = self.request {
            if context.canAsk { try requireUnblock(number, client) }
            (request, said) = (number, try complete(context, about: nil))
        } else {
            let unblock = try latest(client)
            let now = try client.now()
            request = unblock.request
            said = try complete(
                context, about: OutcomeText.one(unblock, now: now, context.style))
        }
        guard let said else {
            context.error("Nothing was logged.\n")
            throw ExitCode.failure
        }
        // The first connection may be closed by now.
        let reply = try daemon.client(context).call(
            UnblockAPI.LogOutcome.self, said.parameters(request))
        try context.show(reply, daemon.output) { _ in
            OutcomeText.logged(reply.outcome, of: request)
        }
    }

    private func latest(_ client: SoteriaClient) throws -> UnblockAPI.Unblocked {
        let unblocks = try client.call(
            UnblockAPI.Unblocks.self, .init(limit: 1, unlogged: true)
        ).unblocks
        guard let first = unblocks.first else {
            throw Failure(
                "every unblock of the last 30 days already has an outcome; to change one: "
                    + "soteria log REQUEST")
        }
        return first
    }

    /// Throws, before any question, if nothing can be logged for the request.
    private func requireUnblock(_ request: Int, _ client: SoteriaClient) throws {
        let unblocks = try client.call(UnblockAPI.Unblocks.self, .init()).unblocks
        guard unblocks.contains(where: { $0.request == request }) else {
            throw Failure(
                "request \(request) did not lead to an unblock in the last 30 days; "
                    + "see: soteria log --list")
        }
    }

    /// The given outcome, completed by questions on a terminal; nil if the person leaves.
    private func complete(_ context: CommandContext, about: String?) throws -> Outcome? {
        guard context.canAsk else { return outcome.outcome }
        let questions = OutcomeQuestions(dialogue: try Dialogue(context))
        if let about { questions.dialogue.say(about) }
        var said: Outcome?
        try questions.dialogue.untilInputEnds { said = try questions.outcome(outcome) }
        return said
    }
}
