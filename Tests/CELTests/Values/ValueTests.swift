import CEL
import Testing

struct ValueTests {
    static func samples() throws -> [Value] {
        [
            .null, .bool(true), .bool(false), .int(0), .int(-5), .int(.min), .int(.max), .uint(7),
            .uint(.max), .double(1.5), .double(-2e-9), .double(1e300), .string(""),
            .string("quiet"),
            .string("it's \"late\"\n\t\\ \u{1} ü 🌙"), .bytes([]), .bytes([0, 10, 65, 255]),
            .timestamp(.min), .timestamp(.max), .duration(.zero),
            .duration(CELDuration(nanoseconds: -1_500_000_000)), .list([]),
            .list([.int(1), .string("a"), .list([.null])]), .map(MapValue()),
            .map(try MapValue([(.string("a"), .int(1)), (.bool(true), .list([.uint(2)]))])),
            .type(.int), .type(.string), .type(.timestamp), .type(.null),
        ]
    }

    /// A value's description is a source that yields it.
    @Test func descriptionsAreSources() throws {
        for value in try Self.samples() {
            for check in [true, false] {
                guard case .value(let found) = evaluate("\(value)", check: check) else {
                    Issue.record("\(value): \(evaluate("\(value)", check: check))")
                    continue
                }
                #expect(found.isIdentical(to: value), "\(value)")
            }
        }
    }

    @Test func everyValueEqualsItselfAlone() throws {
        let samples = try Self.samples()
        for (i, a) in samples.enumerated() {
            for (j, b) in samples.enumerated() {
                #expect((a == b) == (i == j), "\(a) \(b)")
            }
        }
    }

    @Test func everyValuePassesThroughAVariable() throws {
        for value in try Self.samples() {
            expectEveryForm("a", value, .null, .value(value))
            #expect(Form.variables.evaluate("[a][0]", value, .null) == .value(value))
            #expect(Form.variables.evaluate("{'k': a}.k", value, .null) == .value(value))
            #expect(Form.variables.evaluate("dyn(a)", value, .null) == .value(value))
            #expect(Form.variables.evaluate("true ? a : a", value, .null) == .value(value))
            #expect(Form.dynamic.evaluate("a == b", value, value) == .yes)
        }
    }

    @Test func typesNameThemselves() throws {
        let names = Set(try Self.samples().map(\.type.description))
        #expect(
            names == [
                "null_type", "bool", "int", "uint", "double", "string", "bytes", "timestamp",
                "duration", "list(dyn)", "map(dyn, dyn)", "type",
            ])
    }
}
