import API
import ArgumentParser
import Localization

struct LogCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "log",
            abstract: localized(
                "Log the outcome of an unblock: whether you bought anything and regret it."),
            discussion: localized(
                """
                Without REQUEST, logs the latest unblock that has no outcome yet, up to 30 days old.
                On a terminal, asks for anything you leave out; Enter skips a question. If you log \
                an unblock again, the new outcome replaces the earlier one.
                """))
    }

    @Argument(
        help: .localized("The number of the request that led to the unblock."),
        completion: Completions.unblocks)
    var request: Int?

    @Flag(help: .localized("Show the unblocks of the last 30 days and their outcomes."))
    var list = false

    @OptionGroup var outcome: OutcomeOptions

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if list, request != nil || outcome.isGiven {
            throw ValidationError(
                localized("--list cannot be combined with a request or an outcome"))
        }
    }

    func run(in context: CommandContext) throws {
        if list {
            return try daemon.show(UnblockAPI.Unblocks.self, .init(), in: context) {
                OutcomeText.list($0.unblocks, now: try $1(), $2)
            }
        }
        let client = try daemon.client(context)
        let (request, said) = try said(context, client)
        guard let said else {
            context.error(localized("Nothing was logged.\n"))
            throw ExitCode.failure
        }
        // The first connection may be closed by now.
        let reply = try daemon.client(context).call(
            UnblockAPI.LogOutcome.self, said.parameters(request))
        try context.show(reply, daemon.output) { _ in
            OutcomeText.logged(reply.outcome, of: request)
        }
    }

    /// The unblock to log, and its outcome; nil if the person leaves.
    private func said(
        _ context: CommandContext, _ client: SoteriaClient
    ) throws -> (request: Int, outcome: Outcome?) {
        guard context.canAsk || outcome.bought == nil else {
            return (try request ?? latest(client).request, outcome.outcome)
        }
        if !context.canAsk, outcome.regret == nil { throw Self.outcomeIsMissing }
        let unblock = try request.map { try requireUnblock($0, client) } ?? latest(client)
        let spends = unblock.spending != false
        guard context.canAsk else {
            guard !spends else { throw Self.outcomeIsMissing }
            return (unblock.request, outcome.outcomeWithoutSpending)
        }
        let now = request == nil ? try client.now() : nil
        let questions = OutcomeQuestions(dialogue: try Dialogue(context))
        if request == nil {
            questions.dialogue.say(OutcomeText.one(unblock, now: now, context.style))
        }
        var said: Outcome?
        try questions.dialogue.untilInputEnds {
            said = try questions.outcome(outcome, spends: spends)
        }
        return (unblock.request, said)
    }

    /// The failure without a terminal if the options lack an answer.
    private static var outcomeIsMissing: Failure {
        Failure(
            localized(
                """
                cannot ask questions without a terminal; pass --bought or --nothing-bought
                Optional: --amount, --currency, --regret
                For a target with "spending: false", --regret is enough.
                """), status: ExitStatus.usage)
    }

    private func latest(_ client: SoteriaClient) throws -> UnblockAPI.Unblocked {
        let unblocks = try client.call(
            UnblockAPI.Unblocks.self, .init(limit: 1, unlogged: true)
        ).unblocks
        guard let first = unblocks.first else {
            throw Failure(
                localized(
                    """
                    every unblock of the last 30 days already has an outcome; to change one: \
                    soteria log REQUEST
                    """))
        }
        return first
    }

    /// The unblock that a request led to. Throws, before any question, if nothing can be logged
    /// for it.
    private func requireUnblock(
        _ request: Int, _ client: SoteriaClient
    ) throws -> UnblockAPI.Unblocked {
        let unblocks = try client.call(UnblockAPI.Unblocks.self, .init()).unblocks
        guard let unblock = unblocks.first(where: { $0.request == request }) else {
            throw Failure(
                localized(
                    """
                    request \(request) did not lead to an unblock in the last 30 days; see: \
                    soteria log --list
                    """))
        }
        return unblock
    }
}
