import API
import Localization

/// The texts of notifications. Purchases, amounts and moods never appear in them.
enum NoticeWording {
    // MARK: Questions

    /// The question or the message of a prompt, with its answers as buttons in their order.
    static func question(_ state: PromptState) -> Notice {
        let prompt = state.prompt
        let lines = [
            state.remark, prompt.welcome, state.explanation ?? prompt.text,
        ]
        return Notice(
            title: prompt.title, text: lines.compactMap(\.self).joined(separator: "\n"),
            buttons: prompt.choices.map {
                .init(key: $0.rawValue, label: label(of: $0, in: prompt))
            }, command: command(for: prompt),
            lifetime: lifetime(of: prompt.kind))
    }

    /// The label of an answer's button.
    private static func label(
        of choice: PromptsAPI.Choice, in prompt: PromptsAPI.Prompt
    ) -> String {
        switch choice {
        case .keep: localized("Keep the block")
        case .planned: localized("Planned")
        case .impulse: localized("Impulse")
        case .protect: localized("Protect for 1 h")
        case .dismiss:
            switch prompt.kind {
            case .autoProtection, .checkInText: localized("Dismiss")
            case .closing: localized("Fine")
            default: localized("Not now")
            }
        case .why: localized("Show why")
        case .bought: localized("Bought")
        case .nothingBought: localized("Nothing bought")
        case .worthIt: localized("Worth it")
        case .notWorthIt: localized("Not worth it")
        case .later: localized("Later")
        case .yes: localized("Yes")
        case .no: localized("No")
        case .end: localized("End now")
        case .switchOn: localized("Switch on \(prompt.scheduleName ?? localized("quiet hours"))")
        }
    }

    private static func lifetime(of kind: PromptsAPI.Kind) -> Notice.Lifetime {
        switch kind {
        case .blockedOpened, .riskHigh, .logOutcome, .checkIn: .question
        case .autoProtection, .riskyHour, .closing, .checkInText: .news
        }
    }

    /// The command that replaces the buttons; nil if only the first answer is possible, which needs
    /// no action.
    private static func command(for prompt: PromptsAPI.Prompt) -> String? {
        switch prompt.kind {
        case .blockedOpened:
            guard prompt.choices.contains(where: { $0 != .keep }) else { return nil }
            return "soteria unblock \(place(of: prompt))"
        case .riskHigh, .riskyHour: return "soteria protect --for 1h"
        case .autoProtection:
            guard prompt.choices.contains(.why) else { return nil }
            return "soteria prompts answer \(prompt.prompt) why"
        case .checkInText: return nil
        case .closing: return "soteria prompts answer \(prompt.prompt) end"
        case .logOutcome: return "soteria log\(prompt.request.map { " \($0)" } ?? "")"
        case .checkIn:
            return "soteria checkin\(prompt.checkIn.map { " " + ShellWord.quoted($0) } ?? "")"
        }
    }

    private static func place(of prompt: PromptsAPI.Prompt) -> String {
        if prompt.targets.count == 1, let target = prompt.targets.first {
            return ShellWord.quoted(target)
        }
        if let site = prompt.site {
            return "--site \(ShellWord.quoted(site + (prompt.path ?? "")))"
        }
        if let app = prompt.app { return "--app \(ShellWord.quoted(app))" }
        return prompt.targets.first.map(ShellWord.quoted) ?? ""
    }

    // MARK: Waits

    /// A running wait; the person can only keep the block.
    static func waiting(
        _ prompt: PromptsAPI.Prompt, _ wait: PromptState.Wait, _ names: [String: String]
    ) -> Notice {
        let what = listed(prompt.targets, names, otherwise: localized("The target"))
        let at = wait.ends.map { localized(" at \(InstantText.withSeconds($0))") } ?? ""
        return Notice(
            title: localized("Wait \(InstantText.length(seconds: wait.seconds))"),
            text: localized(
                count: max(1, prompt.targets.count),
                one: "\(what) opens\(at) unless you keep the block.",
                other: "\(what) open\(at) unless you keep the block."),
            buttons: [keepButton], command: "soteria keep \(wait.request)", lifetime: .question)
    }

    /// A wait that ended while the daemon does not answer.
    static func stranded(_ prompt: PromptsAPI.Prompt, _ wait: PromptState.Wait) -> Notice {
        Notice(
            title: prompt.title,
            text: localized(
                """
                The wait is over, but Soteria is not responding, so the block stays for now. The \
                block ends if Soteria responds within ten minutes. You can still keep the block.
                """),
            buttons: [keepButton], command: "soteria keep \(wait.request)", lifetime: .question)
    }

