import API
import Localization

enum CheckInText {
    /// Every check-in with its question, its state and the targets that it blocks.
    static func list(_ checkIns: [CheckInAPI.CheckIn], now: Moment?, _ style: Style) -> String {
        checkIns.blocks(none: localized("No rule file defines a check-in.\n")) {
            one($0, now: now, style)
        }
    }

    private static func one(_ checkIn: CheckInAPI.CheckIn, now: Moment?, _ style: Style) -> String {
        let (isFilled, role) = mark(checkIn.phase)
        let reminder = checkIn.reminder.map { localized(", reminder at \($0)") } ?? ""
        var table = TextTable()
        table.add(name: localized("Today"), phase(checkIn.phase), role)
        table.add(name: localized("Blocks"), blocks(checkIn, now: now))
        table.add(name: localized("Streak"), streak(checkIn))
        table.add(name: localized("Next day"), TimeWords.ahead(checkIn.next, now: now) + reminder)
        let key = checkIn.checkIn + (checkIn.strict ? localized(", strict") : "")
        return style.heading(isFilled, role, checkIn.question, key) + "\n"
            + table.text(style, indent: 2)
    }

    private static func mark(_ phase: CheckInAPI.Phase) -> (isFilled: Bool, Style.Role) {
        switch phase {
        case .asking: (true, .doubtful)
        case .no: (true, .bad)
        case .yes: (false, .good)
        case .lapsed, .waiting: (false, .faint)
        }
    }

    static func phase(_ phase: CheckInAPI.Phase) -> String {
        switch phase {
        case .asking: localized("waiting for an answer")
        case .yes: localized("yes")
        case .no: localized("no")
        case .lapsed: localized("not answered in time")
        case .waiting: localized("not asked yet")
        }
    }

    private static func blocks(_ checkIn: CheckInAPI.CheckIn, now: Moment?) -> String? {
        let targets: [String]
        switch checkIn.phase {
        case .asking: targets = checkIn.blocks
        case .no: targets = checkIn.blocksOnNo
        case .yes, .lapsed, .waiting: return nil
        }
        guard !targets.isEmpty else { return nil }
        let end = now.map { TimeWords.until(checkIn.until, now: $0) } ?? ""
        return targets.joined(separator: ", ")
            + (checkIn.phase == .asking ? localized(" until the question is answered") : end)
    }

    /// `3 days with yes, longest 12`.
    private static func streak(_ checkIn: CheckInAPI.CheckIn) -> String {
        let streak = localized("\(Count.days(checkIn.streak)) with yes")
        return checkIn.longestStreak > checkIn.streak
            ? localized("\(streak), longest \(checkIn.longestStreak)") : streak
    }

    /// The greeting before the very first question; empty afterwards.
    static func welcome(_ checkIn: CheckInAPI.CheckIn) -> String {
        checkIn.welcome.map { lines($0) + "\n" } ?? ""
    }

    /// The effect of an answer; after a "no", the heading, the suggestions and the day's text.
    static func answered(_ checkIn: CheckInAPI.CheckIn, now: Moment?, _ style: Style) -> String {
        guard checkIn.phase == .no else {
            return localized("Answered. \(streak(checkIn)).\n")
                + afterNo(heading: nil, suggestions: [], text: checkIn.dayText, style)
        }
        let answered =
            blocks(checkIn, now: now).map {
                localized("Answered. Blocked: \(Printable.text($0))\n")
            } ?? localized("Answered.\n")
        return answered
            + afterNo(
                heading: checkIn.heading, suggestions: checkIn.suggestions, text: checkIn.text,
                style)
    }

    /// The parts of the text after a "no", each on its own lines; missing parts are left out.
    static func afterNo(
        heading: String?, suggestions: [String], text: String?, _ style: Style
    ) -> String {
        var parts: [String] = []
        if let heading { parts.append(style.apply(.strong, Printable.text(heading)) + "\n") }
        if !suggestions.isEmpty {
            parts.append(suggestions.map { Paragraph.marked("–", .faint, $0, style) }.joined())
        }
        if let text {
            parts.append(
                text.split(separator: "\n").flatMap {
                    Paragraph.wrapped(Printable.text(String($0)), width: style.width)
                }.map { $0 + "\n" }.joined())
        }
        return parts.map { "\n" + $0 }.joined()
    }

    /// The stored state of a check-in, for testing its rule.
    static func state(_ state: CheckInAPI.GetState.Reply, now: Moment?, _ style: Style) -> String {
        var table = TextTable()
        table.add(name: localized("Phase"), phase(state.phase))
        table.add(name: localized("Day"), state.day)
        table.add(name: localized("Opened"), state.openedAt.map { TimeWords.at($0, now: now) })
        table.add(name: localized("Lapses"), state.cap.map { TimeWords.at($0, now: now) })
        table.add(name: localized("Asked"), Count.times(state.asked))
        table.add(name: localized("Last day answered"), state.lastDay)
        table.add(name: localized("Answers"), String(state.answers))
        table.add(
            name: localized("Streak"), localized("\(state.streak), longest \(state.longestStreak)"))
        return table.text(style)
    }

    /// `2026-11-21 yes (given 2026-11-21 08:12)`.
    static func line(_ answer: CheckInAPI.GivenAnswer) -> String {
        let at = Moment(answer.at).map { "\($0.day.description) \($0.time)" } ?? answer.at
        return Printable.text(
            localized(
                "\(answer.day) \(answer.yes ? localized("yes") : localized("no")) (given \(at))"))
            + "\n"
    }

    private static func lines(_ text: String) -> String {
        text.split(separator: "\n").map { Printable.text(String($0)) + "\n" }.joined()
    }
}
