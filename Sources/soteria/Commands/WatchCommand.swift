import API
import ArgumentParser

/// `soteria watch`: decisions as they happen.
struct WatchCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Show decisions as they happen, until interrupted.",
        discussion: "With --json: first the state, then each decision, one object a line.")

    @OptionGroup var daemon: DaemonOptions

    func run(in surroundings: Surroundings) throws -> Bool {
        var view = WatchText(style: surroundings.style)
        let client = try daemon.client(surroundings)
        try Following(daemon: daemon, surroundings: surroundings).run(client) { client, heard in
            let now = Moment(try client.call(DaemonAPI.GetStatus.self).now)
            try client.monitor(ProtectionAPI.Monitor.self, NoMembers()) { reply in
                heard()
                surroundings.output(
                    daemon.output.json
                        ? try ReplyText.compact(reply) + "\n" : view.lines(reply, now: now))
                return true
            }
        }
    }
}

/// What `soteria watch` shows of each reply.
struct WatchText {
    let style: Style
    private var nameWidth = 0
    /// Whether each target that was shown was blocked, by key.
    private var blocked: [String: Bool] = [:]

    init(style: Style) { self.style = style }

    /// The lines of a reply: a decision, or the state of the targets. Where the state was known
    /// before, as when the daemon was restarted, only of those that differ.
    mutating func lines(_ reply: ProtectionAPI.Monitor.Reply, now: Moment?) -> String {
        var text = ""
        let targets = reply.targets ?? []
        nameWidth = targets.map { Printable.columns($0.name) }.max() ?? nameWidth
        for target in targets where blocked[target.target] != target.blocked {
            blocked[target.target] = target.blocked
            text += DecisionText.line(target, now: now, nameWidth: nameWidth, style)
        }
        if let decision = reply.decision {
            blocked[decision.target] = decision.verdict != .unblock
            text += DecisionText.line(decision, nameWidth: nameWidth, style)
        }
        return text
    }
}
