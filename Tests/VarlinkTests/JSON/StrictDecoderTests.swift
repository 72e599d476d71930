import Testing

@testable import Varlink

@Suite("Decoding Swift types, strictly")
struct StrictDecoderTests {
    struct Filter: Codable, Equatable {
        var days: [Int]?
        var note: String?
        var inner: Inner?

        struct Inner: Codable, Equatable {
            var level: Level
            var names: [String: Bool]?
        }
    }

    enum Level: String, Codable {
        case low, high
    }

    struct Parameters: Codable, Equatable {
        var name: String
        var count: Int
        var ratio: Double
        var isOn: Bool
        var filter: Filter?
        var extra: JSON?
    }

    private let sample: JSON = [
        "name": "n", "count": 3, "ratio": 0.5, "isOn": true,
        "filter": [
            "days": [1, 2], "note": nil, "inner": ["level": "high", "names": ["x": true]],
        ],
        "extra": ["free": [1, "form"]],
    ]

    @Test("A value that fits, whatever the order of its members")
    func fits() throws {
        let expected = Parameters(
            name: "n", count: 3, ratio: 0.5, isOn: true,
            filter: Filter(
                days: [1, 2], note: nil,
                inner: Filter.Inner(level: .high, names: ["x": true])),
            extra: ["free": [1, "form"]])
        #expect(try sample.decode(as: Parameters.self) == expected)
        let members = try #require(sample.objectValue).reversed().map { ($0.name, $0.value) }
        #expect(try JSON.object(JSONObject(members)).decode(as: Parameters.self) == expected)
        #expect(try JSON(encoding: expected).decode(as: Parameters.self) == expected)
    }

    @Test("Null and absent are the same for optionals")
    func optionals() throws {
        let bare: JSON = ["name": "n", "count": 3, "ratio": 2, "isOn": false]
        let nulls: JSON = [
            "name": "n", "count": 3, "ratio": 2, "isOn": false, "filter": nil, "extra": nil,
        ]
        #expect(try bare.decode(as: Parameters.self) == nulls.decode(as: Parameters.self))
        #expect(try bare.decode(as: Parameters.self).ratio == 2)
    }

