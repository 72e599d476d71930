import Testing

@testable import Varlink

@Suite("Encoding Swift types")
struct DirectEncoderTests {
    private func text(_ value: some Encodable) throws -> String {
        let writer = JSONWriter()
        try writer.write(encoding: value)
        return String(decoding: writer.written, as: UTF8.self)
    }

    @Test("Synthesized types: nested, optional, enums, collections")
    func synthesized() throws {
        enum Level: String, Codable {
            case low, high
        }
        struct Factor: Encodable {
            let name: String
            let weight: JSONNumber
        }
        struct Status: Encodable {
            let level: Level
            let score: JSONNumber
            let note: String?
            let since: String?
            let factors: [Factor]
            let isActive: Bool
            let counts: [Int]
            let ratio: Double
            let extra: JSON
        }
        let status = Status(
            level: .high, score: JSONNumber(thousandths: 700), note: nil, since: "now",
            factors: [
                Factor(name: "a", weight: JSONNumber(thousandths: 300)),
                Factor(name: "b\"", weight: JSONNumber(thousandths: -50)),
            ],
            isActive: true, counts: [1, -2, 3], ratio: 0.5, extra: ["k": [nil]])
        #expect(
            try text(status) == """
                {"level":"high","score":0.700,"since":"now",\
                "factors":[{"name":"a","weight":0.300},{"name":"b\\"","weight":-0.050}],\
                "isActive":true,"counts":[1,-2,3],"ratio":0.5,"extra":{"k":[null]}}
                """)
    }

    @Test("Numbers of every width")
    func integers() throws {
        struct Widths: Encodable {
            let i8 = Int8.min, i16 = Int16.min, i32 = Int32.min, i64 = Int64.min
            let u8 = UInt8.max, u16 = UInt16.max, u32 = UInt32.max, u64 = UInt64.max
            let word = Int.max, unsigned = UInt.max
            let single = Float(1.5), double = -1e-7
        }
        #expect(
            try text(Widths()) == """
                {"i8":-128,"i16":-32768,"i32":-2147483648,"i64":-9223372036854775808,\
                "u8":255,"u16":65535,"u32":4294967295,"u64":18446744073709551615,\
                "word":9223372036854775807,"unsigned":18446744073709551615,\
                "single":1.5,"double":-1e-07}
                """)
        #expect(try text([Int8(-1)]) == "[-1]")
        #expect(try text([UInt16(9)]) == "[9]")
        #expect(try text([true, false]) == "[true,false]")
        #expect(try text([1.0]) == "[1.0]")
        #expect(try text([nil, 1]) == "[null,1]")
    }

    @Test("What is no JSON number is an error", arguments: [Double.infinity, -.infinity, .nan])
    func nonFinite(_ value: Double) throws {
        #expect(throws: EncodingError.self) { try text(value) }
        #expect(throws: EncodingError.self) { try text([value]) }
        #expect(throws: EncodingError.self) { try text(["k": Float(value)]) }
        #expect(throws: EncodingError.self) { try JSON(encoding: ["k": value]) }
    }

    @Test("Types without properties are empty objects, wherever they stand")
    func empty() throws {
        struct Empty: Encodable {}
        struct Holder: Encodable {
            let first = Empty()
            let rest = [Empty(), Empty()]
            let last = Empty()
        }
        #expect(try text(Empty()) == "{}")
        #expect(try text([Empty()]) == "[{}]")
        #expect(try text(["k": Empty()]) == #"{"k":{}}"#)
        #expect(try text(Holder()) == #"{"first":{},"rest":[{},{}],"last":{}}"#)
        #expect(try text([Int]()) == "[]")
        #expect(try text([String: Int]()) == "{}")
        #expect(try text([[Int]](repeating: [], count: 2)) == "[[],[]]")
    }

    @Test("Top-level scalars")
    func scalars() throws {
        #expect(try text("a\nb") == #""a\nb""#)
        #expect(try text(5) == "5")
        #expect(try text(true) == "true")
        #expect(try text(Int?.none) == "null")
        #expect(try text(JSON.null) == "null")
        #expect(try text(JSONObject([("b", 1), ("a", 2)])) == #"{"b":1,"a":2}"#)
    }

    @Test("Nested containers of a hand-written type close where they should")
    func nestedContainers() throws {
        struct Hand: Encodable {
            enum Key: String, CodingKey {
                case object, array, after, none
            }

            func encode(to encoder: any Encoder) throws {
                var outer = encoder.container(keyedBy: Key.self)
                var object = outer.nestedContainer(keyedBy: Key.self, forKey: .object)
                try object.encode(1, forKey: .after)
                var deeper = object.nestedUnkeyedContainer(forKey: .array)
                try deeper.encode("x")
                var deepest = deeper.nestedUnkeyedContainer()
                try deepest.encode(2)
                try deepest.encode(3)
                var member = deeper.nestedContainer(keyedBy: Key.self)
                try member.encodeNil(forKey: .none)
                #expect(deeper.count == 3)
                var array = outer.nestedUnkeyedContainer(forKey: .array)
                try array.encodeNil()
                try outer.encode(Int8(4), forKey: .after)
            }
        }
        #expect(
            try text([Hand(), Hand()])
                == "["
                + [Hand(), Hand()].map { _ in
                    #"{"object":{"after":1,"array":["x",[2,3],{"none":null}]},"array":[null],"after":4}"#
                }.joined(separator: ",") + "]")
    }

    @Test("A type may encode a part of itself inline")
    func inline() throws {
        struct Part: Encodable {
            let b = 2
            let c = [3]
        }
        struct Whole: Encodable {
            enum Key: String, CodingKey {
                case a, d
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(1, forKey: .a)
                try Part().encode(to: encoder)
                try container.encode(4, forKey: .d)
            }
        }
        #expect(try text([Whole()]) == #"[{"a":1,"b":2,"c":[3],"d":4}]"#)
    }

    @Test("Classes encode their superclass under its key")
    func inheritance() throws {
        class Base: Encodable {
            let name = "base"
        }
        class Derived: Base {
            enum Key: String, CodingKey {
                case more, parent
            }

            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try super.encode(to: container.superEncoder())
                try super.encode(to: container.superEncoder(forKey: .parent))
                try container.encode(true, forKey: .more)
            }
        }
        #expect(
            try text(Derived())
                == #"{"super":{"name":"base"},"parent":{"name":"base"},"more":true}"#)
    }

    @Test("Enums with associated values and dictionaries with keys of a kind of their own")
    func enumsAndDictionaries() throws {
        enum Cause: Codable, Equatable {
            case manual
            case schedule(name: String, until: Int?)
        }
        #expect(try text(Cause.manual) == #"{"manual":{}}"#)
        #expect(
            try text(Cause.schedule(name: "n", until: nil)) == #"{"schedule":{"name":"n"}}"#)
        #expect(try text([7: "x"]) == #"{"7":"x"}"#)
        for cause in [Cause.manual, .schedule(name: "é", until: 3)] {
            #expect(try JSON(encoding: cause).decode(as: Cause.self) == cause)
        }
    }
}
