import RuleModel

@testable import Engine

/// The rows of what restricts targets, and of the risk.
extension FactNames {
    static let restrictionRows: [(fact: Fact, json: String)] = [
        (
            .quietHoursBegan(run),
            #"{"quietHoursBegan":{"fingerprint":"f","schedule":"nights","start":1795210200000}}"#
        ),
        (
            .quietHoursMoved(
                QuietRun(
                    schedule: "n", start: Instant(milliseconds: 1), end: Instant(milliseconds: 2),
                    fingerprint: "f")),
            #"{"quietHoursMoved":{"end":2,"fingerprint":"f","schedule":"n","start":1}}"#
        ),
        (
            .quietHoursEnded(schedule: "nights"),
            #"{"quietHoursEnded":{"schedule":"nights"}}"#
        ),
        (
            .protectionStarted(
                Protection(
                    id: 7, kind: .manualProtection, name: "Focus", targets: ["a", "b"],
                    isStrict: false, length: .hours(1),
                    deadline: Deadline(boot: boot, elapsed: .hours(2)))),
            #"{"protectionStarted":{"deadline":{"boot":"b","elapsed":7200000},"id":7,"#
                + #""isStrict":false,"kind":"manual_protection","length":3600000,"#
                + #""name":"Focus","targets":["a","b"]}}"#
        ),
        (
            .protectionStarted(
                Protection(
                    id: 7, kind: .autoProtection, name: "Auto", targets: ["a"], isStrict: false,
                    length: .hours(1), deadline: soon, elsewhere: SharedFactID(bits: 10))),
            #"{"protectionStarted":{"deadline":{"boot":"b","elapsed":7200000},"#
                + #""elsewhere":"000000000000000a","id":7,"isStrict":false,"#
                + #""kind":"auto_protection","length":3600000,"name":"Auto","targets":["a"]}}"#
        ),
        (.protectionEnded(id: 7), #"{"protectionEnded":{"id":7}}"#),
        (
            .protectionEnded(id: 7, isTakenBack: true),
            #"{"protectionEnded":{"id":7,"isTakenBack":true}}"#
        ),
        (
            .decided(
                Decision(
                    target: "shopping", verdict: .block,
                    restrictions: [
                        Restriction(
                            kind: .quietHours, rule: "nights", name: "Nights",
                            until: Instant(milliseconds: 5), isStrict: true)
                    ], until: Instant(milliseconds: 5), cause: .schedule)),
            #"{"decided":{"cause":"schedule","restrictions":[{"isStrict":true,"#
                + #""kind":"quiet_hours","name":"Nights","rule":"nights","until":5}],"#
                + #""target":"shopping","until":5,"verdict":"block"}}"#
        ),
        (
            .riskAssessed(
                RiskRecord(
                    score: Score(thousandths: 500), automatic: Score(thousandths: 400),
                    level: .moderate, factors: ["late_night", "weekend"])),
            #"{"riskAssessed":{"automatic":400,"factors":["late_night","weekend"],"#
                + #""level":"moderate","score":500}}"#
        ),
        (
            .protectionStarted(
                Protection(
                    id: 7, kind: .autoProtection, name: "Auto", targets: ["a"], isStrict: true,
                    length: .hours(2), deadline: soon, rule: "high_risk",
                    risk: RiskRecord(
                        score: .one, automatic: Score(thousandths: 800), level: .critical,
                        factors: ["late_night"], isElevated: true))),
            #"{"protectionStarted":{"deadline":{"boot":"b","elapsed":7200000},"id":7,"#
                + #""isStrict":true,"kind":"auto_protection","length":7200000,"name":"Auto","#
                + #""risk":{"automatic":800,"factors":["late_night"],"isElevated":true,"#
                + #""level":"critical","score":1000},"rule":"high_risk","targets":["a"]}}"#
        ),
        (
            .decided(
                Decision(
                    target: "a", verdict: .unblock, restrictions: [], until: nil, cause: .grant,
                    grantedUntil: Instant(milliseconds: 9))),
            #"{"decided":{"cause":"grant","grantedUntil":9,"restrictions":[],"target":"a","#
                + #""verdict":"unblock"}}"#
        ),
    ]
}
