import Testing

@testable import Varlink
import VarlinkIDL

@Suite("Holding messages against a description")
struct InterfaceConformanceTests {
    private static let text = """
        interface org.example.all
        type Level (low, high)
        type Item (name: string, level: Level, next: ?Item)
        method All(
          bool: bool, int: int, float: float, string: string, object: object, any: any,
          item: ?Item, list: ?[]int, map: ?[string]float, set: ?[string](),
          inline: ?(x: int, y: ?(on, off)))
          -> (items: []Item)
        error Failed (code: int, why: ?string)
        """

    private let minimal: JSONObject = [
        "bool": true, "int": 1, "float": 0.5, "string": "s", "object": [:], "any": nil,
    ]

    private func violations(_ name: String, _ value: JSON?) throws -> [String] {
        var parameters = minimal
        parameters[name] = value
        return try InterfaceDescription(Self.text).violations(
            parameters: .object(parameters), of: "All")
    }

    @Test(
        "What conforms",
        arguments: [
            ("int", -5), ("float", 1), ("float", 1.5), ("object", ["a": [nil]]), ("any", 3),
            ("any", [1]), ("item", nil), ("item", .null), ("item", ["name": "n", "level": "low"]),
            (
                "item",
                ["name": "n", "level": "low", "next": ["name": "m", "level": "high", "next": nil]]
            ),
            ("list", []), ("list", [1, 2]), ("map", [:]), ("map", ["a": 1, "b": 2.5]),
            ("set", ["a": [:]]), ("inline", ["x": 1]), ("inline", ["x": 1, "y": "off"]),
        ] as [(String, JSON?)])
    func conforms(_ name: String, _ value: JSON?) throws {
        #expect(try violations(name, value) == [])
    }

    @Test(
        "What does not, with its place",
        arguments: [
            ("bool", nil, "parameters.bool: missing"),
            ("bool", 1, "parameters.bool: expected bool, found int"),
            ("bool", .null, "parameters.bool: expected bool, found null"),
            ("int", 1.0, "parameters.int: expected int, found float"),
            ("float", "1", "parameters.float: expected float, found string"),
            ("object", [], "parameters.object: expected object, found array"),
            ("other", 1, "parameters.other: not declared"),
            ("item", ["name": "n"], "parameters.item.level: missing"),
            (
                "item", ["name": "n", "level": "mid"],
                #"parameters.item.level: "mid" is not one of ["low", "high"]"#
            ),
            (
                "item", ["name": "n", "level": "low", "next": ["name": "m", "level": 1]],
                "parameters.item.next.level: expected enum, found int"
            ),
            ("list", [1, "x"], "parameters.list[1]: expected int, found string"),
            ("list", ["a": 1], "parameters.list: expected array, found object"),
            ("map", ["a": nil], "parameters.map.a: expected float, found null"),
            ("map", [1], "parameters.map: expected map, found array"),
            ("set", ["a": ["b": 1]], "parameters.set.a.b: not declared"),
            ("inline", ["x": 1, "z": 2], "parameters.inline.z: not declared"),
            ("inline", 1, "parameters.inline: expected struct, found int"),
        ] as [(String, JSON?, String)])
    func violates(_ name: String, _ value: JSON?, _ violation: String) throws {
        #expect(try violations(name, value) == [violation])
    }

    @Test("Replies and errors are held to theirs, all faults at once")
    func repliesAndErrors() throws {
        let description = try InterfaceDescription(Self.text)
        #expect(description.violations(reply: ["items": []], of: "All") == [])
        #expect(
            description.violations(reply: ["items": [[:], 1], "more": 1], of: "All") == [
                "reply.more: not declared", "reply.items[0].name: missing",
                "reply.items[0].level: missing",
                "reply.items[1]: expected struct, found int",
            ])
        #expect(description.violations(reply: [:], of: "None") == ["no method None"])
        #expect(description.violations(parameters: [:], of: "None") == ["no method None"])
        func violations(_ name: String, _ parameters: JSONObject) -> [String] {
            description.violations(error: VarlinkError(name, parameters))
        }
        #expect(violations("org.example.all.Failed", ["code": 1]) == [])
        #expect(violations("org.example.all.Failed", [:]) == ["Failed.code: missing"])
        #expect(violations("org.example.all.None", [:]) == ["no error org.example.all.None"])
        #expect(violations("org.example.Failed", [:]) == ["no error org.example.Failed"])
    }
}
