import Engine
import Logging
import RuleModel

/// What the journal says of the conversation about a blocked target. More programs read the
/// journal than the record: the purpose, category, mood, amount and minutes that a person said, and
/// what they opened, are not in it.
extension FactEntries {
    func tellConversation(_ event: Event) {
        switch event.fact {
        case .attempted(let attempt):
            journal.send(
                .attempted, .info, "Something of \(list(attempt.targets)) was opened.",
                ["TARGET": key(attempt.targets), "SEQUENCE": String(event.sequence)])
        case .unblockRequested(let request): tell(request)
        case .blockKept(let id):
            let request = before.request(id)
            journal.send(
                .blockKept, .notice, "A protection moment: \(kept(request)).",
                ["TARGET": key(request?.targets ?? []), "REQUEST": String(id)])
        case .unblocked(let grant):
            let end = until(event.at + grant.time.length, event)
            journal.send(
                .unblocked, .notice, "\(list(grant.targets)) may be used until \(end).",
                [
                    "TARGET": key(grant.targets), "UNTIL": end,
                    "REQUEST": String(grant.request), "SEQUENCE": String(event.sequence),
                ])
        case .requestClosed(let closing):
            let targets = before.request(closing.request)?.targets ?? []
            journal.send(
                .requestClosed, .info,
                "Request \(closing.request) about \(list(targets)) ended: "
                    + "\(words(closing.outcome)).",
                [
                    "TARGET": key(targets), "REASON": closing.outcome.rawValue,
                    "REQUEST": String(closing.request),
                ])
        case .grantEnded(let ending):
            let targets = before.grant(ending.grant)?.targets ?? []
            journal.send(
                .grantEnded, .notice,
                "The permission to use \(list(targets)) ended: \(words(ending.reason)).",
                [
                    "TARGET": key(targets), "REASON": ending.reason.rawValue,
                    "SEQUENCE": String(ending.grant),
                ])
        default: break
        }
    }

    private func tell(_ request: UnblockRequest) {
        let message =
            switch request.place {
            case .protection(let id):
                "The early end of \(name(before.protection(id), id)) was asked for."
            default:
                request.isPause
                    ? "A pause before \(list(request.targets)) began."
                    : "Opening \(list(request.targets)) was asked for."
            }
        journal.send(
            .unblockRequested, .info, message,
            [
                "TARGET": key(request.targets), "REASON": request.isPause ? "pause" : "block",
                "REQUEST": String(request.id),
            ])
    }

    private func kept(_ request: UnblockRequest?) -> String {
        guard let request else { return "a block was kept" }
        if request.isPause { return "a pause that opened nothing" }
        return "the block of \(list(request.targets)) was kept"
    }

    private func words(_ outcome: UnblockRequest.Outcome) -> String {
        switch outcome {
        case .kept: "the block was kept"
        case .unblocked: "it was opened"
        case .expired: "nobody ended it in time"
        case .lapsed: "nothing of it is blocked any more"
        case .protected: "a protection was started instead"
        }
    }

    private func words(_ reason: Grant.Ending) -> String {
        switch reason {
        case .time: "its time is over"
        case .strict: "a strict restriction began"
        case .autoProtection: "an auto-protection began"
        }
    }
}
