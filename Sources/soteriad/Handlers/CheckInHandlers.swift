import API
import Engine
import RuleModel
import Varlink

/// `org.soteria.checkin`.
extension Daemon: CheckInAPI.Handlers {
    func list(_ call: TypedCall<CheckInAPI.List>) throws(CallError<CheckInAPI>) {
        observe()
        call.reply(
            CheckInAPI.List.Reply(
                checkIns: engine.rules.checkIns.map { .init($0, in: engine) },
                debug: engine.rules.isDebug))
    }

    func answer(_ call: TypedCall<CheckInAPI.Answer>) throws(CallError<CheckInAPI>) {
        let asked = call.parameters
        change(call, .answerCheckIn(asked.checkIn, isYes: asked.yes)) {
            CheckInAPI.Answer.Reply(checkIn: $0)
        }
    }

    func getState(_ call: TypedCall<CheckInAPI.GetState>) throws(CallError<CheckInAPI>) {
        let asked = call.parameters
        let record = try record(ofCheckIn: asked.checkIn)
        call.reply(
            CheckInAPI.GetState.Reply(
                phase: .init(record), day: record?.day.map(LocalDay.text),
                openedAt: text(record?.opened.at),
                cap: text(record.map { engine.end(of: $0.time) }),
                lastDay: (record?.answers.last?.day).map(LocalDay.text),
                streak: record?.shownStreak ?? 0,
                longestStreak: record?.longestStreak ?? 0, answers: record?.answers.count ?? 0,
                asked: record?.asked ?? 0))
    }

    func getLastAnswer(_ call: TypedCall<CheckInAPI.GetLastAnswer>) throws(CallError<CheckInAPI>) {
        let asked = call.parameters
        let record = try record(ofCheckIn: asked.checkIn)
        call.reply(
            CheckInAPI.GetLastAnswer.Reply(
                answer: record?.answers.last.map { .init($0, clock: engine.localClock) }))
    }

    func reset(_ call: TypedCall<CheckInAPI.Reset>) throws(CallError<CheckInAPI>) {
        change(call, .debugCheckIn(call.parameters.checkIn, .reset)) { .init(checkIn: $0) }
    }

    func simulateNewDay(
        _ call: TypedCall<CheckInAPI.SimulateNewDay>
    ) throws(CallError<CheckInAPI>) {
        change(call, .debugCheckIn(call.parameters.checkIn, .newDay)) { .init(checkIn: $0) }
    }

    func force(_ call: TypedCall<CheckInAPI.Force>) throws(CallError<CheckInAPI>) {
        change(call, .debugCheckIn(call.parameters.checkIn, .force)) { .init(checkIn: $0) }
    }

    /// What is recorded of a check-in, for whoever tries the rules.
    private func record(
        ofCheckIn key: String
    ) throws(CallError<CheckInAPI>) -> CheckInRecord? {
        observe()
        guard engine.checkIn(key) != nil else { throw checkInError(.noSuchCheckIn(key)) }
        guard engine.rules.isDebug else { throw checkInError(.debugOff) }
        return engine.state.checkIns[key]
    }

    /// Gives an input about a check-in to the engine and answers with how it stands then.
    private func change<Called: TypedMethod>(
        _ call: TypedCall<Called>, _ input: Input,
        reply: @escaping @Sendable (CheckInAPI.CheckIn) -> Called.Reply
    ) where Called.Interface == CheckInAPI {
        let errors = CallErrors<CheckInAPI>(
            refused: { $0.checkInError($1) },
            unavailable: { .storeUnavailable(reason: $0) })
        answer(call, input, errors, unrecorded: "; the question is asked again") {
            daemon, answer -> Called.Reply? in
            guard case .checkedIn(let key) = answer else { return nil }
            return daemon.engine.checkIn(key).map { reply(.init($0, in: daemon.engine)) }
        }
    }

    private func checkInError(_ refusal: Refusal) -> CallError<CheckInAPI> {
        switch refusal {
        case .noSuchCheckIn(let key): .noSuchCheckIn(checkIn: key)
        case .notAsking(let key):
            .notOpen(checkIn: key, next: engine.nextOpening(of: key))
        case .alreadyAnswered(let key, let isYes):
            .alreadyAnswered(
                checkIn: key, yes: isYes, next: engine.nextOpening(of: key)
            )
        case .debugOff: .debugOff
        // Nothing else is refused of a check-in.
        default: .invalidParameter("checkIn")
        }
    }
}
