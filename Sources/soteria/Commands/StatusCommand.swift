import API
import ArgumentParser

/// `soteria status`: what is blocked, until when, and what is wrong.
struct StatusCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show what is blocked, why and until when.")

    @OptionGroup var daemon: DaemonOptions

    /// All that is shown, as JSON.
    struct Answer: Encodable {
        var protection: ProtectionAPI.List.Reply
        var risk: RiskAPI.Status
        var daemon: DaemonAPI.GetStatus.Reply
        var checkIns: [CheckInAPI.CheckIn]
        var budgets: [BudgetsAPI.Budget]
    }

    func run(in surroundings: Surroundings) throws -> Bool {
        let client = try daemon.client(surroundings)
        let answer = Answer(
            protection: try client.call(ProtectionAPI.List.self),
            risk: try client.call(RiskAPI.GetStatus.self).status,
            daemon: try client.call(DaemonAPI.GetStatus.self),
            checkIns: try client.call(CheckInAPI.List.self).checkIns,
            budgets: try client.call(BudgetsAPI.List.self).budgets)
        try surroundings.show(answer, daemon.output) { style in
            StatusText(
                protection: answer.protection, risk: answer.risk, daemon: answer.daemon,
                checkIns: answer.checkIns, budgets: answer.budgets, style: style
            ).text
        }
        if surroundings.isTerminal, !daemon.output.json { try offerPause(client, surroundings) }
        return true
    }

    /// While quiet hours run, a person who looks is offered a pause.
    private func offerPause(_ client: SoteriaClient, _ surroundings: Surroundings) throws {
        let schedules = try client.call(QuietHoursAPI.List.self).schedules
        guard schedules.contains(where: \.active) else { return }
        surroundings.output("\nQuiet hours are active. Pause before you go on: soteria pause\n")
    }
}
