import Varlink

/// One turn of the certification: what its call must hold and what it answers.
struct CertificationStep {
    enum Mode { case single, more, oneway }

    let method: String
    let mode: Mode
    /// The parameters that are wanted, apart from `client_id`.
    let wants: JSONObject
    /// The replies' parameters, in order; none for a oneway call.
    let replies: [JSONObject]

    init(_ method: String, _ mode: Mode = .single, wants: JSONObject, replies: [JSONObject]) {
        self.method = method
        self.mode = mode
        self.wants = wants
        self.replies = replies
    }
}

/// The turns from Test01 to End; the values are those that the certification programs expect.
enum CertificationRound {
    static let steps: [CertificationStep] = {
        let several: JSONObject = [
            "bool": false, "int": 2, "float": .init(floatLiteral: .pi),
            "string": "a lot of string",
        ]
        let map: JSON = ["foo": "Foo", "bar": "Bar"]
        let set: JSON = ["one": [:], "two": [:], "three": [:]]
        let lines = (1...10).map { "Reply number \($0)" }
        return [
            .init("Test01", wants: [:], replies: [["bool": true]]),
            .init("Test02", wants: ["bool": true], replies: [["int": 1]]),
            .init("Test03", wants: ["int": 1], replies: [["float": 1.0]]),
            .init("Test04", wants: ["float": 1.0], replies: [["string": "ping"]]),
            .init("Test05", wants: ["string": "ping"], replies: [several]),
            .init("Test06", wants: several, replies: [["struct": .object(several)]]),
            .init("Test07", wants: ["struct": .object(several)], replies: [["map": map]]),
            .init("Test08", wants: ["map": map], replies: [["set": set]]),
            .init("Test09", wants: ["set": set], replies: [["mytype": eachType(map, set)]]),
            .init(
                "Test10", .more, wants: ["mytype": eachType(map, set)],
                replies: lines.map { ["string": .string($0)] }),
            .init(
                "Test11", .oneway, wants: ["last_more_replies": .array(lines.map(JSON.string))],
                replies: [[:]]),
            .init("End", wants: [:], replies: [["all_ok": true]]),
        ]
    }()

    private static func eachType(_ map: JSON, _ set: JSON) -> JSON {
        [
            "object": [
                "method": "org.varlink.certification.Test09", "parameters": ["map": map],
            ],
            "enum": "two",
            "struct": ["first": 1, "second": "2"],
            "array": ["one", "two", "three"],
            "dictionary": map,
            "stringset": set,
            "interface": [
                "foo": [
                    nil, ["foo": "foo", "bar": "bar"], nil, ["one": "foo", "two": "bar"],
                ],
                "anon": ["foo": true, "bar": false],
            ],
        ]
    }
}

extension JSON {
    /// Whether both mean the same on the socket: numbers by value, null as absent.
    func isEquivalent(to other: JSON) -> Bool {
        switch (self, other) {
        case (.object(let left), .object(let right)):
            let names = Set(left.names + right.names)
            return names.allSatisfy {
                (left[$0] ?? .null).isEquivalent(to: right[$0] ?? .null)
            }
        case (.array(let left), .array(let right)):
            return left.count == right.count
                && zip(left, right).allSatisfy { $0.isEquivalent(to: $1) }
        case (.integer, .number), (.number, .integer), (.number, .number):
            return doubleValue == other.doubleValue
        default: return self == other
        }
    }
}