    @Test(
        "What does not fit is told by its place",
        arguments: [
            ("name", nil, "name"), ("name", .null, "name"), ("name", 1, "name"),
            ("name", ["a"], "name"), ("count", nil, "count"), ("count", "3", "count"),
            ("count", 3.0, "count"), ("count", true, "count"), ("ratio", "x", "ratio"),
            ("ratio", false, "ratio"), ("isOn", 1, "isOn"), ("isOn", "true", "isOn"),
            ("unknown", 1, "unknown"), ("unknown", .null, "unknown"), ("Name", "n", "Name"),
            ("filter", [], "filter"), ("filter", "x", "filter"),
            ("filter", ["dyas": []], "filter.dyas"), ("filter", ["days": 1], "filter.days"),
            ("filter", ["days": [1, 2, "x"]], "filter.days[2]"),
            ("filter", ["days": [nil]], "filter.days[0]"),
            ("filter", ["inner": [:]], "filter.inner.level"),
            ("filter", ["inner": ["level": "mid"]], "filter.inner.level"),
            ("filter", ["inner": ["level": 1]], "filter.inner.level"),
            ("filter", ["inner": ["level": "low", "x": 1]], "filter.inner.x"),
            (
                "filter", ["inner": ["level": "low", "names": ["a": 1]]],
                "filter.inner.names.a"
            ),
        ] as [(String, JSON?, String)])
    func misfits(_ name: String, _ value: JSON?, _ place: String) throws {
        var members = try #require(sample.objectValue)
        members[name] = value
        let changed = JSON.object(members)
        let error = #expect(throws: DecodingError.self) {
            try changed.decode(as: Parameters.self)
        }
        #expect(error?.place == place)
        #expect(
            error.map(VarlinkError.invalidParameter)
                == VarlinkError(
                    "org.varlink.service.InvalidParameter", ["parameter": .string(place)]))
    }

    @Test("Unknown members may be ignored, at every depth; the rest stays strict")
    func ignoring() throws {
        let newer: JSON = [
            "name": "n", "count": 3, "ratio": 0.5, "isOn": true, "later": [1],
            "filter": ["later": nil, "inner": ["level": "low", "later": 2]],
        ]
        let decoded = try newer.decode(as: Parameters.self, unknownMembers: .ignored)
        #expect(decoded.filter?.inner?.level == .low)
        #expect(throws: DecodingError.self) { try newer.decode(as: Parameters.self) }
        #expect(throws: DecodingError.self) {
            try JSON(dictionaryLiteral: ("name", 1)).decode(
                as: Parameters.self, unknownMembers: .ignored)
        }
    }

    @Test("A type without properties takes an empty object and nothing else")
    func empty() throws {
        struct Empty: Decodable {}
        _ = try JSON.object([:]).decode(as: Empty.self)
        _ = try JSON.object(["a": 1]).decode(as: Empty.self, unknownMembers: .ignored)
        let error = #expect(throws: DecodingError.self) {
            try JSON.object(["a": 1]).decode(as: Empty.self)
        }
        #expect(error?.place == "a")
        #expect(throws: DecodingError.self) { try JSON.array([]).decode(as: Empty.self) }
    }

    @Test("Integers must fit their width")
    func widths() throws {
        func fits<Value: FixedWidthInteger & Codable>(_ type: Value.Type) throws {
            for value in [Value.min, 0, Value.max] {
                guard let exact = Int64(exactly: value) else { continue }
                #expect(try JSON.integer(exact).decode(as: type) == value)
            }
            if let above = Int64(exactly: Value.max).map({ $0.addingReportingOverflow(1) }),
                !above.overflow
            {
                #expect(throws: DecodingError.self) {
                    try JSON.integer(above.partialValue).decode(as: type)
                }
            }
            if let below = Int64(exactly: Value.min).map({ $0.subtractingReportingOverflow(1) }),
                !below.overflow
            {
                #expect(throws: DecodingError.self) {
                    try JSON.integer(below.partialValue).decode(as: type)
                }
            }
            #expect(throws: DecodingError.self) { try JSON(parsing: "1.0").decode(as: type) }
            #expect(throws: DecodingError.self) {
                try JSON(parsing: "99999999999999999999").decode(as: type)
            }
        }
        try fits(Int8.self)
        try fits(Int16.self)
        try fits(Int32.self)
        try fits(Int64.self)
        try fits(Int.self)
        try fits(UInt8.self)
        try fits(UInt16.self)
        try fits(UInt32.self)
        try fits(UInt64.self)
        try fits(UInt.self)
    }

    @Test("Floats take every number that they can hold")
    func floats() throws {
        #expect(try JSON(parsing: "1").decode(as: Double.self) == 1)
        #expect(try JSON(parsing: "-1.5e3").decode(as: Double.self) == -1500)
        #expect(try JSON(parsing: "0.25").decode(as: Float.self) == 0.25)
        #expect(throws: DecodingError.self) { try JSON(parsing: "1e999").decode(as: Double.self) }
        #expect(throws: DecodingError.self) { try JSON(parsing: "1e300").decode(as: Float.self) }
    }

    @Test("Numbers keep their text")
    func numberText() throws {
        struct Score: Codable, Equatable {
            let score: JSONNumber
        }
        for text in ["0.700", "7", "1e5", "-0.050"] {
            let decoded = try JSON(parsing: "{\"score\":\(text)}").decode(as: Score.self)
            #expect(decoded.score.literal == text)
            #expect(try JSON(encoding: decoded).text == "{\"score\":\(text)}")
        }
        #expect(throws: DecodingError.self) {
            try JSON.object(["score": "1"]).decode(as: Score.self)
        }
    }

    @Test("Hand-written types may read nested containers")
    func nestedContainers() throws {
        struct Hand: Decodable {
            enum Key: String, CodingKey {
                case list, object, flag
            }
            var texts: [String] = []
            var flag = false
            var sum = 0
            var rest = 0

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                #expect(container.allKeys.count == 2)
                #expect(!container.contains(.flag))
                var list = try container.nestedUnkeyedContainer(forKey: .list)
                #expect(list.count == 5)
                #expect(try list.decodeNil() == false)
                texts.append(try list.decode(String.self))
                #expect(try list.decodeNil())
                var inner = try list.nestedUnkeyedContainer()
                while !inner.isAtEnd { sum += try inner.decode(Int.self) }
                let member = try list.nestedContainer(keyedBy: Key.self)
                flag = try member.decode(Bool.self, forKey: .flag)
                rest = try Int(from: list.superDecoder())
                #expect(list.isAtEnd)
                #expect(throws: DecodingError.self) { try list.decode(Int.self) }
                let object = try container.nestedContainer(keyedBy: Key.self, forKey: .object)
                #expect(object.allKeys.isEmpty)
            }
        }
        let value: JSON = ["list": ["a", nil, [1, 2, 3], ["flag": true], 9], "object": [:]]
        let hand = try value.decode(as: Hand.self)
        #expect(hand.texts == ["a"])
        #expect(hand.sum == 6)
        #expect(hand.flag)
        #expect(hand.rest == 9)
    }

    @Test("Superclasses are read from their key")
    func inheritance() throws {
        struct Derived: Decodable {
            enum Key: String, CodingKey {
                case parent, `super`
            }
            let parent: Int
            let base: Int

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                base = try Int(from: container.superDecoder())
                parent = try Int(from: container.superDecoder(forKey: .parent))
            }
        }
        let decoded = try JSON.object(["super": 1, "parent": 2]).decode(as: Derived.self)
        #expect(decoded.base == 1)
        #expect(decoded.parent == 2)
        let error = #expect(throws: DecodingError.self) {
            try JSON.object(["super": "x", "parent": 2]).decode(as: Derived.self)
        }
        #expect(error?.place == "super")
    }
}
