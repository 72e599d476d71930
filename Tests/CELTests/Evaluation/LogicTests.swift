import CEL
import Testing

/// Logic of three values: an operand that decides wins over one that fails.
struct LogicTests {
    /// How an operand can turn out, and ways to write it so.
    enum Operand: CaseIterable {
        case yes, no, failing

        var source: String {
            switch self {
            case .yes: "t"
            case .no: "f"
            case .failing: "1 / zero > 0"
            }
        }

        var constant: String {
            switch self {
            case .yes: "true"
            case .no: "false"
            case .failing: "1 / 0 > 0"
            }
        }
    }

    static let env = Env(variables: [
        Variable(name: "t", type: .bool), Variable(name: "f", type: .bool),
        Variable(name: "zero", type: .int), Variable(name: "x", type: .dyn),
    ])
    static let values: [String: Value] = [
        "t": .bool(true), "f": .bool(false), "zero": .int(0), "x": .string("x"),
    ]

    static func and(_ operands: [Operand]) -> Outcome {
        if operands.contains(.no) { return .no }
        return operands.contains(.failing) ? .error(.divisionByZero) : .yes
    }

    static func or(_ operands: [Operand]) -> Outcome {
        if operands.contains(.yes) { return .yes }
        return operands.contains(.failing) ? .error(.divisionByZero) : .no
    }

    static func pairs<T>(_ operands: [T]) -> [(T, T)] {
        operands.flatMap { a in operands.map { (a, $0) } }
    }

    @Test func twoOperands() {
        for (a, b) in Self.pairs(Operand.allCases) {
            for (left, right) in Self.pairs([true, false]) {
                let texts = (left ? a.source : a.constant, right ? b.source : b.constant)
                for check in [true, false] {
                    let and = "\(texts.0) && \(texts.1)"
                    let or = "\(texts.0) || \(texts.1)"
                    #expect(
                        evaluate(and, in: Self.env, Self.values, check: check) == Self.and([a, b]))
                    #expect(
                        evaluate(or, in: Self.env, Self.values, check: check) == Self.or([a, b]))
                }
            }
        }
    }

    /// Chains are joined by halves; the place of an operand must not matter.
    @Test func longerChains() {
        for length in 3...5 {
            var chains: [[Operand]] = [[]]
            for _ in 0..<length {
                chains = chains.flatMap { chain in Operand.allCases.map { chain + [$0] } }
            }
            for chain in chains {
                let and = chain.map(\.source).joined(separator: " && ")
                let or = chain.map(\.source).joined(separator: " || ")
                #expect(evaluate(and, in: Self.env, Self.values) == Self.and(chain), "\(and)")
                #expect(evaluate(or, in: Self.env, Self.values) == Self.or(chain), "\(or)")
            }
        }
    }

    @Test func negation() {
        for check in [true, false] {
            #expect(evaluate("!t", in: Self.env, Self.values, check: check) == .no)
            #expect(evaluate("!f", in: Self.env, Self.values, check: check) == .yes)
            #expect(
                evaluate("!(1 / zero > 0)", in: Self.env, Self.values, check: check)
                    == .error(.divisionByZero))
        }
    }

    /// The condition's failure is the whole's; a branch not taken cannot fail.
    @Test func conditionals() {
        for (yes, no) in Self.pairs(Operand.allCases) {
            for condition in Operand.allCases {
                let outcome: Outcome =
                    switch (condition, yes, no) {
                    case (.failing, _, _), (.yes, .failing, _), (.no, _, .failing):
                        .error(.divisionByZero)
                    case (.yes, let chosen, _), (.no, _, let chosen):
                        .value(.bool(chosen == .yes))
                    }
                let source = "(\(condition.source)) ? (\(yes.source)) : (\(no.source))"
                let constant = "(\(condition.constant)) ? (\(yes.constant)) : (\(no.constant))"
                for check in [true, false] {
                    #expect(
                        evaluate(source, in: Self.env, Self.values, check: check) == outcome)
                    #expect(evaluate(constant, check: check) == outcome)
                }
            }
        }
    }

    @Test func conditionalsOfEveryType() {
        for (yes, no) in [
            ("1", "2"),
            ("1u", "2u"),
            ("1.5", "2.5"),
            ("'a'", "'b'"),
            ("b'a'", "b'b'"),
            ("[1]", "[2]"),
            ("duration('1s')", "duration('2s')"),
            ("timestamp(1)", "timestamp(2)"),
            ("null", "null"),
            ("{1: 2}", "{3: 4}"),
            ("int", "uint"),
        ] {
            #expect(
                evaluate("t ? \(yes) : \(no)", in: Self.env, Self.values) == evaluate(yes), "\(yes)"
            )
            #expect(
                evaluate("f ? \(yes) : \(no)", in: Self.env, Self.values) == evaluate(no), "\(no)")
        }
        #expect(evaluate("(t ? 1 : 2) + 1 == 2", in: Self.env, Self.values) == .yes)
        #expect(evaluate("(t ? 1.5 : 2.5) < 2.0", in: Self.env, Self.values) == .yes)
    }

    @Test(
        arguments: [
            ("x && t", .error(.noSuchOverload)),
            ("t && x", .error(.noSuchOverload)),
            ("x && f", .no),
            ("f && x", .no),
            ("x || t", .yes),
            ("t || x", .yes),
            ("x || f", .error(.noSuchOverload)),
            ("f || x", .error(.noSuchOverload)),
            ("!x", .error(.noSuchOverload)),
            ("x ? 1 : 2", .error(.noSuchOverload)),
            ("dyn(1) && t", .error(.noSuchOverload)),
            ("dyn(null) || t", .yes),
        ] as [(String, Outcome)])
    func otherTypesAtEvaluation(source: String, outcome: Outcome) {
        #expect(evaluate(source, in: Self.env, Self.values) == outcome)
        #expect(evaluate(source, in: Self.env, Self.values, check: false) == outcome)
    }

    @Test(arguments: [
        ("1 && true", "an operand of '&&' must be bool, found int"),
        ("true || 'a'", "an operand of '||' must be bool, found string"),
        ("true && true && []", "an operand of '&&' must be bool, found list(dyn)"),
        ("1 ? 2 : 3", "the condition of '?:' must be bool, found int"),
        ("true ? 1 : 'a'", "both results of '?:' must have the same type, found int and string"),
        ("true ? 1 : 1u", "both results of '?:' must have the same type, found int and uint"),
        (
            "true ? [1] : ['a']",
            "both results of '?:' must have the same type, found list(int) and list(string)"
        ),
    ])
    func mismatches(source: String, message: String) {
        #expect(evaluate(source) == .issues([message]))
    }
}
