import Foundation
import RuleModel
import Testing

@testable import Engine

/// The names under which facts are written. They never change once released: a store of years ago
/// must be read, so a row here may be added but not edited.
struct FactNames {
    static let run = QuietRun(
        schedule: "nights", start: Instant(seconds: 1_795_210_200), end: nil, fingerprint: "f")
    static let boot = BootID("b")
    static let soon = Deadline(boot: boot, elapsed: .hours(2))

    static let rows =
        recordRows + clockRows + ruleRows + restrictionRows + unblockRows + promptRows
        + trackingRows

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func everyKindIsWrittenAndRead() throws {
        #expect(Set(Self.rows.map(\.fact.kind)) == Set(Fact.Kind.allCases))
        for (fact, text) in Self.rows {
            #expect(try json(fact) == text)
            let read = try JSONDecoder().decode(Fact.self, from: Data(text.utf8))
            #expect(read == fact)
        }
    }

    @Test func kindsAreTheNamesWritten() throws {
        for (fact, text) in Self.rows {
            #expect(text.hasPrefix(#"{"\#(fact.kind.rawValue)":"#))
        }
    }

    /// Words within facts.
    @Test func wordsAreStable() throws {
        #expect(Decision.Verdict.allCases.map(\.rawValue) == ["block", "unblock", "update"])
        #expect(
            Decision.Cause.allCases.map(\.rawValue) == [
                "schedule", "protection", "grant", "check_in", "budget", "rules", "switch",
                "clock", "start",
            ])
        #expect(
            Restriction.Kind.allCases.map(\.rawValue) == [
                "quiet_hours", "auto_protection", "manual_protection", "check_in", "budget",
            ])
        #expect(
            RiskLevel.allCases.map(\.rawValue) == ["low", "moderate", "high", "critical"])
        #expect(Purpose.allCases.map(\.rawValue) == ["planned", "impulse"])
        #expect(
            UnblockRequest.Ending.allCases.map(\.rawValue) == [
                "kept", "unblocked", "expired", "lapsed", "protected",
            ])
        #expect(
            Grant.Ending.allCases.map(\.rawValue) == [
                "time", "strict", "auto_protection", "manual_protection", "person",
            ])
        #expect(
            Prompt.Kind.allCases.map(\.rawValue) == [
                "blocked_opened", "risk_high", "auto_protection", "log_outcome", "check_in",
                "risky_hour", "closing", "check_in_text",
            ])
        #expect(
            Prompt.Choice.allCases.map(\.rawValue) == [
                "keep", "planned", "impulse", "protect", "dismiss", "why", "bought",
                "nothing_bought", "worth_it", "not_worth_it", "later", "yes", "no", "end",
                "switch_on",
            ])
        #expect(
            OpenTimeEnd.Cause.allCases.map(\.rawValue) == [
                "grant", "quiet_hours", "check_in", "budget",
            ])
        #expect(Prompt.Closing.allCases.map(\.rawValue) == ["answered", "expired"])
        let continuities: [DaemonStart.Continuity] = [
            .first, .sameBoot, .synchronised, .unproven, .behind,
        ]
        #expect(
            continuities.map(\.rawValue) == [
                "first", "sameBoot", "synchronised", "unproven", "behind",
            ])
        #expect(
            [AdoptionReason.synchronised, .waited].map(\.rawValue) == ["synchronised", "waited"])
        #expect(
            CheckInRepetition.Reason.allCases.map(\.rawValue) == [
                "start", "resume", "unlock", "reminder", "rules", "store", "forced",
            ])
        #expect(CheckInRecord.Phase.allCases.map(\.rawValue) == ["asking", "yes", "no", "lapsed"])
        #expect(
            Incident.Kind.allCases.map(\.rawValue) == [
                "gap", "crash", "stop", "clock_jump", "rules_weakened", "switched_off",
                "store_replaced", "restored", "reporter_lost", "zone_changed",
            ])
    }

    /// A fact that no version ever wrote is an error, neither a trap nor another fact.
    @Test(arguments: [
        "", "{}", "[]", "null", "1", #""daemonStopped""#, #"{"unknownFact":{}}"#,
        #"{"daemonStopped":{},"clockReturned":{}}"#, #"{"clockJumped":{}}"#,
        #"{"clockJumped":{"size":"1h"}}"#, #"{"clockJumped":{"size":1e40}}"#,
        #"{"clockAdopted":{"size":1,"reason":"because"}}"#, #"{"protectionEnded":{"id":1.5}}"#,
        #"{"riskAssessed":{"automatic":0,"factors":[],"level":"extreme","score":0}}"#,
        #"{"switched":{"fingerprint":"f","isOn":false,"subject":{}}}"#,
        #"{"clockJumped":{"size":9223372036854775807}}"#,
        #"{"clockJumped":{"size":-9223372036854775808}}"#,
        #"{"quietHoursBegan":{"fingerprint":"f","schedule":"n","start":-9223372036854775808}}"#,
        #"{"quietHoursBegan":{"fingerprint":"f","schedule":"n","start":253402300800000}}"#,
        #"{"decided":{"cause":"schedule","restrictions":[],"target":"a","verdict":"maybe"}}"#,
        #"{"attempted":{"place":{},"targets":[]}}"#, #"{"blockKept":{}}"#,
        #"{"attempted":{"place":{"site":"a","target":"b"},"targets":[]}}"#,
        #"{"attempted":{"place":{"planet":"a"},"targets":[]}}"#,
        #"{"requestClosed":{"outcome":"forgotten","request":9}}"#,
        #"{"grantEnded":{"grant":10,"reason":"whim"}}"#,
        #"{"promptClosed":{"choice":"perhaps","closing":"answered","prompt":3}}"#,
        #"{"protectionReleased":{"id":7,"purpose":"boredom","request":9}}"#,
        #"{"checkInAsked":{"checkIn":"m","reason":"whim"}}"#, #"{"checkInLapsed":{}}"#,
        #"{"checkInAnswered":{"at":5,"checkIn":"m","day":1,"isYes":"yes"}}"#,
        #"{"goalContributed":{"amount":{"thousandths":-1},"goal":30}}"#,
        #"{"goalContributed":{"amount":{"thousandths":1000000000001},"goal":30}}"#,
        #"{"riskyHourTold":{"count":14,"hour":24,"total":40,"weekday":5}}"#,
        #"{"riskyHourTold":{"count":41,"hour":22,"total":40,"weekday":5}}"#,
        #"{"usageNoted":{"requests":[],"since":253402300800000,"targets":[]}}"#,
        #"{"checkInAnswered":{"at":5,"checkIn":"m","day":9223372036854775807,"isYes":true}}"#,
        #"{"checkInAnswered":{"at":5,"checkIn":"m","day":-9223372036854775808,"isYes":true}}"#,
        #"{"outcomeLogged":{"at":5,"isBought":false,"regret":5,"request":9}}"#,
        #"{"outcomeLogged":{"at":5,"isBought":false,"regret":-1,"request":9}}"#,
        #"{"placeNamed":{"name":"A"}}"#, #"{"budgetReset":{"budget":1}}"#,
    ])
    func damagedFactsAreRefused(text: String) {
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(Fact.self, from: Data(text.utf8))
        }
    }

    /// A score out of range in a damaged store stays within its range.
    @Test func damagedScoreIsHeld() throws {
        let text = #"{"riskAssessed":{"automatic":-5,"factors":[],"level":"low","score":99999}}"#
        let fact = try JSONDecoder().decode(Fact.self, from: Data(text.utf8))
        #expect(
            fact
                == .riskAssessed(
                    RiskRecord(score: .one, automatic: .zero, level: .low, factors: [])))
    }

    /// Times at the ends of the years 1 to 9999, in any order.
    @Test func extremeTimesAreFoldedWithoutATrap() throws {
        let extremes: [Int64] = [
            -62_135_596_800_000, 253_402_300_799_999, -1, 253_402_300_799_999, 0,
            -62_135_596_800_000,
        ]
        var state = State()
        var sequence: Int64 = 0
        for number in extremes {
            for boot in ["a", "b"] {
                for fact in Self.rows.map(\.fact) where fact.kind != .protectionEnded {
                    sequence += 1
                    state.evolve(
                        Event(
                            sequence: sequence, at: Instant(milliseconds: number), offset: 0,
                            elapsed: TimeSpan(milliseconds: number), boot: BootID(boot),
                            fact: fact))
                }
            }
        }
        #expect(state.lastSequence == sequence)
        #expect(state.switches.count == 1)
    }

    @Test func stateIsWrittenAndRead() throws {
        var state = State()
        for (index, row) in Self.rows.enumerated() {
            state.evolve(
                Event(
                    sequence: Int64(index + 1), at: Instant(milliseconds: Int64(index)),
                    offset: 3600, elapsed: .seconds(Int64(index)), boot: Self.boot,
                    fact: row.fact))
        }
        let data = try JSONEncoder().encode(state)
        #expect(try JSONDecoder().decode(State.self, from: data) == state)
        #expect(state.quietHours.keys.sorted() == ["n"])
        #expect(state.switches.keys.map(\.self) == [.schedule("nights")])
        #expect(state.risk?.score == Score(thousandths: 500))
        #expect(state.zone == "Asia/Tokyo")
        #expect(state.rules == "f")
        #expect(state.jump == nil)
        #expect(state.protections.isEmpty)
        #expect(state.last?.at == Instant(milliseconds: Int64(Self.rows.count - 1)))
    }
}
