import CEL
import RuleModel

/// Any text as an expression: read, checked, compiled and evaluated, in both forms.
enum ExpressionTarget {
    /// The environment in which the rules' conditions are compiled.
    private static let conditions = Vocabulary.environment()
    /// Every library and kind of variable there is, with a budget for what it cannot bound.
    private static let everything = Env(
        variables: [
            Variable(name: "i", type: .int), Variable(name: "u", type: .uint),
            Variable(name: "d", type: .double), Variable(name: "s", type: .string),
            Variable(name: "b", type: .bool), Variable(name: "y", type: .bytes),
            Variable(name: "t", type: .timestamp), Variable(name: "n", type: .duration),
            Variable(name: "l", type: .list(.int)),
            Variable(name: "m", type: .map(.string, .int)),
            Variable(name: "x", type: .dyn),
        ],
        libraries: [.strings, .twoVariableComprehensions], maxCost: 100_000)

    static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        let source = String(decoding: bytes, as: UTF8.self)
        check(source, conditions, expecting: .bool)
        check(source, everything)
        check(source, everything, isChecked: false)
    }

    private static func check(
        _ source: String, _ env: Env, expecting type: CELType? = nil, isChecked: Bool = true
    ) {
        if case .success(let parsed) = env.parse(source) {
            for identifier in parsed.freeIdentifiers {
                promise(
                    identifier.offset.lowerBound >= 0
                        && identifier.offset.upperBound <= source.utf8.count,
                    "a name stands in its source")
            }
        }
        switch env.compile(source, expecting: type, check: isChecked, tracksCost: true) {
        case .failure(let issues):
            promise(!issues.isEmpty, "a refusal says why")
            for issue in issues {
                promise(
                    issue.offset.lowerBound >= 0 && issue.offset.upperBound <= source.utf8.count,
                    "an issue stands in its source")
                promise(!issue.message.isEmpty, "an issue has words")
            }
        case .success(let program):
            evaluate(program, env, isChecked: isChecked)
        }
    }

    private static func evaluate(_ program: Program, _ env: Env, isChecked: Bool) {
        let blank = Activation(env)
        var filled = blank
        filled.set("i", .int(-7))
        filled.set("u", .uint(7))
        filled.set("d", .double(0.5))
        filled.set("s", .string("aé日\u{1F600}"))
        filled.set("b", .bool(true))
        filled.set("y", .bytes([0, 0x80, 0xff]))
        filled.set("l", .list([.int(1), .int(2), .int(3)]))
        filled.set("x", .list([.string("a"), .int(1)]))
        filled.set("local.hour", .int(23))
        filled.set("mood.last", .string("sad"))
        for activation in [blank, filled] {
            let (result, steps) = program.evaluateTrackingCost(activation)
            let limit = isChecked ? min(program.cost, env.maxCost) : env.maxCost
            promise(steps <= limit, "\(steps) steps are at most the cost, \(limit)")
            let again = program.evaluate(activation)
            promise("\(result)" == "\(again)", "an expression has one value")
        }
    }
}
