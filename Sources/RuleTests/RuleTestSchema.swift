import Engine
import RuleFiles
import RuleModel

/// The JSON Schema (draft 07) of test files, for editors.
///
/// It refuses nothing that the reader accepts. The keys of the rules are known to the reader alone.
package enum RuleTestSchema {
    /// The schema as indented JSON, with a newline at its end.
    package static var text: String { schema.indentedJSON() + "\n" }

    static var schema: Literal {
        let head: Literal = [
            "$schema": "http://json-schema.org/draft-07/schema#",
            "title": "Tests of Soteria's rules",
            "description": "Cases that `soteria rules test` runs (*.test.yaml).",
        ]
        return joined(
            head,
            object(
                [
                    .init("version", described(["enum": [1]], "The version of the file format.")),
                    .init(
                        "rules",
                        described(
                            oneOrMore("string"),
                            "The rule file under test, or a list of files or directories, relative "
                                + "to this file's directory. Default: all rule files there.")),
                    .init(
                        "with",
                        described(RuleSchema.rules, "More rules for these cases alone.")),
                    .init("time_zone", zone),
                    .init(
                        "cases",
                        described(
                            [
                                "type": "array", "items": testCase, "minItems": 1,
                                "maxItems": .count(TestReader.mostCases),
                            ], "The cases.")),
                ], required: ["cases"]))
    }

    private static let zone = described(
        ["type": "string"],
        "The machine's zone, in which all times are read. Default: the rules' own, else UTC.")

    private static var testCase: Literal {
        object(
            [
                .init("name", described(key, "What the case shows; unique in the file.")),
                .init(
                    "now",
                    described(
                        ["type": "string"],
                        "When Soteria begins to run: a date and a time, such as 2026-11-18 22:30.")),
                .init("time_zone", zone),
                .init(
                    "given",
                    described(
                        list(past), "What is on record at `now`; not checked against the rules.")),
                .init("expect", described(expectation, "What holds at `now`.")),
                .init("then", described(list(step), "What happens afterwards, in order.")),
            ], required: ["name", "now"])
    }

    // MARK: - What happens

    private static var past: Literal {
        object(
            actions.filter { TestReader.past.contains($0.key) } + details + [
                .init("regret", whole(LoggedOutcome.regrets, "The regret, from 0 to 4.")),
                .init("ago", span("How long before the case begins.")),
                .init("at", moment("The last such time before the case begins.")),
            ])
    }

    private static var step: Literal {
        object(
            actions + details + [
                .init("after", span("How long after the step before.")),
                .init("at", moment("The next such time.")),
                .init("expect", described(expectation, "What holds after the step.")),
            ])
    }

    /// Each action, the key of a step.
    private static let actions: [Literal.Member] = [
        .init("unblock", described(key, "Asks for a place, waits, and opens it.")),
        .init("request", described(key, "Asks for a place.")),
        .init("confirm", described(key, "Opens what was requested.")),
        .init("keep", described(key, "Keeps the block of a place.")),
        .init("attempt", described(key, "Opens a place that may be blocked.")),
        .init("use", described(key, "Uses a place; a step takes as long as `for` says.")),
        .init("check_in", described(key, "Answers a check-in.")),
        .init("protect", described(key, "Protects a target, or all.")),
        .init("switch_off", described(key, "Switches a rule or a target off.")),
        .init("switch_on", described(key, "Switches a rule or a target on.")),
        .init("session", described(words(SessionState.self), "The state of the session.")),
        .init("travel", described(["type": "string"], "The machine's zone from then on.")),
    ]

    /// The details of an action.
    private static let details: [Literal.Member] = [
        .init("purpose", described(words(Purpose.self), "The purpose. Default: impulse.")),
        .init("category", described(key, "The category of a planned purchase.")),
        .init("mood", described(key, "The mood.")),
        .init(
            "amount",
            described(["type": ["string", "number"]], "The amount: 49.90 or 49.90 EUR.")),
        .init("minutes", whole(Intent.minutesAllowed, "The number of minutes intended.")),
        .init(
            "emergency",
            described(["type": "boolean"], "True for an emergency, which opens strict blocks.")),
        .init("for", span("How long.")),
        .init("strict", described(["type": "boolean"], "True for a strict protection.")),
        .init("answer", described(["enum": ["yes", "no"]], "The answer to a check-in.")),
        .init("times", whole(1...TestReader.mostTimes, "How often; needs `every`.")),
        .init("every", span("The time between two repetitions.")),
    ]

    // MARK: - What is expected

    private static var expectation: Literal {
        object([
            .init("score", score("The score of all factors.")),
            .init("automatic", score("The score of the automatic factors.")),
            .init("level", described(words(RiskLevel.self), "The level of the score.")),
            .init("factors", conditions("factors")),
            .init("features", conditions("features")),
            .init("auto_protection", conditions("conditions of auto-protections")),
            .init(
                "holds",
                described(
                    ["anyOf": [condition, list(condition)]], "Conditions that are true now.")),
            .init(
                "blocked",
                described(
                    targets([
                        .init("until", moment("The known end, or `unknown`.")),
                        .init("by", described(list(key), "All rules that block the target.")),
                        .init("strict", ["type": "boolean"]),
                    ]), "Targets that are blocked.")),
            .init(
                "open",
                described(
                    targets([.init("until", moment("The end of the grant."))]),
                    "Targets that are open.")),
            .init(
                "decisions",
                described(
                    list(decision), "The decisions since they were last expected, in order.")),
            .init(
                "check_ins",
                described(
                    ["type": "object", "additionalProperties": words(CheckInRecord.Phase.self)],
                    "The states of check-ins.")),
            .init(
                "prompts", described(list(words(Prompt.Kind.self)), "Exactly the open prompts.")),
            .init("wait", span("How long the request of this step has to wait.")),
            .init(
                "refused", described(words(RefusalWord.self), "Why the step is refused.")),
            .init("refused_until", moment("The end of the refusal, or `unknown`.")),
        ])
    }

    private static var decision: Literal {
        object(
            [.init("at", moment("When it was made."))]
                + Decision.Verdict.allCases.map { .init($0.rawValue, key) } + [
                    .init("until", moment("The known end, or `unknown`.")),
                    .init("by", list(key)),
                ])
    }

    private static func conditions(_ what: String) -> Literal {
        described(
            [
                "anyOf": [
                    list(key), ["type": "object", "additionalProperties": ["type": "boolean"]],
                ]
            ], "A list: exactly these \(what) are true. A map: these have these values.")
    }

    private static func targets(_ details: [Literal.Member]) -> Literal {
        [
            "anyOf": [
                list(key), ["type": "object", "additionalProperties": object(details)],
            ]
        ]
    }

    // MARK: - Kinds of values

    /// A key of the rules, which may be a number.
    private static let key: Literal = ["type": ["string", "integer"]]
    private static let condition: Literal = ["type": ["string", "boolean"]]

    private static func moment(_ summary: String) -> Literal {
        described(["type": "string"], summary + " Such as 22:30, thu 06:30 or 2026-11-18 22:30.")
    }

    private static func span(_ summary: String) -> Literal {
        described(
            ["type": "string", "pattern": .text(TimeSpanText.short.pattern)],
            summary + " Such as \(TimeSpanText.short.examples).")
    }

    private static func score(_ summary: String) -> Literal {
        described(["type": "number", "minimum": 0, "maximum": 1], summary)
    }

    private static func whole(_ limits: ClosedRange<Int>, _ summary: String) -> Literal {
        described(
            [
                "type": "integer", "minimum": .count(limits.lowerBound),
                "maximum": .count(limits.upperBound),
            ], summary)
    }

    private static func words<Word: RawRepresentable<String> & CaseIterable>(
        _: Word.Type
    ) -> Literal {
        ["enum": .list(Word.allCases.map { .text($0.rawValue) })]
    }

    private static func list(_ item: Literal) -> Literal { ["type": "array", "items": item] }

    private static func oneOrMore(_ type: Literal) -> Literal {
        ["anyOf": [["type": type], list(["type": type])]]
    }

    private static func object(
        _ properties: [Literal.Member], required: [Literal] = []
    ) -> Literal {
        let object: Literal = [
            "type": "object", "properties": .map(properties), "additionalProperties": false,
        ]
        return required.isEmpty ? object : joined(object, ["required": .list(required)])
    }

    private static func described(_ value: Literal, _ summary: String) -> Literal {
        joined(["description": .text(summary)], value)
    }

    private static func joined(_ first: Literal, _ second: Literal) -> Literal {
        guard case .map(let before) = first, case .map(let after) = second else { return second }
        return .map(before + after)
    }
}
