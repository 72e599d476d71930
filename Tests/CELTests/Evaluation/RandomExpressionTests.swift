import CEL
import SeededRandom
import Testing

/// Random expressions against an interpreter that knows nothing of the compiler.
struct RandomExpressionTests {
    enum Failed: Error { case failed }

    /// The result of an expression; all failures count as equal.
    typealias Reference = Result<Value, Failed>

    /// An expression with the value that it must have.
    struct Sample {
        let source: String
        let result: Reference
    }

    static let env = Env(variables: [
        Variable(name: "p", type: .bool), Variable(name: "q", type: .bool),
        Variable(name: "i", type: .int), Variable(name: "j", type: .int),
        Variable(name: "d", type: .double), Variable(name: "w", type: .duration),
    ])

    struct Facts {
        var bools = ["p": true, "q": false]
        var ints: [String: Int64] = [:]
        var double = 0.0
        var duration: Int64 = 0

        init(_ generator: inout SeededGenerator) {
            bools = ["p": .random(using: &generator), "q": .random(using: &generator)]
            for name in ["i", "j"] {
                ints[name] =
                    [0, 1, 2, 5, -3, .max, .min, 22].randomElement(using: &generator) ?? 0
            }
            double = [0, 0.5, 1, 2, -1.5, 5].randomElement(using: &generator) ?? 0
            duration =
                [0, 1_000_000_000, -5, 3_600_000_000_000].randomElement(using: &generator) ?? 0
        }

        var values: [String: Value] {
            [
                "p": .bool(bools["p"] ?? false), "q": .bool(bools["q"] ?? false),
                "i": .int(ints["i"] ?? 0), "j": .int(ints["j"] ?? 0), "d": .double(double),
                "w": .duration(CELDuration(nanoseconds: duration)),
            ]
        }
    }

    struct Maker {
        var generator: SeededGenerator
        let facts: Facts

        mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

        mutating func int(_ depth: Int) -> (String, Result<Int64, Failed>) {
            guard depth > 0 else {
                let constant = Int64([0, 1, 2, 3, 7, 22][pick(6)])
                let name = ["i", "j"][pick(2)]
                return pick(2) == 0
                    ? ("\(constant)", .success(constant)) : (name, .success(facts.ints[name] ?? 0))
            }
            switch pick(7) {
            case 0:
                let (a, left) = int(depth - 1)
                return ("-(\(a))", left.flatMap { $0 == .min ? .failure(.failed) : .success(-$0) })
            case 1:
                let (c, condition) = bool(depth - 1)
                let (a, left) = int(depth - 1)
                let (b, right) = int(depth - 1)
                return ("(\(c) ? \(a) : \(b))", condition.flatMap { $0 ? left : right })
            default:
                let (a, left) = int(depth - 1)
                let (b, right) = int(depth - 1)
                let symbol = ["+", "-", "*", "/", "%"][pick(5)]
                let result = left.flatMap { l in
                    right.flatMap { r in Self.arithmetic(symbol, l, r) }
                }
                return ("(\(a) \(symbol) \(b))", result)
            }
        }

        static func arithmetic(_ symbol: String, _ l: Int64, _ r: Int64) -> Result<Int64, Failed> {
            if symbol == "/" || symbol == "%", r == 0 { return .failure(.failed) }
            let (value, overflow) =
                switch symbol {
                case "+": l.addingReportingOverflow(r)
                case "-": l.subtractingReportingOverflow(r)
                case "*": l.multipliedReportingOverflow(by: r)
                case "/": l.dividedReportingOverflow(by: r)
                default: l.remainderReportingOverflow(dividingBy: r)
                }
            return overflow ? .failure(.failed) : .success(value)
        }

        mutating func bool(_ depth: Int) -> (String, Result<Bool, Failed>) {
            guard depth > 0 else {
                let name = ["p", "q"][pick(2)]
                return pick(4) == 0
                    ? ("true", .success(true)) : (name, .success(facts.bools[name] ?? false))
            }
            switch pick(8) {
            case 0:
                let (a, value) = bool(depth - 1)
                return ("!(\(a))", value.map { !$0 })
            case 1, 2: return logic(depth, isAnd: true)
            case 3, 4: return logic(depth, isAnd: false)
            case 5:
                let relation = relation()
                let threshold = [0.0, 0.5, 1, 2][pick(4)]
                return (
                    "d \(relation) \(threshold)",
                    .success(ComparisonTests.holds(relation, facts.double, threshold))
                )
            case 6:
                let relation = relation()
                let seconds = Int64(pick(3)) * 1800
                return (
                    "w \(relation) duration('\(seconds)s')",
                    .success(
                        ComparisonTests.holds(relation, facts.duration, seconds * 1_000_000_000))
                )
            default:
                let (a, left) = int(depth - 1)
                let (b, right) = int(depth - 1)
                let relation = relation()
                return (
                    "(\(a) \(relation) \(b))",
                    left.flatMap { l in right.map { ComparisonTests.holds(relation, l, $0) } }
                )
            }
        }

