import CEL
import Testing

struct ConversionTests {
    /// Expects an outcome of a conversion of a value in every form.
    func expect(_ function: String, _ value: Value, _ outcome: Outcome) {
        expectEveryForm(
            "\(function)(a)", value, .null, outcome,
            except: value.hasLiteral ? [] : [.constants, .leftConstant])
    }

    @Test(
        arguments: [
            (.int(-5), -5),
            (.uint(5), 5),
            (.uint(UInt64(Int64.max)), .max),
            (.double(1.9), 1),
            (.double(-1.9), -1),
            (.double(0x1.fffffffffffffp62), 9_223_372_036_854_774_784),
            (.string("42"), 42),
            (.string("-42"), -42),
            (.string("+42"), 42),
            (.string("9223372036854775807"), .max),
            (.timestamp(.min), -62_135_596_800),
        ] as [(Value, Int64)])
    func toInt(value: Value, result: Int64) {
        expect("int", value, .value(.int(result)))
    }

    @Test(
        arguments: [
            .uint(.max), .uint(1 << 63), .double(0x1p63), .double(-0x1p63), .double(.nan),
            .double(.infinity), .double(1e19), .string(""), .string("x"), .string("1.5"),
            .string(" 1"), .string("0x10"), .string("9223372036854775808"),
        ] as [Value])
    func notInt(value: Value) {
        expect("int", value, .error(.outOfRange))
    }

    @Test(
        arguments: [
            (.int(5), 5),
            (.uint(.max), .max),
            (.double(3.99), 3),
            (.double(0x1p63), 1 << 63),
            (.string("18446744073709551615"), .max),
            (.int(0), 0),
            (.double(-0.0), 0),
        ] as [(Value, UInt64)])
    func toUInt(value: Value, result: UInt64) {
        expect("uint", value, .value(.uint(result)))
    }

    @Test(
        arguments: [
            .int(-1), .int(.min), .double(-1), .double(0x1p64), .double(.nan), .double(-.infinity),
            .string("-1"), .string("18446744073709551616"), .string(""), .string("1u"),
        ] as [Value])
    func notUInt(value: Value) {
        expect("uint", value, .error(.outOfRange))
    }

    @Test(
        arguments: [
            (.int(5), 5),
            (.int(.max), 0x1p63),
            (.uint(.max), 0x1p64),
            (.double(1.5), 1.5),
            (.string("1.5"), 1.5),
            (.string("-2e3"), -2000),
            (.string("10"), 10),
            (.string("1e999"), .infinity),
        ] as [(Value, Double)])
    func toDouble(value: Value, result: Double) {
        expect("double", value, .value(.double(result)))
    }

    @Test(arguments: [.string(""), .string("x"), .string("1,5"), .string("1.5 ")] as [Value])
    func notDouble(value: Value) {
        expect("double", value, .error(.outOfRange))
    }

    @Test(
        arguments: [
            (.string("ü"), "ü"),
            (.int(-42), "-42"),
            (.int(.min), "-9223372036854775808"),
            (.uint(.max), "18446744073709551615"),
            (.bool(true), "true"),
            (.bool(false), "false"),
            (.bytes([0x67, 0xC3, 0xBC]), "gü"),
            (.bytes([]), ""),
            (.double(1.5), "1.5"),
            (.double(-0.25), "-0.25"),
            (.double(3), "3"),
            (.double(1e15), "1000000000000000"),
            (.double(1e300), "1e+300"),
            (.double(2.5e-7), "2.5e-07"),
            (.double(-0.0), "-0"),
            (.double(.nan), "NaN"),
            (.double(.infinity), "+Infinity"),
            (.double(-.infinity), "-Infinity"),
            (.timestamp(.min), "0001-01-01T00:00:00Z"),
            (.duration(CELDuration(nanoseconds: 5_400_000_000_000)), "5400s"),
        ] as [(Value, String)])
    func toString(value: Value, result: String) {
        expect("string", value, .value(.string(result)))
    }

