import Engine
import RuleModel

/// What somebody asked for, and what was recorded of it.
final class Call {
    let input: Input
    /// Whether somebody waits for the answer, behind all that is queued where need be.
    let isHeard: Bool
    /// What was recorded before the answer.
    var events: [Event] = []
    /// The last event that the state held when it was answered.
    var sequence: Int64 = 0

    init(_ input: Input, isHeard: Bool) {
        self.input = input
        self.isHeard = isHeard
    }

    /// Whether something was recorded of it that is so.
    func has(_ isSo: (Fact) -> Bool) -> Bool { events.contains { isSo($0.fact) } }
}

extension Input {
    /// Whether it is asked for by somebody, who hears what comes of it.
    var isCall: Bool {
        switch self {
        case .started, .stopping, .tick, .observed, .clockChecked, .zone, .storeFailing,
            .storeReplaced, .retained, .reporterGone, .committed, .refusedByStore:
            false
        default: true
        }
    }
}

/// What people were told is on disk, and is found after every end of the daemon.
extension Life {
    /// Somebody is told that it is as asked: what that rests on is on disk.
    func acknowledge(_ call: Call, _ answer: Answer) {
        if case .refused = answer { return }
        guard call.isHeard || !call.events.isEmpty else { return }
        count("acknowledged")
        let least = call.isHeard && answer.saysWhatHolds ? call.sequence : 0
        let last = max(least, call.events.last?.sequence ?? 0)
        let problem: String? =
            if last > store.committed {
                "\(last) is acknowledged where \(store.committed) is on disk"
            } else if let event = call.events.first(where: { written(at: $0.sequence) != $0 }) {
                "\(event.sequence) is acknowledged and is not what was written"
            } else if !isRecorded(call, answer) {
                "what was asked for is not in the record"
            } else {
                nil
            }
        if let problem {
            let asked = "\(call.input)".prefix(80)
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
    private func isRecorded(_ call: Call, _ answer: Answer) -> Bool {
        switch answer {
        case .protecting(let running, _):
            if case .protectionStarted(let began) = written(at: running.id)?.fact {
                return began.targets == running.targets && began.isStrict == running.isStrict
            }
            return false
        case .requested(let request): return isRecorded(request)
        case .granted(let grant, _): return written(at: grant.id)?.fact == .unblocked(grant)
        case .goal(let goal):
            if case .goalAdded(let added) = written(at: goal.id)?.fact {
                return added.name == goal.name
            }
            return false
        case .waiting(let edit, _):
            // Its end is another one after a reboot.
            if case .editBegan(let began) = written(at: edit.id)?.fact {
                return began.change == edit.change && began.sources == edit.sources
            }
            return false
        case .logged(let outcome): return call.has { $0 == .outcomeLogged(outcome) }
        case .kept: return call.has { if case .blockKept = $0 { true } else { false } }
        case .released:
            return call.has { if case .protectionReleased = $0 { true } else { false } }
        case .checkedIn(let key):
            return call.has { fact in
                guard case .checkInAnswered(let given) = fact else { return false }
                return given.checkIn == key && given.isYes == call.input.isYes ?? given.isYes
            }
        case .changed: return isChanged(call)
        case .unchanged:
            guard case .switch(let subject, let isOn) = call.input else { return true }
            return mirror.switches[subject].map { $0.isOn == isOn } ?? true
        case .attempted, .explained, .using, .usesUnknown, .refused: return true
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

    private func isChanged(_ call: Call) -> Bool {
        switch call.input {
        case .switch(let subject, let isOn):
            call.has { fact in
                switch fact {
                case .switched(let change): change.subject == subject && change.isOn == isOn
                case .editEnded(let ending): isOn && ending.reason == .restored
                default: false
                }
            }
        case .answerPrompt(let id, _):
            call.has { fact in
                if case .promptClosed(let closing) = fact { closing.prompt == id } else { false }
            }
        default: true
        }
    }

    /// What is read of the disk is what was written, each event as it was when somebody was told.
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

extension Answer {
    /// Whether it says of something recorded that it holds, whoever asked for that.
    var saysWhatHolds: Bool {
        switch self {
        case .attempted, .explained, .using, .usesUnknown, .refused: false
        default: true
        }
    }
}

extension Input {
    /// What a check-in is answered with, where it is asked for by its key.
    fileprivate var isYes: Bool? {
        if case .answerCheckIn(_, let isYes) = self { isYes } else { nil }
    }
}
