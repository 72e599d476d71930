import API
import ArgumentParser

/// `soteria watch`: decisions as they happen.
struct WatchCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Show decisions as they happen, until interrupted.",
        discussion: "With --json: first the state, then each decision, one object a line.")

    @OptionGroup var daemon: DaemonOptions

    func run(in surroundings: Surroundings) throws -> Bool {
        let client = try daemon.client(surroundings)
        let now = Moment(try client.call(DaemonAPI.GetStatus.self).now)
        var nameWidth = 0
        try client.monitor(ProtectionAPI.Monitor.self, NoMembers()) { reply in
            if daemon.output.json {
                surroundings.output(try ReplyText.compact(reply) + "\n")
            } else {
                let style = surroundings.style
                let widths = reply.targets?.map { Printable.columns($0.name) }
                nameWidth = widths?.max() ?? nameWidth
                for target in reply.targets ?? [] {
                    surroundings.output(
                        DecisionText.line(target, now: now, nameWidth: nameWidth, style))
                }
                if let decision = reply.decision {
                    surroundings.output(DecisionText.line(decision, nameWidth: nameWidth, style))
                }
            }
            return true
        }
        // A watch has no end of its own: the daemon stopped.
        throw CallFailure.disconnected
    }
}