        mutating func relation() -> String { ComparisonTests.relations[pick(6)] }

        mutating func logic(_ depth: Int, isAnd: Bool) -> (String, Result<Bool, Failed>) {
            let operands = (0..<(2 + pick(3))).map { _ in bool(depth - 1) }
            let source = operands.map { "(\($0.0))" }.joined(separator: isAnd ? " && " : " || ")
            let results = operands.map(\.1)
            if results.contains(.success(!isAnd)) { return (source, .success(!isAnd)) }
            return (
                source, results.contains(.failure(.failed)) ? .failure(.failed) : .success(isAnd)
            )
        }
    }

    @Test func agreeWithTheReference() throws {
        var generator = SeededGenerator()
        var (values, failures) = (0, 0)
        for _ in 0..<1500 {
            let facts = Facts(&generator)
            var maker = Maker(generator: generator, facts: facts)
            let (source, expected) = maker.bool(4)
            generator = maker.generator
            let env = Env(variables: Self.env.variables, maxSize: .max, maxCost: .max)
            for check in [true, false] {
                let outcome = evaluate(source, in: env, facts.values, check: check)
                switch expected {
                case .success(let value): #expect(outcome == .value(.bool(value)), "\(source)")
                case .failure:
                    guard case .error = outcome else {
                        Issue.record("\(source) is \(outcome), expected an error")
                        continue
                    }
                }
            }
            if case .success = expected { values += 1 } else { failures += 1 }
        }
        #expect(values > 200)
        #expect(failures > 20)
    }

    static let pieces = [
        "a", "b.c", "1", "2u", "1.5", "'s'", "b'x'", "true", "null", "(", ")", "[", "]", "{", "}",
        ".", ",", ":", "?", "+", "-", "*", "/", "%", "!", "==", "<", "&&", "||", "in", "has", "all",
        "map", "size", "x", "\"", "'", "\\", "=", "&", "#", "ü", "🌙", "//", "\n", " ", "`",
        "duration",
        "matches", "0x", "1e", "'''", "r'", "for", "\u{0}",
    ]

    /// Any text is a program or a list of issues within the text, never a trap.
    @Test func anyTextIsAnswered() {
        var generator = SeededGenerator()
        let env = Env(variables: [
            Variable(name: "a", type: .list(.dyn)), Variable(name: "b.c", type: .int),
        ])
        var compiled = 0
        for _ in 0..<6000 {
            let length = Int.random(in: 0...14, using: &generator)
            let source = (0..<length).map { _ in Self.pieces.randomElement(using: &generator) ?? ""
            }
            .joined(separator: Bool.random(using: &generator) ? " " : "")
            switch env.compile(source) {
            case .success(let program):
                compiled += 1
                _ = program.evaluate(Activation(env))
            case .failure(let issues):
                #expect(!issues.isEmpty, "\(source)")
                let size = source.utf8.count
                #expect(
                    issues.allSatisfy { (0...size).contains($0.offset.upperBound) }, "\(source)")
            }
            if case .success(let program) = env.compile(source, check: false) {
                _ = program.evaluate(Activation(env))
            }
        }
        #expect(compiled > 50)
    }

    /// A source with one byte changed, left out or doubled is answered too.
    @Test func damagedSourcesAreAnswered() throws {
        var generator = SeededGenerator()
        let sources = [
            #"unblocks.last_gap < duration("30m") && unblocks.since_last <= duration("1h")"#,
            "[1, 2, 3].filter(x, x > 1).map(y, {'k': y}).exists(z, z.k == 3) ? 'a' : b'\\xff'",
            "timestamp('2026-03-29T01:00:00Z').getHours('Europe/Berlin') in {1: 2u, 'a': -1.5e3}",
            "'''tri\"ple''' + r'\\d' + \"\\u00fc\" == mood.last && !matches('x', '[a-z]+')",
        ]
        let env = Env()
        var issues = 0
        for _ in 0..<3000 {
            var bytes = Array((sources.randomElement(using: &generator) ?? "").utf8)
            let place = Int.random(in: bytes.indices, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.remove(at: place)
            default: bytes.insert(bytes[place], at: place)
            }
            let source = String(decoding: bytes, as: UTF8.self)
            if case .failure = env.compile(source) { issues += 1 }
            if case .success(let program) = env.compile(source, check: false) {
                _ = program.evaluate(Activation(env))
            }
        }
        #expect(issues > 1000)
    }
}
