import API
import Varlink

extension Example {
    static func rules() throws -> [Example] {
        let name = RulesAPI.interface
        return try [
            Example(
                RulesAPI.List.self, interface: name, parameters: [.init()],
                replies: [
                    .init(
                        fingerprint: "0123", loadedAt: Sample.now, plan: "premium",
                        files: [.init(path: "a.yaml", layer: .person)],
                        rules: [
                            .init(
                                kind: .quietHours, rule: "nights", name: "Nights", file: "a.yaml",
                                until: Sample.later)
                        ], pendingEdits: [Sample.pendingRules]),
                    .init(fingerprint: "", plan: "premium", files: [], rules: []),
                ]),
            Example(
                RulesAPI.Sources.self, interface: name, parameters: [.init()],
                replies: [
                    .init(
                        fingerprint: "0123",
                        sources: [
                            .init(path: "/a.txt", layer: 2, text: "", digest: "4567"),
                            .init(path: "a.yaml", layer: 2, text: "version: 1"),
                        ])
                ]),
            Example(
                RulesAPI.Check.self, interface: name,
                parameters: [.init(text: "version: 1", name: "a.yaml"), .init()],
                replies: [
                    .init(
                        valid: false, errors: 1, warnings: 1,
                        diagnostics: [Sample.diagnostic, Sample.wholeFile])
                ]),
            Example(
                RulesAPI.Reload.self, interface: name, parameters: [.init()],
                replies: [
                    .init(
                        fingerprint: "0123", changed: true, diagnostics: [Sample.diagnostic],
                        pendingEdits: [Sample.pendingRules], recorded: false)
                ]),
            Example(
                RulesAPI.Diagnostics.self, interface: name, parameters: [.init()],
                replies: [
                    .init(
                        refused: true, readAt: Sample.now, errors: 1, warnings: 0,
                        diagnostics: [Sample.diagnostic]),
                    .init(refused: false, errors: 0, warnings: 0, diagnostics: []),
                ]),
            Example(
                RulesAPI.Variables.self, interface: name, parameters: [.init()],
                replies: [
                    .init(variables: [
                        .init(
                            name: "local.hour", type: "int", kind: .automatic, summary: "The hour.",
                            value: "22")
                    ])
                ]),
            simulation(name),
        ]
    }
}

extension Sample {
    static let pendingRules = RulesAPI.PendingEdit(
        edit: 7, kind: .files, weakens: ["quiet_hours.nights"], since: now, until: later,
        timeZone: "Europe/Berlin")
}
