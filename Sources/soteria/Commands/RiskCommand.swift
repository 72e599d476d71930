import API
import ArgumentParser

/// `soteria risk`: the risk score and what makes it.
struct RiskCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "risk", abstract: "Show how high the risk is now.")

    @Flag(help: "Show every factor: its weight, its condition and the values that it read.")
    var explain = false

    @OptionGroup var daemon: DaemonOptions

    func run(in surroundings: Surroundings) throws -> Bool {
        let reply = try daemon.client(surroundings).call(RiskAPI.GetStatus.self)
        try surroundings.show(reply, daemon.output) { style in
            RiskText.text(reply.status, explaining: explain, now: nil, style)
        }
        return true
    }
}
