import API
import Localization

enum PromptText {
    static func list(_ prompts: [PromptsAPI.Prompt], now: Moment?, _ style: Style) -> String {
        prompts.blocks(none: localized("No prompts are open.\n")) { one($0, now: now, style) }
    }

    /// A prompt: its number, title, text, and how to answer.
    static func one(_ prompt: PromptsAPI.Prompt, now: Moment?, _ style: Style) -> String {
        let reference = now ?? Moment(prompt.at) ?? Moment(seconds: 0, offset: 0)
        // The prompt's own times, worded so that they are not taken for those of a block.
        let deed =
            [.blockedOpened, .riskHigh, .logOutcome, .checkIn].contains(prompt.kind)
            ? localized("asked") : localized("sent")
        var time = localized("\(deed) at \(TimeWords.at(prompt.at, now: reference))")
        if let until = prompt.until {
            time += localized(", closes at \(TimeWords.at(until, now: reference))")
        }
        var table = TextTable()
        if prompt.reminder == true { table.add(.init(localized("A reminder."))) }
        for line in prompt.text.split(separator: "\n") { table.add(.init(String(line))) }
        let choices = prompt.choices.map(\.rawValue).joined(separator: "|")
        table.add(.init("soteria prompts answer \(prompt.prompt) \(choices)", .faint))
        return "\(prompt.prompt)  \(style.apply(.strong, Printable.text(prompt.title))) "
            + style.apply(.faint, "(\(Printable.text(time)))") + "\n"
            + table.text(style, indent: 3)
    }

    /// The result of an answer, and how to continue with the request that it opened.
    static func result(
        _ result: PromptsAPI.Result, _ choice: PromptsAPI.Choice, now: Moment?,
        of open: UnblockAPI.OpenRequest?, _ style: Style = Style()
    ) -> String {
        let now = now ?? Moment(seconds: 0, offset: 0)
        switch choice {
        case .planned, .impulse: return opened(result, open)
        case .yes, .no: return checkedIn(result, now: now, style)
        case .bought, .nothingBought, .worthIt, .notWorthIt:
            return result.request.map { localized("Logged for request \($0).\n") }
                ?? localized("Answered.\n")
        case .later:
            return result.request.map { localized("To log the outcome later: soteria log \($0)\n") }
                ?? localized("Answered. To log the outcome later: soteria log\n")
        case .keep: return localized("The block is kept.\n")
        case .protect, .dismiss, .why, .end, .switchOn: break
        }
        if let text = result.text {
            return text.split(separator: "\n").map { Printable.text(String($0)) + "\n" }.joined()
        }
        if result.protection != nil {
            return localized("Protected\(TimeWords.until(result.until, now: now))\n")
        }
        return localized("Answered.\n")
    }

    private static func opened(
        _ result: PromptsAPI.Result, _ open: UnblockAPI.OpenRequest?
    ) -> String {
        guard let request = result.request else { return localized("Answered.\n") }
        let ends = result.waitEnds.flatMap { Moment($0)?.timeWithSeconds }
        let wait = ends.map { localized("; the wait ends at \($0)") } ?? ""
        let next = open.map { open in
            let purpose = open.intent.map { " --\($0.purpose.rawValue)" } ?? ""
            return localized(
                "\nTo continue: soteria unblock\(Printable.text(open.place.arguments))\(purpose)")
        }
        return localized("Request \(request) is open\(wait)\(next ?? "")\n")
    }

    /// The result of a check-in's answer; after a "no", with suggestions.
    private static func checkedIn(
        _ result: PromptsAPI.Result, now: Moment, _ style: Style
    ) -> String {
        let blocked = result.until.map {
            localized(" Blocked until \(TimeWords.ahead($0, now: now)).")
        }
        return localized(
            """
            Answered.\(blocked ?? "")
            \(CheckInText.afterNo(heading: result.heading, suggestions: result.suggestions ?? [], text: result.text, style))
            """)
    }
}

/// The output of `soteria prompts --follow` for each reply.
struct PromptStreamText {
    let style: Style
    private(set) var shown: [Int: PromptsAPI.Prompt] = [:]

    /// The lines for opened and closed prompts; prompts shown before a restart are not repeated.
    mutating func lines(_ reply: PromptsAPI.Monitor.Reply, now: Moment?) -> String {
        var text = ""
        if let prompts = reply.prompts {
            let open = Set(prompts.map(\.prompt))
            for number in shown.keys.sorted() where !open.contains(number) {
                text += close(number, nil)
            }
        }
        for prompt in (reply.prompts ?? []) + [reply.opened].compactMap(\.self)
        where shown[prompt.prompt] != prompt {
            shown[prompt.prompt] = prompt
            // Prompts that open later are shown at once; the subscription's start is past by then.
            let now = reply.prompts == nil ? Moment(prompt.at) : now
            text += PromptText.one(prompt, now: now, style)
        }
        if let closed = reply.closed { text += close(closed, reply.closing) }
        return text
    }

    private mutating func close(_ number: Int, _ closing: PromptsAPI.Closing?) -> String {
        shown[number] = nil
        let how =
            switch closing {
            case .answered: localized("answered")
            case .expired: localized("not answered in time")
            case .settled, nil: localized("closed")
            }
        return style.apply(.faint, "\(number)  \(how)") + "\n"
    }
}
