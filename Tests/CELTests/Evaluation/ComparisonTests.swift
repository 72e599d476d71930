import CEL
import Testing

struct ComparisonTests {
    static let relations = ["==", "!=", "<", "<=", ">", ">="]

    /// Values of one type in their order, each unequal to the others.
    static let ladders: [[Value]] = [
        [.bool(false), .bool(true)],
        [.int(.min), .int(-1), .int(0), .int(1), .int(.max)],
        [.uint(0), .uint(1), .uint(1 << 63), .uint(.max)],
        [
            .double(-.infinity), .double(-1.5), .double(0), .double(.leastNonzeroMagnitude),
            .double(.infinity),
        ],
        [.string(""), .string("A"), .string("a"), .string("aa"), .string("b"), .string("é")],
        [.bytes([]), .bytes([0]), .bytes([0, 0]), .bytes([1]), .bytes([255])],
        [.timestamp(.min), .timestamp(.max)],
        [
            .duration(CELDuration(nanoseconds: .min)), .duration(.zero),
            .duration(CELDuration(nanoseconds: 1)),
        ],
    ]

    /// The relation between places of a ladder.
    static func holds<T: Comparable>(_ relation: String, _ a: T, _ b: T) -> Bool {
        switch relation {
        case "==": a == b
        case "!=": a != b
        case "<": a < b
        case "<=": a <= b
        case ">": a > b
        default: a >= b
        }
    }

    @Test(arguments: relations)
    func everyRelationOfEveryType(relation: String) {
        for ladder in Self.ladders {
            for (i, a) in ladder.enumerated() {
                for (j, b) in ladder.enumerated() {
                    // An infinite double and the extreme instants have no literal.
                    let forms: Set<Form> = [.constants, .leftConstant, .rightConstant]
                    let hasLiteral = [a, b].allSatisfy { $0.hasLiteral }
                    expectEveryForm(
                        "a \(relation) b", a, b, .value(.bool(Self.holds(relation, i, j))),
                        except: hasLiteral ? [] : forms)
                }
            }
        }
    }

    /// Numbers of all types in the order of their values; equal ones in one row.
    static let numbers: [[Value]] = [
        [.double(-1e300)], [.int(.min), .double(-0x1p63)], [.int(-1), .double(-1)],
        [.double(-0.5)], [.int(0), .uint(0), .double(0), .double(-0.0)], [.double(0.5)],
        [.int(1), .uint(1), .double(1)], [.double(1.5)], [.int(2), .uint(2), .double(2)],
        [.int(1 << 53), .uint(1 << 53), .double(0x1p53)],
        [.uint(1 << 63), .double(0x1p63)], [.double(0x1.8p63)], [.double(0x1p65)],
    ]

    @Test(arguments: relations)
    func numbersCompareAcrossTheirTypes(relation: String) {
        for (i, row) in Self.numbers.enumerated() {
            for (j, other) in Self.numbers.enumerated() {
                for (a, b) in row.flatMap({ a in other.map { (a, $0) } }) {
                    let outcome = Outcome.value(.bool(Self.holds(relation, i, j)))
                    #expect(Form.dynamic.evaluate("a \(relation) b", a, b) == outcome, "\(a) \(b)")
                    #expect(Form.unchecked.evaluate("a \(relation) b", a, b) == outcome)
                    // Equality of different types is refused by the checker, order is not.
                    if relation.first != "=" && relation.first != "!" {
                        #expect(
                            Form.variables.evaluate("a \(relation) b", a, b) == outcome, "\(a) \(b)"
                        )
                        #expect(Form.boxed.evaluate("a \(relation) b", a, b) == outcome)
                    }
                }
            }
        }
    }

    @Test func notANumberIsUnordered() {
        let nan = Value.double(.nan)
        for other in [Value.int(0), .uint(0), .double(0), .double(.nan), .double(.infinity)] {
            for relation in Self.relations {
                let outcome = Outcome.value(.bool(relation == "!="))
                #expect(Form.dynamic.evaluate("a \(relation) b", nan, other) == outcome)
                #expect(Form.dynamic.evaluate("a \(relation) b", other, nan) == outcome)
            }
        }
        expectEveryForm(
            "a == b", nan, nan, .no, except: [.constants, .leftConstant, .rightConstant])
        expectEveryForm(
            "a < b", nan, nan, .no, except: [.constants, .leftConstant, .rightConstant])
    }

    @Test func valuesOfDifferentTypesAreUnequalAndUnordered() {
        let values: [Value] = [
            .null, .bool(true), .int(1), .string("1"), .bytes([49]), .list([.int(1)]),
            .map(MapValue()), .type(.int), .duration(.zero), .timestamp(.min),
        ]
        for (i, a) in values.enumerated() {
            for (j, b) in values.enumerated() where i != j {
                #expect(Form.dynamic.evaluate("a == b", a, b) == .no, "\(a) \(b)")
                #expect(Form.dynamic.evaluate("a != b", a, b) == .yes)
                #expect(Form.dynamic.evaluate("a < b", a, b) == .error(.noSuchOverload))
                #expect(Form.unchecked.evaluate("a >= b", a, b) == .error(.noSuchOverload))
            }
        }
    }

    @Test(arguments: [
        "[1] < [2]",
        "{} < {}",
        "null < null",
        "int < uint",
        "1 < '2'",
        "true > 1",
        "timestamp(0) < duration('1s')",
        "b'a' < 'b'",
    ])
    func noOrder(source: String) {
        guard case .issues(let issues) = evaluate(source) else {
            Issue.record("\(source) was accepted")
            return
        }
        #expect(issues.count == 1)
        #expect(issues.first?.contains("is not defined for") == true)
        #expect(evaluate(source, check: false) == .error(.noSuchOverload))
    }

    @Test(arguments: [
        ("'e\\u0301' == '\\u00e9'", false),
        ("'\\u00e9' == '\\u00e9'", true),
        ("'z' < 'é'", true),
        ("'\\uffff' < '\\U00010000'", true),
        ("'a\\u0000' > 'a'", true),
        ("[1, 2] == [1, 2]", true),
        ("[1, 2] == [2, 1]", false),
        ("[[1]] == [[1]]", true),
        ("[1, 2] == [1, 2, 3]", false),
        ("{'a': 1} == {'a': 1}", true),
        ("{'a': 1, 'b': 2} == {'b': 2, 'a': 1}", true),
        ("{'a': 1} == {'b': 1}", false),
        ("{'a': 1} == {'a': 2}", false),
        ("{'a': [1]} == {'a': [1]}", true),
        ("dyn([1]) == [1.0]", true),
        ("dyn({1: 2}) == {1u: 2.0}", true),
        ("dyn([1]) == {1: 1}", false),
        ("type(1) == int", true),
        ("type('a') == string", true),
        ("type(1u) == int", false),
        ("type([1]) == list", true),
        ("type({}) == map", true),
        ("type(null) == null_type", true),
        ("type(type(1)) == type", true),
        ("type(1.0) == double", true),
        ("type(true) == bool", true),
        ("type(b'') == bytes", true),
        ("type(duration('1s')) == google.protobuf.Duration", true),
        ("type(timestamp(0)) == google.protobuf.Timestamp", true),
        ("null == null", true),
        ("null != null", false),
    ])
    func equality(source: String, isTrue: Bool) {
        #expect(evaluate(source) == .value(.bool(isTrue)))
        #expect(evaluate(source, check: false) == .value(.bool(isTrue)))
    }
}

extension Value {
    /// Whether the value's description is a literal that means it.
    var hasLiteral: Bool {
        if case .double(let value) = self { return value.isFinite }
        return true
    }
}
