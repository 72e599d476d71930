import API
import Engine
import RuleModel
import Varlink

/// `org.soteria.checkin`.
extension Daemon: CheckInAPI.Handlers {
    func list(_ call: TypedCall<CheckInAPI.List>) {
        observe()
        call.reply(
            CheckInAPI.List.Reply(
                checkIns: engine.rules.checkIns.map { .init($0, in: engine) },
                debug: engine.rules.isDebug))
    }

    func answer(_ call: TypedCall<CheckInAPI.Answer>) {
        let asked = call.parameters
        change(
            call, .answerCheckIn(asked.checkIn, isYes: asked.yes),
            refused: { daemon, refusal in
                let key = asked.checkIn
                let next = daemon.engine.nextOpening(of: key)
                return switch refusal {
                case .noSuchCheckIn: .noSuchCheckIn(checkIn: key)
                case .notAsking: .notOpen(checkIn: key, next: next)
                case .alreadyAnswered(_, let isYes):
                    .alreadyAnswered(checkIn: key, yes: isYes, next: next)
                }
            }, reply: { checkIn, _ in .init(checkIn: checkIn) })
    }

    func acknowledgeWelcome(_ call: TypedCall<CheckInAPI.AcknowledgeWelcome>) {
        let key = call.parameters.checkIn
        answer(
            call, .acknowledgeWelcome(key),
            refused: { _, _ in .noSuchCheckIn(checkIn: key) }
        ) { _, _, recorded in call.reply(.init(recorded: recorded)) }
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
        call.reply(.init(answer: record?.answers.last.map { .init($0, clock: engine.localClock) }))
    }

    func reset(_ call: TypedCall<CheckInAPI.Reset>) {
        debug(call, call.parameters.checkIn, .reset) { checkIn, _ in .init(checkIn: checkIn) }
    }

    func simulateNewDay(_ call: TypedCall<CheckInAPI.SimulateNewDay>) {
        debug(call, call.parameters.checkIn, .newDay) { checkIn, _ in .init(checkIn: checkIn) }
    }

    func force(_ call: TypedCall<CheckInAPI.Force>) {
        debug(call, call.parameters.checkIn, .force) { .init(checkIn: $0, recorded: $1) }
    }

    /// The record of a check-in, for people who try out rules.
    private func record(
        ofCheckIn key: String
    ) throws(CallError<CheckInAPI>) -> CheckInRecord? {
        observe()
        guard engine.checkIn(key) != nil else { throw .noSuchCheckIn(checkIn: key) }
        guard engine.rules.isDebug else { throw .debugOff }
        return engine.state.checkIns[key]
    }

    private func debug<Called: TypedMethod>(
        _ call: TypedCall<Called>, _ key: String, _ action: DebugCheckIn.Action,
        reply: @escaping @Sendable (CheckInAPI.CheckIn, _ recorded: Bool?) -> Called.Reply
    ) where Called.Interface == CheckInAPI {
        change(
            call, .debugCheckIn(key, action),
            refused: { daemon, refusal in
                switch refusal {
                case .noSuchCheckIn: .noSuchCheckIn(checkIn: key)
                case .debugOff: .debugOff
                case .notAsking:
                    .notOpen(checkIn: key, next: daemon.engine.nextOpening(of: key))
                }
            }, reply: reply)
    }

    /// Passes a request about a check-in to the engine and replies with the check-in's new state.
    private func change<Called: TypedMethod, Asked: Request>(
        _ call: TypedCall<Called>, _ request: Asked,
        refused: @escaping @Sendable (isolated Daemon, Asked.Refusal) -> CallError<CheckInAPI>,
        reply: @escaping @Sendable (CheckInAPI.CheckIn, _ recorded: Bool?) -> Called.Reply
    ) where Called.Interface == CheckInAPI, Asked.Reply == String {
        answer(
            call, request, unchanged: "; Soteria will ask the question again", refused: refused
        ) { daemon, key, recorded in
            // The rules may have lost it since.
            guard let checkIn = daemon.engine.checkIn(key) else {
                return call.fail(.noSuchCheckIn(checkIn: key))
            }
            call.reply(reply(.init(checkIn, in: daemon.engine), recorded))
        }
    }
}
