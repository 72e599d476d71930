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
            return UnblockAPI.LogOutcome.Reply(outcome: daemon.phrase(outcome))
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
        call.reply(UnblockAPI.Unblocks.Reply(unblocks: found.map(phrase)))
    }

    private func phrase(_ after: Aftermath) -> UnblockAPI.Unblocked {
        let used = engine.used(under: after)
        return UnblockAPI.Unblocked(
            request: Int(after.request), targets: after.targets, at: text(after.at),
            purpose: phrase(after.intent.purpose), category: after.intent.category,
            mood: after.intent.mood, estimate: after.intent.amount?.decimal,
            currency: after.intent.amount?.currency, intendedMinutes: after.intent.minutes,
            used: used > .zero, usedSeconds: Int(used.seconds),
            outcome: after.outcome.map(phrase))
    }

    private func phrase(_ outcome: LoggedOutcome) -> UnblockAPI.LoggedOutcome {
        UnblockAPI.LoggedOutcome(
            bought: outcome.isBought, amount: outcome.amount?.decimal,
            currency: outcome.amount?.currency, regret: outcome.regret, at: text(outcome.at))
    }
}
