import CEL
import SeededRandom
import Testing

/// Comparisons of variables with constants, alone and joined, at the ends of the range and with
/// variables that have no value: these are compiled in a form of their own.
struct RangeConditionTests {
    static let env = Env(variables: [
        Variable(name: "i", type: .int), Variable(name: "j", type: .int),
        Variable(name: "w", type: .duration), Variable(name: "b", type: .bool),
        Variable(name: "d", type: .double), Variable(name: "other", type: .int),
    ])
    static let edges: [Int64] = [.min, .min + 1, -1, 0, 1, 21, 22, .max - 1, .max]

    /// An outcome with three cases, as the language's logic has.
    enum Truth: Equatable {
        case yes, no, failed

        init(_ value: Bool) { self = value ? .yes : .no }

        init(_ result: Result<Bool, EvaluationError>) {
            switch result {
            case .success(let value): self.init(value)
            case .failure: self = .failed
            }
        }

        static func and(_ a: Truth, _ b: Truth) -> Truth {
            if a == .no || b == .no { return .no }
            return a == .failed || b == .failed ? .failed : .yes
        }

        static func or(_ a: Truth, _ b: Truth) -> Truth {
            if a == .yes || b == .yes { return .yes }
            return a == .failed || b == .failed ? .failed : .no
        }

        var negated: Truth {
            switch self {
            case .yes: .no
            case .no: .yes
            case .failed: .failed
            }
        }
    }

