import API
import Varlink

extension Example {
    static func protection() throws -> [Example] {
        let name = ProtectionAPI.interface
        return try [
            Example(
                ProtectionAPI.List.self, interface: name, parameters: [.init()],
                replies: [
                    .init(
                        now: Sample.now, sequence: 17, nextChange: Sample.later,
                        targets: [Sample.everyState, Sample.granted, Sample.open]),
                    .init(now: Sample.now, sequence: 0, targets: []),
                ]),
            Example(
                ProtectionAPI.Check.self, interface: name,
                parameters: [
                    .init(
                        site: "www.amazon.com", app: "steam", target: "shopping", path: "/gp"),
                    .init(),
                ],
                replies: [
                    .init(
                        blocked: true, targets: ["shopping"], until: Sample.later,
                        restrictions: [Sample.restriction], spending: false),
                    .init(blocked: false, targets: [], restrictions: []),
                ]),
            Example(
                ProtectionAPI.Monitor.self, interface: name, parameters: [.init()],
                replies: [
                    .init(
                        targets: [Sample.everyState], sequence: 17,
                        decision: Sample.everyDecision),
                    .init(),
                ]),
            Example(
                ProtectionAPI.Start.self, interface: name,
                parameters: [
                    .init(target: "shopping", seconds: 3600, name: "An hour", strict: true),
                    .init(seconds: 60),
                ],
                replies: [
                    .init(
                        id: 18, targets: ["shopping"], until: Sample.later, recorded: false,
                        takeBackUntil: "2026-11-21T22:31:00+01:00"),
                    .init(id: 18, targets: ["shopping"], until: Sample.later),
                ]),
            Example(
                ProtectionAPI.TakeBack.self, interface: name, parameters: [.init(id: 18), .init()],
                replies: [.init(id: 18, blocked: ["shopping"]), .init(id: 18, blocked: [])]),
        ] + protectionRules()
    }

    private static func protectionRules() throws -> [Example] {
        let name = ProtectionAPI.interface
        return try [
            Example(
                ProtectionAPI.Explain.self, interface: name,
                parameters: [
                    .init(target: "shopping", at: Sample.later), .init(target: "shopping"),
                ],
                replies: [
                    .init(
                        target: "shopping", name: "Shopping", at: Sample.now, blocked: true,
                        until: Sample.later, monitored: true, rules: [Sample.explanation],
                        grantedUntil: Sample.later, prospects: [Sample.prospect]),
                    .init(
                        target: "social", name: "Social", at: Sample.now, blocked: false,
                        monitored: true, rules: []),
                ]),
            Example(
                ProtectionAPI.ListAutoProtections.self, interface: name, parameters: [.init()],
                replies: [
                    .init(rules: [Sample.autoProtection, Sample.idleAutoProtection]),
                    .init(rules: []),
                ]),
            Example(
                ProtectionAPI.SetAutoProtection.self, interface: name,
                parameters: [.init(rule: "high_risk", enabled: false)],
                replies: [
                    .init(
                        rule: Sample.autoProtection, pendingUntil: Sample.later, recorded: false),
                    .init(rule: Sample.idleAutoProtection),
                ]),
        ]
    }
}
