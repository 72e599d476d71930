import CEL
import Testing

/// Expressions that the checker accepts can be evaluated, and those that it refuses cannot: over
/// all operators and functions, and values of all types.
struct SoundnessTests {
    static func values() throws -> [Value] {
        [
            .null, .bool(true), .int(3), .uint(3), .double(3), .string("3"), .bytes([51]),
            .timestamp(try #require(Timestamp(seconds: 3))),
            .duration(CELDuration(nanoseconds: 3)), .list([.int(3)]), .map(MapValue()),
            .type(.int),
        ]
    }

    /// The type by which the checker knows a value's variable, elements included.
    static func declared(_ value: Value) -> CELType {
        switch value {
        case .list: .list(.int)
        case .map: .map(.string, .int)
        case .type: .type(.int)
        default: value.type
        }
    }

    static let operators = [
        "a + b", "a - b", "a * b", "a / b", "a % b", "a < b", "a <= b", "a > b", "a >= b",
    ]
    static let unary = ["-a", "!a"]
    static let functions = [
        "size", "int", "uint", "double", "string", "bytes", "bool", "timestamp", "duration", "type",
        "dyn",
    ]
    static let methods = [
        "size()", "contains('x')", "startsWith('x')", "endsWith('x')", "matches('x')",
        "getFullYear()", "getMonth()", "getDate()", "getDayOfMonth()", "getDayOfWeek()",
        "getDayOfYear()", "getHours()", "getMinutes()", "getSeconds()", "getMilliseconds()",
        "getHours('+01:00')",
    ]

    /// Compares the checker's verdict on a source with what evaluation makes of it.
    static func compare(_ source: String, _ a: Value, _ b: Value) {
        let typed = Env(variables: [
            Variable(name: "a", type: declared(a)), Variable(name: "b", type: declared(b)),
        ])
        let open = Env(variables: [
            Variable(name: "a", type: .dyn), Variable(name: "b", type: .dyn),
        ])
        let values = ["a": a, "b": b]
        let checked = evaluate(source, in: typed, values)
        let unchecked = evaluate(source, in: typed, values, check: false)
        let dynamic = evaluate(source, in: open, values)
        let place = "\(source) of \(a) and \(b)"
        if case .issues = checked {
            #expect(unchecked == .error(.noSuchOverload), "\(place)")
            #expect(dynamic == .error(.noSuchOverload), "\(place)")
            return
        }
        #expect(checked != .error(.noSuchOverload), "\(place)")
        #expect(unchecked == checked, "\(place)")
        #expect(dynamic == checked, "\(place)")
        guard case .value(let value) = checked, case .success(let program) = typed.compile(source),
            program.type != .dyn
        else { return }
        let type = program.type.description.prefix { $0 != "(" }
        #expect(value.type.description.hasPrefix(type), "\(place) is \(value.type), not \(type)")
    }

    @Test(arguments: operators)
    func binaryOperators(source: String) throws {
        for a in try Self.values() {
            for b in try Self.values() { Self.compare(source, a, b) }
        }
    }

    @Test(arguments: unary)
    func unaryOperators(source: String) throws {
        for a in try Self.values() { Self.compare(source, a, .null) }
    }

    @Test(arguments: functions)
    func conversionsAndSizes(name: String) throws {
        for a in try Self.values() { Self.compare("\(name)(a)", a, .null) }
    }

    @Test(arguments: methods)
    func methodCalls(call: String) throws {
        for a in try Self.values() { Self.compare("a.\(call)", a, .null) }
    }

    @Test func macrosAndFields() throws {
        for a in try Self.values() {
            Self.compare("a.all(x, true)", a, .null)
            Self.compare("a.map(x, 1)", a, .null)
            Self.compare("a.exists_one(x, false)", a, .null)
            Self.compare("has(a.field)", a, .null)
            Self.compare("a && true", a, .null)
            Self.compare("false || a", a, .null)
            Self.compare("a ? 1 : 2", a, .null)
        }
    }

    /// Equality is for all values, and agrees with the values' own.
    @Test func equality() throws {
        for a in try Self.values() {
            for b in try Self.values() {
                let equal = Outcome.value(.bool(a == b))
                #expect(Form.dynamic.evaluate("a == b", a, b) == equal)
                #expect(Form.unchecked.evaluate("a == b", a, b) == equal)
                guard a.type == b.type else { continue }
                Self.compare("a == b", a, b)
                Self.compare("a != b", a, b)
                Self.compare("[a] == [b]", a, b)
                Self.compare("a in [b]", a, b)
            }
        }
    }
}
