import CEL
import Engine
import RuleModel
import Testing

/// The default factors at, just below and just above their edges, in zones away from UTC.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct DefaultFactors {
    /// Local time in Kathmandu (+05:45) or St John's (-03:30 in winter), the true factors, the
    /// score and the level; 2026-11-18 is a Wednesday, 2026-11-20 a Friday.
    private static let table = Table(
        """
        # instant | factors | score level
        2026-11-18T15:00:00+05:45 | - | 0.000 low
        2026-11-18T21:59:59.999+05:45 | - | 0.000 low
        2026-11-18T22:00:00+05:45 | late_night | 0.400 moderate
        2026-11-19T00:00:00+05:45 | late_night | 0.400 moderate
        2026-11-19T01:59:59.999+05:45 | late_night | 0.400 moderate
        2026-11-19T02:00:00+05:45 | - | 0.000 low
        2026-11-20T17:59:59.999+05:45 | - | 0.000 low
        2026-11-20T18:00:00+05:45 | weekend | 0.100 low
        2026-11-20T21:59:59.999+05:45 | weekend | 0.100 low
        2026-11-20T22:00:00+05:45 | late_night weekend | 0.500 moderate
        2026-11-21T02:00:00+05:45 | weekend | 0.100 low
        2026-11-21T12:00:00+05:45 | weekend | 0.100 low
        2026-11-22T23:59:59.999+05:45 | late_night weekend | 0.500 moderate
        2026-11-23T00:00:00+05:45 | late_night | 0.400 moderate
        2026-11-23T02:00:00+05:45 | - | 0.000 low
        # A quarter to six before UTC's midnight, and after it.
        2026-11-20T05:44:59+05:45 | - | 0.000 low
        2026-11-20T05:45:00+05:45 | - | 0.000 low
        2026-11-18T21:59:59-03:30 | - | 0.000 low
        2026-11-18T22:00:00-03:30 | late_night | 0.400 moderate
        2026-11-19T01:59:59-03:30 | late_night | 0.400 moderate
        2026-11-19T02:00:00-03:30 | - | 0.000 low
        2026-11-20T17:59:59-03:30 | - | 0.000 low
        2026-11-20T18:00:00-03:30 | weekend | 0.100 low
        2026-11-22T23:59:59-03:30 | late_night weekend | 0.500 moderate
        2026-11-23T00:00:00-03:30 | late_night | 0.400 moderate
        # A new user with no history at 15:00 on a Tuesday.
        2026-11-17T15:00:00-03:30 | - | 0.000 low
        """)

    @Test(arguments: table.rows)
    func factorsAtTheirEdges(row: String) throws {
        let cells = Table.cells(row)
        let name = cells[0].hasSuffix("+05:45") ? "Asia/Kathmandu" : "America/St_Johns"
        let machine = try Machine(
            at: cells[0], zone: name, rules: rules([], risk: defaultRisk()))
        let assessment = try #require(machine.assessments.last)
        let factors = assessment.factors.filter(\.isTrue).map(\.key).joined(separator: " ")
        #expect((factors.isEmpty ? "-" : factors) == cells[1])
        #expect("\(assessment.score) \(assessment.level)" == cells[2])
        #expect(assessment.automatic == assessment.score)
        #expect(assessment.at == machine.engine.now)
        #expect(machine.engine.state.risk == assessment.record)
    }

    /// The rule set's zone counts before the machine's.
    @Test func zoneOfTheRuleSet() throws {
        let rules = try rules([], risk: defaultRisk(), zone: "Asia/Tokyo")
        let machine = try Machine(at: "2026-11-18T14:00:00+01:00", rules: rules)
        #expect(machine.assessments.last?.score.description == "0.400")
    }

    /// A schedule that would run now, switched off by a person or in the file.
    @Test func quietHoursOff() throws {
        let rules = try rules(
            [schedule("noon", ["daily 12:00-13:00"])], risk: defaultRisk())
        var machine = try Machine(at: "2026-11-18T11:00:00+01:00", rules: rules)
        machine.send(.switch(.schedule("noon"), isOn: false))
        let moments = [
            ("2026-11-18T11:45:00+01:00", "0.000"), ("2026-11-18T12:00:00+01:00", "0.100"),
            ("2026-11-18T12:45:00+01:00", "0.100"), ("2026-11-18T13:00:00+01:00", "0.000"),
        ]
        for (moment, score) in moments {
            try machine.advance(to: moment)
            #expect(machine.assessments.last?.score.description == score, "\(moment)")
            #expect(try machine.assessments.last?.at == at(moment))
        }
        let file = try EngineTests.rules(
            [schedule("noon", ["daily 12:00-13:00"], isEnabled: false)], risk: defaultRisk())
        let other = try Machine(at: "2026-11-18T12:30:00+01:00", rules: file)
        #expect(other.assessments.last?.score.description == "0.100")
        let running = try Machine(at: "2026-11-18T12:30:00+01:00", rules: rules)
        #expect(running.assessments.last?.score.description == "0.000")
    }

    /// Every quarter of an hour, and recorded only where it differs from the one before.
    @Test func recordedWhereItDiffers() throws {
        var machine = try Machine(
            at: "2026-11-18T12:00:00+01:00", rules: rules([], risk: defaultRisk()))
        try machine.advance(to: "2026-11-19T12:00:00+01:00")
        #expect(machine.assessments.count == 97)
        let recorded = machine.history.compactMap { event -> String? in
            guard case .riskAssessed(let record) = event.fact else { return nil }
            return "\(text(event.at, in: machine.zone)) \(record.score) \(record.factors)"
        }
        #expect(
            recorded == [
                "2026-11-18T12:00:00+01:00 0.000 []",
                "2026-11-18T22:00:00+01:00 0.400 [\"late_night\"]",
                "2026-11-19T02:00:00+01:00 0.000 []",
            ])
    }

    /// The same score for another reason is another record; the same again after a restart is not.
    @Test func reasonsAreRecorded() throws {
        let rules = try rules(
            [],
            risk: risk([("a", "0.2", "local.hour == 12"), ("b", "0.2", "local.hour == 13")]))
        var machine = try Machine(at: "2026-11-18T12:00:00+01:00", rules: rules)
        machine.advance(.hours(1))
        machine.restart(after: .minutes(5))
        #expect(machine.kinds().count { $0 == "riskAssessed" } == 2)
        #expect(machine.engine.state.risk?.factors == ["b"])
    }

    /// Missed marks are made up for once, at the next moment, not once each.
    @Test func missedMarksOnce() throws {
        var machine = try Machine(
            at: "2026-11-18T20:00:00+01:00", rules: rules([], risk: defaultRisk()))
        let before = machine.assessments.count
        machine.sleep(.hours(3))
        machine.advance(.minutes(1))
        #expect(machine.assessments.count - before <= 1)
        machine.advance(.minutes(15))
        #expect(machine.assessments.last?.score.description == "0.400")
    }
}
