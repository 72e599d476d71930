import Engine
import RuleModel

/// A request, and the events that it recorded.
final class Call {
    let request: any Request
    /// Whether somebody waits for the answer, behind all that is queued where need be.
    let isHeard: Bool
    /// The events recorded before the answer.
    var events: [Event] = []
    /// The last event that the state held when it was answered.
    var sequence: Int64 = 0

    init(_ request: any Request, isHeard: Bool) {
        self.request = request
        self.isHeard = isHeard
    }

    /// Whether something was recorded of it that is so.
    func has(_ isSo: (Fact) -> Bool) -> Bool { events.contains { isSo($0.fact) } }
}

/// Checks that everything people were told is on disk, and survives every end of the daemon.
extension Life {
    /// Somebody is told that it is as asked: what that rests on is on disk.
    func acknowledge<Asked: Request>(_ call: Call, _ request: Asked, _ answer: Answer<Asked>) {
        guard case .replied(let reply) = answer else { return }
        guard call.isHeard || !call.events.isEmpty else { return }
        count("acknowledged")
        let least = call.isHeard && answer.restsOnTheRecord ? call.sequence : 0
        let last = max(least, call.events.last?.sequence ?? 0)
        let problem: String? =
            if last > store.committed {
                "\(last) is acknowledged where \(store.committed) is on disk"
            } else if let event = call.events.first(where: { written(at: $0.sequence) != $0 }) {
                "\(event.sequence) is acknowledged and is not what was written"
            } else if !isRecorded(call, reply) {
                "what was asked for is not in the record"
            } else {
                nil
            }
        if let problem {
            let asked = "\(request)".prefix(80)
            failure =
                failure ?? Violation(.acknowledged, "\(problem): \(asked): \(answer)")
        }
        acknowledged = max(acknowledged, last)
    }

    private func written(at sequence: Int64) -> Event? {
        guard sequence >= 1, sequence <= written.count else { return nil }
        return written[Int(sequence) - 1]
    }

    /// Whether the record says what somebody is told.
    private func isRecorded(_ call: Call, _ reply: Any) -> Bool {
        switch reply {
        case let running as StartProtection.Reply:
            if case .protectionStarted(let began) = written(at: running.protection.id)?.fact {
                return began.targets == running.protection.targets
                    && began.isStrict == running.protection.isStrict
            }
            return false
        case let request as UnblockRequest: return isRecorded(request)
        case let reply as ConfirmUnblock.Reply:
            switch reply {
            case .granted(let grant, _): return written(at: grant.id)?.fact == .unblocked(grant)
            case .released:
                return call.has { if case .protectionReleased = $0 { true } else { false } }
            }
        case let goal as Goal:
            if case .goalAdded(let added) = written(at: goal.id)?.fact {
                return added.name == goal.name
            }
            return false
        case let reply as SwitchEntry.Reply: return isRecorded(call, reply)
        case let reply as AnswerPrompt.Reply: return isRecorded(call, reply)
        case let outcome as LoggedOutcome: return call.has { $0 == .outcomeLogged(outcome) }
        case let key as String: return isAnswered(call, key)
        default: return !(call.request is KeepBlock) || isKept(call)
        }
    }

    private func isRecorded(_ call: Call, _ reply: AnswerPrompt.Reply) -> Bool {
        switch reply {
        case .explained: true
        case .closed: isClosed(call)
        case .checkedIn(let key): isRecorded(call, key)
        case .logged(let outcome): isRecorded(call, outcome)
        case .protecting(let reply): isRecorded(call, reply as Any)
        case .requested(let request): isRecorded(request)
        case .kept: isKept(call)
        }
    }

    private func isKept(_ call: Call) -> Bool {
        call.has { if case .blockKept = $0 { true } else { false } }
    }

    private func isAnswered(_ call: Call, _ key: String) -> Bool {
        let isYes = (call.request as? AnswerCheckIn)?.isYes
        return call.has { fact in
            guard case .checkInAnswered(let given) = fact else { return false }
            return given.checkIn == key && given.isYes == isYes ?? given.isYes
        }
    }

    private func isRecorded(_ request: UnblockRequest) -> Bool {
        guard case .unblockRequested(let begun) = written(at: request.id)?.fact else {
            return false
        }
        guard let intent = request.intent, begun.intent != intent else { return true }
        // Said later: the newest words on it come last.
        let given = written.last { event in
            if case .intentGiven(let given) = event.fact { return given.id == request.id }
            return false
        }
        if case .intentGiven(let last) = given?.fact { return last.intent == intent }
        return false
    }

    private func isRecorded(_ call: Call, _ reply: SwitchEntry.Reply) -> Bool {
        guard let asked = call.request as? SwitchEntry else { return false }
        switch reply {
        case .waiting(let edit, _):
            // Its end is another one after a reboot.
            guard case .editBegan(let began) = written(at: edit.id)?.fact else { return false }
            return began.change == edit.change && began.sources == edit.sources
        case .unchanged: return mirror.switches[asked.subject].map { $0.isOn == asked.isOn } ?? true
        case .changed:
            return call.has { fact in
                switch fact {
                case .switched(let change):
                    change.subject == asked.subject && change.isOn == asked.isOn
                case .editEnded(let ending): asked.isOn && ending.reason == .restored
                default: false
                }
            }
        }
    }

    private func isClosed(_ call: Call) -> Bool {
        guard let asked = call.request as? AnswerPrompt else { return false }
        return call.has { fact in
            if case .promptClosed(let closing) = fact {
                closing.prompt == asked.prompt
            } else {
                false
            }
        }
    }

    /// Checks that the events read from disk equal those that were reported when they were written.
    func checkRecord() throws -> State {
        let (state, events) = try store.read()
        guard state.lastSequence >= acknowledged else {
            throw Violation(.acknowledged, "\(acknowledged) is lost; \(state.lastSequence) is last")
        }
        guard state == mirror, events.elementsEqual(written.suffix(events.count)) else {
            throw Violation(.replay, "what is read is not what was written: \(place)")
        }
        return state
    }
}
