import CEL
import Testing

struct ArithmeticTests {
    @Test(
        arguments: [
            ("a + b", 40, 2, 42),
            ("a + b", -40, -2, -42),
            ("a - b", 40, 2, 38),
            ("a - b", 2, 40, -38),
            ("a * b", 6, 7, 42),
            ("a * b", -6, 7, -42),
            ("a * b", -6, -7, 42),
            ("a / b", 7, 2, 3),
            ("a / b", -7, 2, -3),
            ("a / b", 7, -2, -3),
            ("a / b", -7, -2, 3),
            ("a % b", 7, 3, 1),
            ("a % b", -7, 3, -1),
            ("a % b", 7, -3, 1),
            ("a % b", -7, -3, -1),
            ("a / b", 0, 5, 0),
            ("a + b", .max, 0, .max),
            ("a + b", .max, .min, -1),
            ("a - b", .min, 0, .min),
            ("a - b", -1, .max, .min),
            ("a * b", .max, 1, .max),
            ("a * b", .min, 1, .min),
            ("a * b", 3_037_000_499, 3_037_000_499, 9_223_372_030_926_249_001),
            ("a / b", .min, 1, .min),
            ("a % b", .min, 2, 0),
            ("a + b * a", 2, 3, 8),
            ("(a + b) * a", 2, 3, 10),
            ("-a + b", 2, 3, 1),
            ("a - -b", 2, 3, 5),
            ("-(a * b)", 2, 3, -6),
        ] as [(String, Int64, Int64, Int64)])
    func ints(source: String, a: Int64, b: Int64, result: Int64) {
        expectEveryForm(source, .int(a), .int(b), .value(.int(result)))
    }

    @Test(
        arguments: [
            ("a + b", .max, 1, .overflow),
            ("a + b", .min, -1, .overflow),
            ("a - b", .min, 1, .overflow),
            ("a - b", 0, .min, .overflow),
            ("a * b", .max, 2, .overflow),
            ("a * b", .min, -1, .overflow),
            ("a * b", 3_037_000_500, 3_037_000_500, .overflow),
            ("a / b", .min, -1, .overflow),
            ("a % b", .min, -1, .overflow),
            ("a / b", 1, 0, .divisionByZero),
            ("a % b", 1, 0, .divisionByZero),
            ("a / b", 0, 0, .divisionByZero),
            ("a / (b - b)", 1, 5, .divisionByZero),
            ("-a + b", .min, 0, .overflow),
        ] as [(String, Int64, Int64, EvaluationError.Code)])
    func intErrors(source: String, a: Int64, b: Int64, code: EvaluationError.Code) {
        expectEveryForm(source, .int(a), .int(b), .error(code))
    }

    @Test(
        arguments: [
            ("a + b", 40, 2, 42),
            ("a - b", 40, 2, 38),
            ("a * b", 6, 7, 42),
            ("a / b", 7, 2, 3),
            ("a % b", 7, 3, 1),
            ("a + b", .max, 0, .max),
            ("a - b", .max, .max, 0),
            ("a * b", 4_294_967_295, 4_294_967_297, .max),
            ("a / b", .max, 1, .max),
            ("a % b", .max, 10, 5),
        ] as [(String, UInt64, UInt64, UInt64)])
    func uints(source: String, a: UInt64, b: UInt64, result: UInt64) {
        expectEveryForm(source, .uint(a), .uint(b), .value(.uint(result)))
    }

    @Test(
        arguments: [
            ("a + b", .max, 1, .overflow),
            ("a - b", 1, 2, .overflow),
            ("a - b", 0, .max, .overflow),
            ("a * b", .max, 2, .overflow),
            ("a * b", 4_294_967_296, 4_294_967_296, .overflow),
            ("a / b", 1, 0, .divisionByZero),
            ("a % b", 1, 0, .divisionByZero),
        ] as [(String, UInt64, UInt64, EvaluationError.Code)])
    func uintErrors(source: String, a: UInt64, b: UInt64, code: EvaluationError.Code) {
        expectEveryForm(source, .uint(a), .uint(b), .error(code))
    }

    @Test(arguments: [
        ("a + b", 1.5, 2.25, 3.75),
        ("a - b", 1.5, 2.25, -0.75),
        ("a * b", 1.5, -2, -3),
        ("a / b", 1, 4, 0.25),
        ("a / b", 1, 0, .infinity),
        ("a / b", -1, 0, -.infinity),
        ("a + b", 1e308, 1e308, .infinity),
        ("a * b", 1e-200, 1e-200, 0),
        ("-a + b", 1.5, 2, 0.5),
        ("a + b * a", 2, 3, 8),
    ])
    func doubles(source: String, a: Double, b: Double, result: Double) {
        expectEveryForm(source, .double(a), .double(b), .value(.double(result)))
    }

    @Test func notANumber() {
        for form in Form.allCases {
            guard case .value(.double(let result)) = form.evaluate("a / b", .double(0), .double(0))
            else {
                Issue.record("no double for \(form)")
                continue
            }
            #expect(result.isNaN)
        }
    }

    @Test func theSignOfZero() {
        guard case .value(.double(let zero)) = evaluate("-(0.0)") else {
            Issue.record("no double")
            return
        }
        #expect(zero.sign == .minus)
        #expect(evaluate("-0.0 == 0.0") == .yes)
    }

    @Test(arguments: [
        ("1 + 1u", "'+' is not defined for int and uint"),
        ("1 + 1.0", "'+' is not defined for int and double"),
        ("1u - 1.0", "'-' is not defined for uint and double"),
        ("1.5 % 1.0", "'%' is not defined for double and double"),
        ("'a' - 'b'", "'-' is not defined for string and string"),
        ("true + false", "'+' is not defined for bool and bool"),
        ("null + null", "'+' is not defined for null_type and null_type"),
        ("-1u", "'-' is not defined for uint"),
        ("-'a'", "'-' is not defined for string"),
        ("-true", "'-' is not defined for bool"),
        ("!1", "'!' is not defined for int"),
        ("duration('1s') * 2", "'*' is not defined for duration and int"),
        ("timestamp(0) + timestamp(0)", "'+' is not defined for timestamp and timestamp"),
        ("duration('1s') - timestamp(0)", "'-' is not defined for duration and timestamp"),
        ("{} + {}", "'+' is not defined for map(dyn, dyn) and map(dyn, dyn)"),
        ("[1] - [1]", "'-' is not defined for list(int) and list(int)"),
        ("type(1) + type(1)", "'+' is not defined for type(int) and type(int)"),
    ])
    func mismatches(source: String, message: String) {
        #expect(evaluate(source) == .issues([message]))
        let unchecked = evaluate(source, check: false)
        #expect(unchecked == .error(.noSuchOverload))
    }
}
