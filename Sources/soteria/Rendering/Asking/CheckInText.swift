import API

/// Check-ins in words.
enum CheckInText {
    /// Every check-in with its question, how it stands and what it blocks.
    static func list(_ checkIns: [CheckInAPI.CheckIn], now: Moment?, _ style: Style) -> String {
        if checkIns.isEmpty { return "No rule file has a check-in.\n" }
        return checkIns.map { one($0, now: now, style) }.joined(separator: "\n")
    }

    private static func one(_ checkIn: CheckInAPI.CheckIn, now: Moment?, _ style: Style) -> String {
        let (mark, role) = mark(checkIn.phase)
        let key = checkIn.checkIn + (checkIn.strict ? ", strict" : "")
        var table = TextTable()
        table.add(.init("Today", .faint), .init(phase(checkIn.phase), role))
        if let blocks = blocks(checkIn, now: now) {
            table.add(.init("Blocks", .faint), .init(blocks))
        }
        table.add(.init("Streak", .faint), .init(streak(checkIn)))
        let next = now.map { TimeWords.ahead(checkIn.next, now: $0) } ?? checkIn.next
        let reminder = checkIn.reminder.map { ", reminds at \($0)" } ?? ""
        table.add(.init("Next day", .faint), .init(next + reminder))
        let question = style.apply(.strong, Printable.text(checkIn.question))
        return "\(style.apply(role, mark)) \(question) "
            + "(\(Printable.text(key)))\n" + table.text(style, indent: 2)
    }

    private static func mark(_ phase: CheckInAPI.Phase) -> (String, Style.Role) {
        switch phase {
        case .asking: ("●", .doubtful)
        case .no: ("●", .bad)
        case .yes: ("○", .good)
        case .lapsed, .waiting: ("○", .faint)
        }
    }

    static func phase(_ phase: CheckInAPI.Phase) -> String {
        switch phase {
        case .asking: "waits for an answer"
        case .yes: "yes"
        case .no: "no"
        case .lapsed: "was not answered in time"
        case .waiting: "not asked yet"
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
            + (checkIn.phase == .asking ? " until it is answered" : end)
    }

    /// `3 days with yes, the longest 12`.
    private static func streak(_ checkIn: CheckInAPI.CheckIn) -> String {
        let streak = "\(Count.text(checkIn.streak, "day")) with yes"
        return checkIn.longestStreak > checkIn.streak
            ? streak + ", the longest \(checkIn.longestStreak)" : streak
    }

    /// The greeting before the very first question; empty afterwards.
    static func welcome(_ checkIn: CheckInAPI.CheckIn) -> String {
        checkIn.welcome.map { lines($0) + "\n" } ?? ""
    }

    /// What an answer led to; after a "no" the heading, what could be done instead, and the text
    /// of the day.
    static func answered(_ checkIn: CheckInAPI.CheckIn, now: Moment?, _ style: Style) -> String {
        guard checkIn.phase == .no else {
            return "Answered. \(streak(checkIn)).\n"
        }
        var text = ""
        if let blocks = blocks(checkIn, now: now) {
            text = "Answered. Blocked: \(Printable.text(blocks))\n"
        } else {
            text = "Answered.\n"
        }
        return text
            + afterNo(
                heading: checkIn.heading, suggestions: checkIn.suggestions, text: checkIn.text,
                style)
    }

    /// What a "no" shows: each part on lines of its own, those that are missing left out.
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

    /// What is remembered of a check-in, for who tries its rule.
    static func state(_ state: CheckInAPI.GetState.Reply, now: Moment?, _ style: Style) -> String {
        func at(_ instant: String?) -> String? {
            instant.map { instant in now.map { TimeWords.at(instant, now: $0) } ?? instant }
        }
        let rows: [(String, String?)] = [
            ("Phase", phase(state.phase)), ("Day", state.day), ("Opened", at(state.openedAt)),
            ("Lapses", at(state.cap)), ("Asked", Count.text(state.asked, "time")),
            ("Last day answered", state.lastDay), ("Answers", String(state.answers)),
            ("Streak", "\(state.streak), the longest \(state.longestStreak)"),
        ]
        var table = TextTable()
        for case (let name, let value?) in rows { table.add(.init(name, .faint), .init(value)) }
        return table.text(style)
    }

    /// `2026-11-21 yes (given 2026-11-21 08:12)`.
    static func line(_ answer: CheckInAPI.GivenAnswer) -> String {
        let at = Moment(answer.at).map { "\($0.day.description) \($0.time)" } ?? answer.at
        return Printable.text("\(answer.day) \(answer.yes ? "yes" : "no") (given \(at))") + "\n"
    }

    private static func lines(_ text: String) -> String {
        text.split(separator: "\n").map { Printable.text(String($0)) + "\n" }.joined()
    }
}
