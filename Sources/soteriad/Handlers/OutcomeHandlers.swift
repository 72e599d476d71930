import API
import Engine
import EventStore
import RuleModel
import Varlink

/// The part of `org.soteria.unblock` about what came of unblocks.
extension Daemon {
    func logOutcome(_ call: TypedCall<UnblockAPI.LogOutcome>) throws(CallError<UnblockAPI>) {
        let said = call.parameters
        let input = Input.logOutcome(
            request: Int64(said.request), isBought: said.bought, amount: try call.spent(said),
            regret: said.regret)
        answer(call, input, unrecorded: "; it is written as soon as it can be") {
            daemon, answer -> UnblockAPI.LogOutcome.Reply? in
            guard case .logged(let outcome) = answer else { return nil }
            return UnblockAPI.LogOutcome.Reply(
                outcome: .init(outcome, clock: daemon.engine.localClock))
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
