import API
import Engine
import EventStore
import RuleModel
import Varlink

/// The part of `org.soteria.unblock` about what came of unblocks.
extension Daemon {
    func logOutcome(_ call: TypedCall<UnblockAPI.LogOutcome>) throws(CallError<UnblockAPI>) {
        let said = call.parameters
        let outcome = LogOutcome.logOutcome(
            request: Int64(said.request), isBought: said.bought, amount: try call.spent(said),
            regret: said.regret)
        answer(
            call, outcome, unrecorded: "; it is written as soon as it can be",
            unavailable: { .storeUnavailable(reason: $0) },
            refused: { _, refusal in
                switch refusal {
                case .noSuchRequest(let id): .noSuchRequest(request: Int(id))
                case .notUnblocked(let id, let outcome):
                    .notUnblocked(request: Int(id), outcome: outcome.map { .init($0) } ?? .open)
                case .tooLate(let id):
                    .tooLate(request: Int(id), days: Int(Aftermath.patience.seconds / 86400))
                case .invalidRegret(let regret):
                    .invalidRegret(
                        regret: regret, minimum: LoggedOutcome.regrets.lowerBound,
                        maximum: LoggedOutcome.regrets.upperBound)
                }
            }
        ) { daemon, outcome in
            call.reply(
                UnblockAPI.LogOutcome.Reply(
                    outcome: .init(outcome, clock: daemon.engine.localClock)))
        }
    }

    func unblocks(_ call: TypedCall<UnblockAPI.Unblocks>) throws(CallError<UnblockAPI>) {
        let asked = call.parameters
        if let limit = asked.limit, limit < 1 { throw .invalidParameter("limit") }
        observe()
        let oldest = engine.now - Aftermath.patience
        let isUnlogged = asked.unlogged ?? false
        let found = engine.state.aftermaths.reversed()
            .filter { $0.at >= oldest && !(isUnlogged && $0.outcome != nil) }
            .prefix(asked.limit ?? .max)
        call.reply(UnblockAPI.Unblocks.Reply(unblocks: found.map { .init($0, in: engine) }))
    }
}
