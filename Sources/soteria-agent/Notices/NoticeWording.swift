import API

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
        case .keep: "Keep the block"
        case .planned: "Planned"
        case .impulse: "Impulse"
        case .protect: "Protect for 1 h"
        case .dismiss:
            switch prompt.kind {
            case .autoProtection, .checkInText: "Dismiss"
            case .closing: "Fine"
            default: "Not now"
            }
        case .why: "Show why"
        case .bought: "Bought"
        case .nothingBought: "Nothing bought"
        case .worthIt: "Worth it"
        case .notWorthIt: "Not worth it"
        case .later: "Later"
        case .yes: "Yes"
        case .no: "No"
        case .end: "End now"
        case .switchOn: "Switch on \(prompt.scheduleName ?? "quiet hours")"
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
        let what = listed(prompt.targets, names, otherwise: "The target")
        let opens = prompt.targets.count > 1 ? "open" : "opens"
        let at = wait.ends.map { " at \(InstantText.withSeconds($0))" } ?? ""
        return Notice(
            title: "Wait \(InstantText.length(seconds: wait.seconds))",
            text: "\(what) \(opens)\(at) unless you keep the block.",
            buttons: [keepButton], command: "soteria keep \(wait.request)", lifetime: .question)
    }

    /// A wait that ended while the daemon does not answer.
    static func stranded(_ prompt: PromptsAPI.Prompt, _ wait: PromptState.Wait) -> Notice {
        Notice(
            title: prompt.title,
            text: "The wait is over, but Soteria is not responding, so the block stays for now. "
                + "The block ends if Soteria responds within ten minutes. You can still keep the "
                + "block.",
            buttons: [keepButton], command: "soteria keep \(wait.request)", lifetime: .question)
    }

    /// The daemon did not come back in time.
    static let expiredWithoutDaemon =
        "Soteria did not respond in time. Nothing was opened, and the block stays in place."

    /// The block is kept while the daemon does not answer.
    static let keptWithoutDaemon =
        "Soteria is not responding. Nothing was opened, and the block stays in place. To open "
        + "the target, make a new request."

    private static let keepButton = Notice.Button(
        key: PromptsAPI.Choice.keep.rawValue, label: "Keep the block")

    /// The block was kept; without the number if it is unknown or zero.
    static func kept(_ moments: Int?) -> String {
        guard let moments, moments > 0 else { return "You kept the block." }
        let counted = moments == 1 ? "1 protection moment" : "\(moments) protection moments"
        return "You kept the block. Today so far: \(counted)."
    }

    /// The title over `opened`.
    static func openedTitle(
        _ reply: UnblockAPI.Confirm.Reply, _ names: [String: String]
    ) -> String {
        guard let grant = reply.grant else { return "The protection has ended" }
        return "\(listed(grant.targets, names, otherwise: "The target")) "
            + (grant.targets.count > 1 ? "are open" : "is open")
    }

    /// The end of the grant, and the targets that stay blocked.
    static func opened(_ reply: UnblockAPI.Confirm.Reply, _ names: [String: String]) -> String {
        var lines: [String] = []
        if let grant = reply.grant {
            let until = InstantText.at(grant.until, since: grant.at)
            let left = InstantText.length(seconds: (grant.seconds + 30) / 60 * 60)
            lines.append(grant.seconds < 60 ? "Until \(until)." : "Until \(until), for \(left).")
        }
        if !reply.blocked.isEmpty {
            let verb = reply.blocked.count > 1 ? "stay" : "stays"
            lines.append("\(listed(reply.blocked, names, otherwise: "")) \(verb) blocked.")
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
        case .protect: return until.map { "Protected until \($0)." } ?? "Protected."
        case .switchOn: return "\(prompt.scheduleName ?? "Quiet hours") switched on."
        case .end: return until.map { "Closed until \($0)." } ?? "Closed."
        case .no:
            let suggestions = (answer.suggestions ?? []).map { "• " + $0 }
            return
                ([until.map { "Blocked until \($0)." }, answer.heading] + suggestions
                + [answer.text]).compactMap(\.self).joined(separator: "\n")
        case .bought:
            let command = "soteria log\(answer.request.map { " \($0)" } ?? "")"
            return "Purchase logged. To add the price and how you feel about it, run: \(command)"
        case .nothingBought: return "Logged that you bought nothing."
        case .worthIt: return "Logged that it was worth it."
        case .notWorthIt: return "Logged that it was not worth it."
        case .later:
            let command = "soteria log\((answer.request ?? prompt.request).map { " \($0)" } ?? "")"
            let what =
                prompt.choices.contains(.worthIt)
                ? "whether it was worth it" : "whether you bought anything"
            return "To log later \(what), run: \(command)"
        case .keep, .planned, .impulse, .dismiss, .why, .yes: return answer.text ?? ""
        }
    }

    /// The names of targets, `Games, Music and Shopping`; the key of a target without a name.
    static func listed(
        _ targets: [String], _ names: [String: String], otherwise: String
    ) -> String {
        let listed = targets.map { names[$0] ?? $0 }
        guard let last = listed.last, listed.count > 1 else { return listed.first ?? otherwise }
        return listed.dropLast().joined(separator: ", ") + " and " + last
    }
}
