import API
import Testing
import Varlink
import VarlinkIDL

@testable import soteria

/// `--json` on every command: the reply as it came, one object per line if there are several.
@Suite struct JSONOutputTests {
    private func output(_ arguments: [String], terminal: Bool = false) throws -> CommandRun {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        return CommandRun(arguments: arguments + ["--json"], daemon: daemon, isTerminal: terminal)
    }

    @Test(arguments: [
        ["status"], ["risk"], ["risk", "--explain"], ["protect"], ["quiet-hours"],
        ["quiet-hours", "list"], ["quiet-hours", "enable", "nights"], ["targets"],
        ["targets", "monitor", "shopping"], ["targets", "ignore", "shopping"], ["rules", "vars"],
        ["rules", "check"], ["rules", "cat"], ["doctor"], ["auto-protection"],
        ["auto-protection", "disable", "high_risk"], ["prompts"], ["keep"], ["pause", "--keep"],
        ["pause", "--protect"], ["unblock", "shopping", "--planned"], ["checkin"],
        ["checkin", "no"], ["checkin", "debug", "state", "morning"],
        ["checkin", "debug", "last-answer", "morning"], ["checkin", "debug", "reset", "morning"],
        ["log", "--list"], ["log", "--bought"], ["metrics"], ["insights"], ["goals"],
        ["goals", "add", "A", "5", "EUR"], ["goals", "contribute", "3", "5"],
        ["goals", "remove", "3"], ["usage"], ["usage", "--today"], ["budgets"],
        ["targets", "name", "amazon.com", "A"],
    ])
    func isOneObjectOnOneLine(arguments: [String]) throws {
        // The fake daemon knows no variables; without a daemon the program's own are shown.
        let run =
            arguments == ["rules", "vars"]
            ? CommandRun(arguments: arguments + ["--json"]) : try output(arguments)
        #expect(run.output.filter { $0 == "\n" }.count == 1 || arguments.last == "cat")
        let value = try JSON(parsing: run.output)
        #expect(value.objectValue?.isEmpty == false)
        #expect(!run.output.contains("\u{1b}"))
    }

    @Test(arguments: [
        ["watch"], ["events"], ["risk", "--history"], ["risk", "--follow"],
        ["prompts", "--follow"], ["usage", "--sessions"],
    ])
    func isOneObjectALine(arguments: [String]) throws {
        for terminal in [true, false] {
            let lines = try output(arguments, terminal: terminal).output.split(separator: "\n")
            #expect(lines.count > 1)
            for line in lines {
                let value = try JSON(parsing: line.utf8)
                #expect(value.objectValue != nil)
            }
        }
    }

    @Test func repliesHoldAgainstTheInterface() throws {
        for (arguments, file, method) in [
            (["risk"], RiskAPI.description, "GetStatus"),
            (["protect"], ProtectionAPI.description, "Start"),
            (["quiet-hours"], QuietHoursAPI.description, "List"),
            (["quiet-hours", "enable", "nights"], QuietHoursAPI.description, "SetEnabled"),
            (["targets"], TargetsAPI.description, "List"),
            (["targets", "ignore", "shopping"], TargetsAPI.description, "SetMonitored"),
            (["auto-protection"], ProtectionAPI.description, "ListAutoProtections"),
            (["prompts"], PromptsAPI.description, "List"),
            (["keep"], UnblockAPI.description, "Keep"),
            (["pause", "--protect"], UnblockAPI.description, "Protect"),
            (["unblock", "shopping", "--planned"], UnblockAPI.description, "Confirm"),
            (["checkin"], CheckInAPI.description, "List"),
            (["checkin", "no"], CheckInAPI.description, "Answer"),
            (["log", "--bought"], UnblockAPI.description, "LogOutcome"),
            (["log", "--list"], UnblockAPI.description, "Unblocks"),
            (["metrics"], MetricsAPI.description, "Get"), (["goals"], GoalsAPI.description, "List"),
            (["usage", "--today"], UsageAPI.description, "Today"),
            (["budgets"], BudgetsAPI.description, "List"),
        ] {
            let reply = try JSON(parsing: output(arguments).output)
            let description = try InterfaceDescription(file)
            #expect(description.violations(reply: reply, of: method) == [])
        }
    }

    @Test func aFailureIsNotJSON() {
        let run = CommandRun("status", "--json")
        #expect(run.status == 69 && run.output.isEmpty && run.error.hasPrefix("soteria: "))
    }
}
