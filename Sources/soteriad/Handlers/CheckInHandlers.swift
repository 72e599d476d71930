import API
import Engine
import Varlink

/// `org.soteria.checkin`.
extension Daemon {
    nonisolated var checkInMethods: [String: Method] {
        [
            "List": method { try $0.listCheckIns($1) },
            "Answer": method { try $0.answerCheckIn($1) },
            "GetState": method { try $0.checkInState($1) },
            "GetLastAnswer": method { try $0.lastAnswer($1) },
            "Reset": method { daemon, call in
                let asked = try call.decode(CheckInAPI.Reset.Parameters.self)
                daemon.change(call, .debugCheckIn(asked.checkIn, .reset)) {
                    CheckInAPI.Reset.Reply(checkIn: $0)
                }
            },
            "SimulateNewDay": method { daemon, call in
                let asked = try call.decode(CheckInAPI.SimulateNewDay.Parameters.self)
                daemon.change(call, .debugCheckIn(asked.checkIn, .newDay)) {
                    CheckInAPI.SimulateNewDay.Reply(checkIn: $0)
                }
            },
            "Force": method { daemon, call in
                let asked = try call.decode(CheckInAPI.Force.Parameters.self)
                daemon.change(call, .debugCheckIn(asked.checkIn, .force)) {
                    CheckInAPI.Force.Reply(checkIn: $0)
                }
            },
        ]
    }

    private func listCheckIns(_ call: Call) throws {
        try call.noParameters()
        observe()
        call.reply(
            CheckInAPI.List.Reply(
                checkIns: engine.rules.checkIns.map(phrase), debug: engine.rules.isDebug))
    }

    private func answerCheckIn(_ call: Call) throws {
        let asked = try call.decode(CheckInAPI.Answer.Parameters.self)
        change(call, .answerCheckIn(asked.checkIn, isYes: asked.yes)) {
            CheckInAPI.Answer.Reply(checkIn: $0)
        }
    }

    private func checkInState(_ call: Call) throws {
        let asked = try call.decode(CheckInAPI.GetState.Parameters.self)
        let record = try record(ofCheckIn: asked.checkIn)
        call.reply(
            CheckInAPI.GetState.Reply(
                phase: phase(of: record), day: record?.day.map(dayText),
                openedAt: text(record?.opened.at),
                cap: text(record.map { engine.end(of: $0.time) }),
                lastDay: (record?.answers.last?.day).map(dayText), streak: streak(of: record),
                longestStreak: record?.longestStreak ?? 0, answers: record?.answers.count ?? 0,
                asked: record?.asked ?? 0))
    }

    private func lastAnswer(_ call: Call) throws {
        let asked = try call.decode(CheckInAPI.GetLastAnswer.Parameters.self)
        let record = try record(ofCheckIn: asked.checkIn)
        call.reply(CheckInAPI.GetLastAnswer.Reply(answer: record?.answers.last.map(phrase)))
    }

    /// What is recorded of a check-in, for whoever tries the rules.
    private func record(ofCheckIn key: String) throws -> CheckInRecord? {
        observe()
        guard checkIn(key) != nil else { throw checkInError(.noSuchCheckIn(key)) }
        guard engine.rules.isDebug else { throw checkInError(.debugOff) }
        return engine.state.checkIns[key]
    }

    /// Gives an input about a check-in to the engine and answers with how it stands then.
    private func change<Reply: Encodable & SendableMetatype>(
        _ call: Call, _ input: Input,
        reply: @escaping @Sendable (CheckInAPI.CheckIn) -> Reply
    ) {
        let errors = CallErrors(
            refused: { $0.checkInError($1) },
            unavailable: { CheckInAPI.StoreUnavailable(reason: $0).varlinkError })
        answer(call, input, errors, unrecorded: "; the question is asked again") {
            daemon, answer -> Reply? in
            guard case .checkedIn(let key) = answer else { return nil }
            return daemon.checkIn(key).map { reply(daemon.phrase($0)) }
        }
    }

    private func checkInError(_ refusal: Refusal) -> VarlinkError {
        switch refusal {
        case .noSuchCheckIn(let key): CheckInAPI.NoSuchCheckIn(checkIn: key).varlinkError
        case .notAsking(let key):
            CheckInAPI.NotOpen(checkIn: key, next: nextOpening(of: key)).varlinkError
        case .alreadyAnswered(let key, let isYes):
            CheckInAPI.AlreadyAnswered(
                checkIn: key, yes: isYes, next: nextOpening(of: key)
            ).varlinkError
        case .debugOff: CheckInAPI.DebugOff().varlinkError
        // Nothing else is refused of a check-in.
        default: .invalidParameter("checkIn")
        }
    }
}
