import API
import Varlink

extension Example {
    /// A reply with all that the first and the last have, and one on the way.
    static func simulation(_ name: String) throws -> Example {
        let restriction = RulesAPI.SimulatedRestriction(
            kind: .quietHours, rule: "nights", name: "Nights", until: Sample.later, strict: true)
        return try Example(
            RulesAPI.Simulate.self, interface: name,
            parameters: [
                .init(
                    from: Sample.now, to: Sample.later, history: .real,
                    files: [.init(name: "a.yaml", text: "version: 1")], target: "shopping"),
                .init(from: Sample.now, to: Sample.later, history: .none),
            ],
            replies: [
                .init(
                    at: Sample.later,
                    decisions: [
                        // With every member, as no simulation says it.
                        .init(
                            at: Sample.now, target: "shopping", name: "Shopping", verdict: .block,
                            restrictions: [restriction], until: Sample.later, cause: "schedule",
                            grantedUntil: Sample.later),
                        .init(
                            at: Sample.later, target: "shopping", name: "Shopping",
                            verdict: .unblock, restrictions: [], cause: "grant"),
                    ],
                    timeZone: "Europe/Berlin",
                    targets: [.init(target: "shopping", name: "Shopping", blocked: true)],
                    summary: .init(
                        targets: [
                            .init(target: "shopping", name: "Shopping", seconds: 60, times: 1)
                        ], requests: 3, kept: 2, unblocked: 1, attempts: 5, autoProtections: 0,
                        highestRisk: FixedPoint(thousandths: 400))),
                .init(at: Sample.later, decisions: []),
            ])
    }
}