    @Test(arguments: ComparisonTests.relations)
    func everyRelationAtTheEnds(relation: String) throws {
        for constant in Self.edges {
            let ints = try Self.env.compile("i \(relation) \(constant)").get()
            let reversed = try Self.env.compile("\(constant) \(relation) i").get()
            let negated = try Self.env.compile("!(i \(relation) \(constant))").get()
            let span = CELDuration(nanoseconds: constant)
            let spans = try Self.env.compile("w \(relation) duration('\(span)')").get()
            var activation = Activation(Self.env)
            for value in Self.edges {
                activation.setInt(0, value)
                activation.setDuration(2, CELDuration(nanoseconds: value))
                let holds = ComparisonTests.holds(relation, value, constant)
                #expect(ints.evaluateBool(activation) == .success(holds))
                #expect(ints.evaluate(activation) == .success(.bool(holds)))
                #expect(negated.evaluateBool(activation) == .success(!holds))
                #expect(spans.evaluateBool(activation) == .success(holds))
                #expect(
                    reversed.evaluateBool(activation)
                        == .success(ComparisonTests.holds(relation, constant, value)))
            }
        }
    }

    /// Conditions with what they need and what they come to for given values.
    static let parts: [(source: String, slot: Int, holds: @Sendable (Int64) -> Bool)] = [
        ("i >= 22", 0, { $0 >= 22 }),
        ("i < 2", 0, { $0 < 2 }),
        ("j == 1", 1, { $0 == 1 }),
        ("j != 1", 1, { $0 != 1 }),
        ("w <= duration('1ns')", 2, { $0 <= 1 }),
        ("b", 3, { $0 != 0 }),
        ("!b", 3, { $0 == 0 }),
        ("d > 0.5", 4, { $0 > 0 }),
        ("1 / i >= 0", 0, { $0 > 0 || $0 < -1 }),
        ("i > j - j", 0, { $0 > 0 }),
    ]

    static func activation(_ value: Int64, without unset: Set<Int>) -> Activation {
        var activation = Activation(env)
        activation.setInt(0, value)
        activation.setInt(1, value)
        activation.setDuration(2, CELDuration(nanoseconds: value))
        activation.setBool(3, value != 0)
        activation.setDouble(4, Double(value))
        activation.setInt(5, 0)
        for slot in unset { activation.unset(slot) }
        return activation
    }

    static func truth(_ part: Int, _ value: Int64, without unset: Set<Int>) -> Truth {
        let (source, slot, holds) = parts[part]
        if unset.contains(slot) || (source.contains("j - j") && unset.contains(1)) {
            return .failed
        }
        if source.hasPrefix("1 /"), value == 0 { return .failed }
        return Truth(holds(value))
    }

    static let unsets: [Set<Int>] = [
        [], [0], [1], [2], [3], [4], [5], [0, 1], [1, 3], [0, 1, 2, 3, 4],
    ]

    @Test func everyPairJoined() throws {
        for a in Self.parts.indices {
            for b in Self.parts.indices {
                let and = try Self.env.compile(
                    "\(Self.parts[a].source) && \(Self.parts[b].source)"
                ).get()
                let or = try Self.env.compile(
                    "\(Self.parts[a].source) || \(Self.parts[b].source)"
                ).get()
                let neither = try Self.env.compile(
                    "!(\(Self.parts[a].source) || \(Self.parts[b].source))"
                ).get()
                for value: Int64 in [0, 1, 22] {
                    for unset in Self.unsets {
                        let activation = Self.activation(value, without: unset)
                        let left = Self.truth(a, value, without: unset)
                        let right = Self.truth(b, value, without: unset)
                        #expect(
                            Truth(and.evaluateBool(activation)) == .and(left, right),
                            "\(and.source) at \(value) without \(unset)")
                        #expect(
                            Truth(or.evaluateBool(activation)) == .or(left, right),
                            "\(or.source) at \(value) without \(unset)")
                        #expect(
                            Truth(neither.evaluateBool(activation)) == Truth.or(left, right).negated
                        )
                    }
                }
            }
        }
    }

    @Test func longerChainsJoined() throws {
        var generator = SeededGenerator()
        for _ in 0..<400 {
            let count = Int.random(in: 3...7, using: &generator)
            let chosen = (0..<count).map { _ in
                Int.random(in: Self.parts.indices, using: &generator)
            }
            let texts = chosen.map { Self.parts[$0].source }
            let and = try Self.env.compile(texts.joined(separator: " && ")).get()
            let or = try Self.env.compile(texts.joined(separator: " || ")).get()
            let value = Self.edges.randomElement(using: &generator) ?? 0
            let unset = Self.unsets.randomElement(using: &generator) ?? []
            let truths = chosen.map { Self.truth($0, value, without: unset) }
            let activation = Self.activation(value, without: unset)
            #expect(
                Truth(and.evaluateBool(activation))
                    == truths.dropFirst().reduce(truths[0], Truth.and),
                "\(and.source) at \(value) without \(unset)")
            #expect(
                Truth(or.evaluateBool(activation))
                    == truths.dropFirst().reduce(truths[0], Truth.or),
                "\(or.source) at \(value) without \(unset)")
        }
    }

    /// A variable that a condition does not read may stay unset.
    @Test func unsetVariablesThatAreNotRead() throws {
        let program = try Self.env.compile("i >= 22 || i < 2").get()
        var activation = Activation(Self.env)
        #expect(program.evaluateBool(activation) == .failure(EvaluationError(.unsetVariable)))
        activation.setInt(0, 23)
        #expect(program.evaluateBool(activation) == .success(true))
        activation.setInt(0, 12)
        #expect(program.evaluateBool(activation) == .success(false))
        activation.unset(0)
        #expect(program.evaluateBool(activation) == .failure(EvaluationError(.unsetVariable)))
        activation.unset(0)
        activation.setInt(0, 1)
        #expect(program.evaluateBool(activation) == .success(true))
    }

    @Test func embeddedInOtherExpressions() throws {
        let sources: [(String, (Int64) -> Value)] = [
            ("[i >= 22, b]", { .list([.bool($0 >= 22), .bool($0 != 0)]) }),
            ("i >= 22 ? 'late' : 'early'", { .string($0 >= 22 ? "late" : "early") }),
            ("(i >= 22) == b", { .bool(($0 >= 22) == ($0 != 0)) }),
            ("(i >= 22) != (j < 2)", { .bool(($0 >= 22) != ($0 < 2)) }),
            ("{'k': i < 2}.k", { .bool($0 < 2) }),
            ("dyn(i < 2)", { .bool($0 < 2) }),
            ("string(i < 2)", { .string($0 < 2 ? "true" : "false") }),
            ("[1, 2].exists(x, i >= 22 && x == 2)", { .bool($0 >= 22) }),
            ("i >= 22 ? i > 22 : i < 2", { .bool($0 >= 22 ? $0 > 22 : $0 < 2) }),
            ("type(i < 2) == bool", { _ in .bool(true) }),
            ("(i < 2) > b", { .bool($0 < 2 && $0 == 0) }),
        ]
        for (source, expected) in sources {
            let program = try Self.env.compile(source).get()
            for value in Self.edges {
                let activation = Self.activation(value, without: [])
                #expect(
                    program.evaluate(activation) == .success(expected(value)), "\(source) \(value)")
            }
        }
    }

    @Test func namedConditionsJoined() throws {
        var env = Self.env
        env.define("late", as: try env.compile("i >= 22").get())
        env.define("calm", as: try env.compile("!b").get())
        let program = try env.compile("late && calm || !late && !calm").get()
        for value in Self.edges {
            let activation = Self.activation(value, without: [])
            #expect(
                program.evaluateBool(activation) == .success((value >= 22) == (value == 0)))
        }
        #expect(
            program.evaluateBool(Self.activation(22, without: [3]))
                == .failure(EvaluationError(.unsetVariable)))
    }
}
