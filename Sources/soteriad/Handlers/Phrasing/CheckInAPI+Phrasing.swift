import API
import Engine
import Phrasing
import RuleModel

extension CheckInAPI.CheckIn {
    init(_ checkIn: CheckIn, in engine: Engine) {
        let clock = engine.localClock
        let record = engine.state.checkIns[checkIn.key]
        self.init(
            checkIn: checkIn.key, question: checkIn.question, phase: .init(record),
            day: record?.day.map(LocalDay.text), opens: ClockText.time(minute: checkIn.opens),
            next: clock.text(engine.nextOpening(of: checkIn)),
            reminder: checkIn.reminder.map { ClockText.time(minute: $0) },
            blocks: checkIn.blocks, blocksOnNo: checkIn.onNo.block,
            heading: checkIn.onNo.heading, suggestions: checkIn.onNo.suggestions,
            text: engine.textAfterNo(checkIn), welcome: engine.welcome(checkIn),
            streak: record?.shownStreak ?? 0, longestStreak: record?.longestStreak ?? 0,
            strict: checkIn.isStrict, until: clock.text(engine.restrictionEnd(of: checkIn)),
            answers: (record?.answers ?? []).suffix(14).reversed().map {
                .init($0, clock: clock)
            }, dayText: engine.textOfTheDay(checkIn),
            textAt: checkIn.textAt.map { ClockText.time(minute: $0) })
    }
}

extension CheckInAPI.GivenAnswer {
    init(_ answer: CheckInAnswer, clock: LocalClock) {
        self.init(
            day: LocalDay.text(answer.day), yes: answer.isYes, at: clock.text(answer.at))
    }
}

extension CheckInAPI.Phase {
    /// Creates the phase of a check-in; `waiting` if nothing is recorded.
    init(_ record: CheckInRecord?) {
        switch record?.day == nil ? nil : record?.phase {
        case nil: self = .waiting
        case .asking: self = .asking
        case .yes: self = .yes
        case .no: self = .no
        case .lapsed: self = .lapsed
        }
    }
}

extension CheckInRecord {
    /// The number of days in a row answered with yes, up to the day of the check-in.
    var shownStreak: Int { day.map { streak(on: $0) } ?? streak }
}

extension Engine {
    func checkIn(_ key: String) -> CheckIn? { rules.checkIns.first { $0.key == key } }

    /// The greeting before the very first question; nil once it was shown.
    func welcome(_ checkIn: CheckIn) -> String? {
        state.checkIns[checkIn.key]?.isWelcomed ?? false ? nil : checkIn.welcome
    }

    /// The text after a "no" for the check-in's day.
    func textAfterNo(_ checkIn: CheckIn) -> String? {
        text(of: checkIn.onNo.texts, on: checkIn) ?? textOfTheDay(checkIn)
    }

    /// The text for the check-in's day, whatever the answer is.
    func textOfTheDay(_ checkIn: CheckIn) -> String? { text(of: checkIn.texts, on: checkIn) }

    /// The text for the check-in's day: the texts take turns.
    private func text(of texts: [String], on checkIn: CheckIn) -> String? {
        guard !texts.isEmpty, let day = state.checkIns[checkIn.key]?.day else { return nil }
        let turn = day % texts.count
        return texts[turn < 0 ? turn + texts.count : turn]
    }

    /// The latest end of what a check-in blocks now; nil if it blocks nothing.
    func restrictionEnd(of checkIn: CheckIn) -> Instant? {
        guard let record = state.checkIns[checkIn.key], record.day != nil else { return nil }
        return switch record.phase {
        case .asking: checkIn.blocks.isEmpty ? nil : end(of: record.time)
        case .no: checkIn.onNo.block.isEmpty ? nil : end(ofNo: checkIn)
        case .yes, .lapsed: nil
        }
    }

    /// The start of a check-in's next day, for the socket; now if the rules no longer have it.
    func nextOpening(of key: String) -> String {
        localClock.text(checkIn(key).map { nextOpening(of: $0) } ?? now)
    }
}
