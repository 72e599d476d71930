import API
import Testing
import Varlink

@testable import soteria

/// `soteria risk --explain`: every factor with what it read, within the columns that there are.
@Suite struct RiskExplainedTests {
    /// The factor with the longest condition of the shipped rules, and one without variables.
    private static var risk: RiskAPI.Status {
        var risk = SampleReplies.risk
        risk.factors = [
            .init(
                factor: "always", weight: FixedPoint(thousandths: 100), holds: true,
                automatic: true, condition: "true", values: []),
            .init(
                factor: "high_impulse_ratio", weight: FixedPoint(thousandths: 150), holds: true,
                automatic: true,
                condition: "unblocks.last_30_days >= 5 && unblocks.impulse_ratio >= 0.6",
                values: [
                    .init(variable: "unblocks.last_30_days", value: "7"),
                    .init(variable: "unblocks.impulse_ratio", value: "0.7142857142857143"),
                ]),
            .init(
                factor: "rapid_unblocks", weight: FixedPoint(thousandths: 200), holds: false,
                automatic: true,
                condition: "unblocks.last_gap < duration(\"30m\") && "
                    + "unblocks.since_last < duration(\"1h\")",
                values: [
                    .init(variable: "unblocks.last_gap", value: "duration(\"315360000s\")"),
                    .init(variable: "unblocks.since_last", value: "duration(\"1200s\")"),
                ]),
        ]
        return risk
    }

    @Test func itIsReadableAt80Columns() {
        #expect(
            RiskText.text(Self.risk, explaining: true, now: nil, Style(width: 80)) == """
                Risk 0.400 moderate (assessed 23:15, next at 23:30)

                +0.100  always              yes  true
                +0.150  high_impulse_ratio  yes  unblocks.last_30_days >= 5 &&
                                                 unblocks.impulse_ratio >= 0.6
                        unblocks.last_30_days = 7, unblocks.impulse_ratio = 0.71
                 0.200  rapid_unblocks      no   unblocks.last_gap < duration("30m") &&
                                                 unblocks.since_last < duration("1h")
                        unblocks.last_gap = none yet, unblocks.since_last = 20 min

                Levels: moderate from 0.400, high from 0.600, critical from 0.800

                """)
    }

    @Test(arguments: [60, 80, 100, 120, 200])
    func noLineIsLongerThanTheTerminalAndNoValueIsBroken(width: Int) {
        var risk = Self.risk
        let values = (1...9).map {
            RiskAPI.ReadValue(variable: "some.variable_\($0)", value: "duration(\"\($0)000s\")")
        }
        risk.factors[0].values = values
        let text = RiskText.text(risk, explaining: true, now: nil, Style(width: width))
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("Levels") }
        #expect(lines.allSatisfy { $0.count <= width })
        for value in values {
            let whole = "\(value.variable) = \(ValueText.text(value.value))"
            #expect(lines.contains { $0.hasPrefix("        some.") && $0.contains(whole) })
        }
    }

    @Test func jsonStaysAsItCame() throws {
        let status = Self.risk
        let daemon = try FakeDaemon([
            "org.soteria.risk.GetStatus": Method {
                $0.reply(RiskAPI.GetStatus.Reply(status: status))
            }
        ])
        defer { daemon.stop() }
        let run = CommandRun("risk", "--explain", "--json", daemon: daemon)
        #expect(run.status == 0)
        let reply = try JSON(parsing: run.output).decode(as: RiskAPI.GetStatus.Reply.self)
        #expect(reply.status == status)
    }
}
