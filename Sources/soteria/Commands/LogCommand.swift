import API
import ArgumentParser

struct LogCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Say what came of an unblock: bought or not, and the regret.",
        discussion: """
            Without REQUEST: the latest unblock of the last 30 days that is not logged.
            On a terminal it asks for what is not given; Enter skips. A later log replaces the \
            one before.
            """)

    @Argument(
        help: "The number of the request that led to the unblock.",
        completion: Completions.unblocks)
    var request: Int?

    @Flag(help: "Show the unblocks of the last 30 days, and what came of them.")
    var list = false

    @OptionGroup var outcome: OutcomeOptions

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if list, request != nil || outcome.isGiven {
            throw ValidationError("--list goes with no other option")
        }
    }

    func run(in surroundings: Surroundings) throws {
        if list {
            return try daemon.show(UnblockAPI.Unblocks.self, .init(), in: surroundings) {
                OutcomeText.list($0.unblocks, now: try $1(), $2)
            }
        }
        let client = try daemon.client(surroundings)
        guard outcome.bought != nil || surroundings.canAsk else {
            throw Failure(
                """
                nobody can be asked here: say --bought or --nothing-bought
                Besides, where wanted: --amount, --currency, --regret
                """, status: ExitStatus.usage)
        }
        let said: Outcome?
        let request: Int
        if let number = self.request {
            if surroundings.canAsk { try requireUnblock(number, client) }
            (request, said) = (number, try complete(surroundings, about: nil))
        } else {
            let unblock = try latest(client)
            let now = try client.now()
            request = unblock.request
            said = try complete(
                surroundings, about: OutcomeText.one(unblock, now: now, surroundings.style))
        }
        guard let said else {
            surroundings.error("Nothing was logged.\n")
            throw ExitCode.failure
        }
        // The first connection may have been closed while the person thought.
        let reply = try daemon.client(surroundings).call(
            UnblockAPI.LogOutcome.self, said.parameters(request))
        try surroundings.show(reply, daemon.output) { _ in
            OutcomeText.logged(reply.outcome, of: request)
        }
    }

    private func latest(_ client: SoteriaClient) throws -> UnblockAPI.Unblocked {
        let unblocks = try client.call(
            UnblockAPI.Unblocks.self, .init(limit: 1, unlogged: true)
        ).unblocks
        guard let first = unblocks.first else {
            throw Failure(
                "no unblock of the last 30 days waits for a log; to change one: soteria log REQUEST"
            )
        }
        return first
    }

    /// Throws before anything is asked where nothing can be logged of the request.
    private func requireUnblock(_ request: Int, _ client: SoteriaClient) throws {
        let unblocks = try client.call(UnblockAPI.Unblocks.self, .init()).unblocks
        guard unblocks.contains(where: { $0.request == request }) else {
            throw Failure(
                "request \(request) is no unblock of the last 30 days; see: soteria log --list")
        }
    }

    /// What was given, and on a terminal what the person says to the rest; nil where they leave.
    private func complete(_ surroundings: Surroundings, about: String?) throws -> Outcome? {
        guard surroundings.canAsk else { return outcome.outcome }
        let questions = OutcomeQuestions(dialogue: try Dialogue(surroundings))
        if let about { questions.dialogue.say(about) }
        var said: Outcome?
        try questions.dialogue.untilLeft { said = try questions.outcome(outcome) }
        return said
    }
}
