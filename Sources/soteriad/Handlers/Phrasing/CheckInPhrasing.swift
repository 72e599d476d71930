import API
import Engine
import RuleModel

/// Check-ins in the types of the socket.
extension Daemon {
    /// The check-in of a key in the rules in force.
    func checkIn(_ key: String) -> CheckIn? { engine.rules.checkIns.first { $0.key == key } }

    func phrase(_ checkIn: CheckIn) -> CheckInAPI.CheckIn {
        let record = engine.state.checkIns[checkIn.key]
        return CheckInAPI.CheckIn(
            checkIn: checkIn.key, question: checkIn.question, phase: phase(of: record),
            day: record?.day.map(LocalDay.text), opens: clock(checkIn.opens),
            next: text(engine.nextOpening(of: checkIn)), reminder: checkIn.reminder.map(clock),
            blocks: checkIn.blocks, blocksOnNo: checkIn.onNo.block,
            heading: checkIn.onNo.heading, suggestions: checkIn.onNo.suggestions,
            text: textOfTheDay(checkIn), welcome: welcome(checkIn), streak: streak(of: record),
            longestStreak: record?.longestStreak ?? 0, strict: checkIn.isStrict,
            until: text(restrictionEnd(of: checkIn)),
            answers: (record?.answers ?? []).suffix(14).reversed().map(phrase))
    }

    func phrase(_ answer: CheckInAnswer) -> CheckInAPI.GivenAnswer {
        CheckInAPI.GivenAnswer(
            day: LocalDay.text(answer.day), yes: answer.isYes, at: text(answer.at))
    }

    func phase(of record: CheckInRecord?) -> CheckInAPI.Phase {
        guard let record, record.day != nil else { return .waiting }
        return switch record.phase {
        case .asking: .asking
        case .yes: .yes
        case .no: .no
        case .lapsed: .lapsed
        }
    }

    /// How many days in a row were answered with yes, seen from the day that a check-in is about.
    func streak(of record: CheckInRecord?) -> Int {
        guard let record else { return 0 }
        return record.day.map { record.streak(on: $0) } ?? record.streak
    }

    /// The greeting before the very first question; nil once it was ever answered.
    func welcome(_ checkIn: CheckIn) -> String? {
        engine.state.checkIns[checkIn.key]?.answers.isEmpty ?? true ? checkIn.welcome : nil
    }

    /// The one of the texts after a "no" whose turn it is on the check-in's day.
    func textOfTheDay(_ checkIn: CheckIn) -> String? {
        let texts = checkIn.onNo.texts
        guard !texts.isEmpty, let day = engine.state.checkIns[checkIn.key]?.day else { return nil }
        let turn = day % texts.count
        return texts[turn < 0 ? turn + texts.count : turn]
    }

    /// When what a check-in blocks now is over at the latest; nil where it blocks nothing.
    func restrictionEnd(of checkIn: CheckIn) -> Instant? {
        guard let record = engine.state.checkIns[checkIn.key], record.day != nil else { return nil }
        return switch record.phase {
        case .asking: checkIn.blocks.isEmpty ? nil : engine.end(of: record.time)
        case .no: checkIn.onNo.block.isEmpty ? nil : engine.end(ofNo: checkIn)
        case .yes, .lapsed: nil
        }
    }

    /// When the next day begins for the check-in of a key, as the socket writes it; of one that the
    /// rules no longer have, now.
    func nextOpening(of key: String) -> String {
        text(checkIn(key).map { engine.nextOpening(of: $0) } ?? engine.now)
    }

    /// Minutes after midnight as `22:30`.
    func clock(_ minutes: Int) -> String { ClockText.time(minute: minutes) }
}