    /// The daemon did not come back in time.
    static var expiredWithoutDaemon: String {
        localized(
            "Soteria did not respond in time. Nothing was opened, and the block stays in place.")
    }

    /// The block is kept while the daemon does not answer.
    static var keptWithoutDaemon: String {
        localized(
            """
            Soteria is not responding. Nothing was opened, and the block stays in place. To open \
            the target, make a new request.
            """)
    }

    private static var keepButton: Notice.Button {
        Notice.Button(key: PromptsAPI.Choice.keep.rawValue, label: localized("Keep the block"))
    }

    /// The block was kept; without the number if it is unknown or zero.
    static func kept(_ moments: Int?) -> String {
        guard let moments, moments > 0 else { return localized("You kept the block.") }
        return localized(
            count: moments,
            one: "You kept the block. Today so far: \(.count) protection moment.",
            other: "You kept the block. Today so far: \(.count) protection moments.")
    }

    /// The title over `opened`.
    static func openedTitle(
        _ reply: UnblockAPI.Confirm.Reply, _ names: [String: String]
    ) -> String {
        guard let grant = reply.grant else { return localized("The protection has ended") }
        let what = listed(grant.targets, names, otherwise: localized("The target"))
        return localized(
            count: max(1, grant.targets.count), one: "\(what) is open", other: "\(what) are open")
    }

    /// The end of the grant, and the targets that stay blocked.
    static func opened(_ reply: UnblockAPI.Confirm.Reply, _ names: [String: String]) -> String {
        var lines: [String] = []
        if let grant = reply.grant {
            let until = InstantText.at(grant.until, since: grant.at)
            let left = InstantText.length(seconds: (grant.seconds + 30) / 60 * 60)
            lines.append(
                grant.seconds < 60
                    ? localized("Until \(until).") : localized("Until \(until), for \(left)."))
        }
        if !reply.blocked.isEmpty {
            let what = listed(reply.blocked, names, otherwise: "")
            lines.append(
                localized(
                    count: reply.blocked.count, one: "\(what) stays blocked.",
                    other: "\(what) stay blocked."))
        }
        return lines.joined(separator: "\n")
    }

    // MARK: Other answers

    static func led(
        _ choice: PromptsAPI.Choice, to answer: PromptsAPI.Result,
        _ prompt: PromptsAPI.Prompt
    ) -> String {
        let until = answer.until.map { InstantText.at($0, since: prompt.at) }
        switch choice {
        case .protect:
            return until.map { localized("Protected until \($0).") } ?? localized("Protected.")
        case .switchOn:
            return localized("\(prompt.scheduleName ?? localized("Quiet hours")) switched on.")
        case .end: return until.map { localized("Closed until \($0).") } ?? localized("Closed.")
        case .no:
            let suggestions = (answer.suggestions ?? []).map { "• " + $0 }
            return
                ([until.map { localized("Blocked until \($0).") }, answer.heading] + suggestions
                + [answer.text]).compactMap(\.self).joined(separator: "\n")
        case .bought:
            let command = "soteria log\(answer.request.map { " \($0)" } ?? "")"
            return localized(
                "Purchase logged. To add the price and how you feel about it, run: \(command)")
        case .nothingBought: return localized("Logged that you bought nothing.")
        case .worthIt: return localized("Logged that it was worth it.")
        case .notWorthIt: return localized("Logged that it was not worth it.")
        case .later:
            let command = "soteria log\((answer.request ?? prompt.request).map { " \($0)" } ?? "")"
            return prompt.choices.contains(.worthIt)
                ? localized("To log later whether it was worth it, run: \(command)")
                : localized("To log later whether you bought anything, run: \(command)")
        case .keep, .planned, .impulse, .dismiss, .why, .yes: return answer.text ?? ""
        }
    }

    /// The names of targets, `Games, Music and Shopping`; the key of a target without a name.
    static func listed(
        _ targets: [String], _ names: [String: String], otherwise: String
    ) -> String {
        let listed = targets.map { names[$0] ?? $0 }
        guard let last = listed.last, listed.count > 1 else { return listed.first ?? otherwise }
        return localized("\(listed.dropLast().joined(separator: ", ")) and \(last)")
    }
}