    @Test(
        arguments: [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x61, 0x80]] as [[UInt8]])
    func bytesThatAreNoText(bytes: [UInt8]) {
        expect("string", .bytes(bytes), .error(.invalidArgument))
    }

    @Test func toBytes() {
        expect("bytes", .string("gü"), .value(.bytes([0x67, 0xC3, 0xBC])))
        expect("bytes", .bytes([1, 2]), .value(.bytes([1, 2])))
    }

    @Test(arguments: [
        ("true", true),
        ("True", true),
        ("TRUE", true),
        ("t", true),
        ("T", true),
        ("1", true),
        ("false", false),
        ("False", false),
        ("FALSE", false),
        ("f", false),
        ("F", false),
        ("0", false),
    ])
    func toBool(text: String, result: Bool) {
        expect("bool", .string(text), .value(.bool(result)))
        expect("bool", .bool(result), .value(.bool(result)))
    }

    @Test(arguments: ["", "yes", "no", "tRUE", "2", " true", "wahr"])
    func notBool(text: String) {
        expect("bool", .string(text), .error(.invalidArgument))
    }

    @Test func toTimestamp() throws {
        let instant = try #require(Timestamp(rfc3339: "2026-03-29T01:00:00Z"))
        expect("timestamp", .int(1_774_746_000), .value(.timestamp(instant)))
        expect("timestamp", .timestamp(instant), .value(.timestamp(instant)))
        #expect(evaluate("timestamp('2026-03-29T01:00:00Z')") == .value(.timestamp(instant)))
        for seconds in [Int64.min, -62_135_596_801, 253_402_300_800, .max] {
            expect("timestamp", .int(seconds), .error(.outOfRange))
        }
    }

    @Test func fromTextsThatOnlyEvaluationSees() throws {
        let env = Env(variables: [Variable(name: "text", type: .string)])
        func evaluated(_ source: String, _ text: String) -> Outcome {
            evaluate(source, in: env, ["text": .string(text)])
        }
        #expect(evaluated("timestamp(text)", "today") == .error(.outOfRange))
        #expect(evaluated("duration(text)", "soon") == .error(.outOfRange))
        #expect(
            evaluated("duration(text)", "90m")
                == .value(.duration(CELDuration(nanoseconds: 5_400_000_000_000))))
        #expect(evaluated("timestamp(text) == timestamp(0)", "1970-01-01T00:00:00Z") == .yes)
    }

    @Test(arguments: [
        "int(true)",
        "int(b'1')",
        "int(null)",
        "int([])",
        "uint(true)",
        "double(true)",
        "bool(1)",
        "string([])",
        "string(null)",
        "string({})",
        "bytes(1)",
        "duration(1)",
        "timestamp(1.5)",
        "int()",
        "int(1, 2)",
        "string(int)",
    ])
    func noConversion(source: String) {
        guard case .issues = evaluate(source) else {
            Issue.record("\(source) was accepted")
            return
        }
        #expect(evaluate(source, check: false) == .error(.noSuchOverload))
    }

    @Test(
        arguments: [
            (.null, "null_type"),
            (.bool(true), "bool"),
            (.int(1), "int"),
            (.uint(1), "uint"),
            (.double(1), "double"),
            (.string("a"), "string"),
            (.bytes([]), "bytes"),
            (.timestamp(.min), "google.protobuf.Timestamp"),
            (.duration(.zero), "google.protobuf.Duration"),
            (.list([]), "list"),
            (.map(MapValue()), "map"),
            (.type(.int), "type"),
        ] as [(Value, String)])
    func typesOfValues(value: Value, name: String) {
        expectEveryForm(
            "type(a) == \(name)", value, .null, .yes, except: [.constants, .leftConstant])
        #expect(Form.dynamic.evaluate("dyn(a) == a", value, .null) == .yes)
    }
}
