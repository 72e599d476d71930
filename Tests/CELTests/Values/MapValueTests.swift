import CEL
import Testing

struct MapValueTests {
    static func map(_ entries: (Value, Value)...) throws -> MapValue { try MapValue(entries) }

    @Test func lookups() throws {
        let map = try Self.map(
            (.int(1), .string("one")),
            (.uint(1 << 63), .string("big")),
            (.bool(true), .string("yes")),
            (.string("1"), .string("text")))
        #expect(map.count == 4)
        #expect(map[.int(1)] == .string("one"))
        #expect(map[.uint(1)] == .string("one"))
        #expect(map[.double(1)] == .string("one"))
        #expect(map[.uint(1 << 63)] == .string("big"))
        #expect(map[.double(0x1p63)] == .string("big"))
        #expect(map[.bool(true)] == .string("yes"))
        #expect(map[.string("1")] == .string("text"))
        for missing in [
            Value.int(2), .uint(2), .double(1.5), .double(.nan), .double(.infinity), .bool(false),
            .string("one"), .null, .list([]), .bytes([49]), .int(.min),
        ] {
            #expect(map[missing] == nil, "\(missing)")
        }
    }

    @Test func keysAreNotNormalised() throws {
        let map = try Self.map((.string("é"), .int(1)), (.string("e\u{301}"), .int(2)))
        #expect(map.count == 2)
        #expect(map[.string("é")] == .int(1))
        #expect(map[.string("e\u{301}")] == .int(2))
    }

    @Test func entriesKeepTheirOrder() throws {
        let keys = (0..<50).map { Value.int(Int64($0 * 37 % 50)) }
        let map = try MapValue(keys.map { ($0, .null) })
        #expect(map.entries.map(\.key) == keys)
    }

    @Test func equality() throws {
        let first = try Self.map((.int(1), .int(2)), (.string("a"), .double(3)))
        let second = try Self.map((.string("a"), .int(3)), (.uint(1), .uint(2)))
        #expect(first == second)
        #expect(try first != Self.map((.int(1), .int(2))))
        #expect(try first != Self.map((.int(1), .int(2)), (.string("a"), .int(4))))
        #expect(try first != Self.map((.int(1), .int(2)), (.string("b"), .int(3))))
        #expect(try MapValue() == MapValue([]))
    }

    @Test(arguments: [
        (Value.int(1), Value.int(1)),
        (.int(1), .uint(1)),
        (.string("a"), .string("a")),
        (.bool(true), .bool(true)),
        (.uint(.max), .uint(.max)),
    ])
    func repeatedKeys(first: Value, second: Value) {
        #expect(throws: EvaluationError(.duplicateKey, "\(second)")) {
            try MapValue([(first, .null), (second, .null)])
        }
    }

    @Test(arguments: [
        Value.null, .double(1), .bytes([]), .list([]), .type(.int), .duration(.zero),
        .timestamp(.min), .map(MapValue()),
    ])
    func keysOfOtherTypes(key: Value) {
        #expect(throws: EvaluationError(.unsupportedKey, "\(key.type)")) {
            try MapValue([(key, .null)])
        }
    }
}
