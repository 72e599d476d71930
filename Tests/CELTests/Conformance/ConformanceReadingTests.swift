import CEL
import Foundation
import Testing

/// The reader of conformance files finds what passes and what does not; on lines of its own.
struct ConformanceReadingTests {
    static func failure(_ line: String) throws -> String? {
        try JSONDecoder().decode(ConformanceCase.self, from: Data(line.utf8)).failure()
    }

    @Test(arguments: [
        #"{"id":"1","expr":"1 + 1","expect":{"kind":"value","value":{"t":"int","v":"2"}}}"#,
        #"{"id":"2","expr":"1u","expect":{"kind":"value","value":{"t":"uint","v":"1"}}}"#,
        #"{"id":"3","expr":"0.5","expect":{"kind":"value","value":{"t":"double","v":"0.5"}}}"#,
        #"{"id":"4","expr":"0.0/0.0","expect":{"kind":"value","value":{"t":"double","v":"nan"}}}"#,
        #"{"id":"5","expr":"null","expect":{"kind":"value","value":{"t":null}}}"#,
        #"{"id":"6","expr":"b'a'","expect":{"kind":"value","value":{"t":"bytes","v":"YQ=="}}}"#,
        #"{"id":"7","expr":"int","expect":{"kind":"value","value":{"t":"type","v":"int"}}}"#,
        #"{"id":"8","expr":"1 / 0","expect":{"kind":"error","messages":["zero"]}}"#,
        #"{"id":"9","expr":"1 + 'a'","expect":{"kind":"error","messages":["overload"]}}"#,
        #"{"id":"10","expr":"[1]","expect":{"kind":"type"},"checkOnly":true,"expectType":"list(int)"}"#,
    ])
    func passing(line: String) throws {
        #expect(try Self.failure(line) == nil)
    }

    @Test(arguments: [
        (
            #"{"id":"1","expr":"1","expect":{"kind":"value","value":{"t":"int","v":"2"}}}"#,
            "1, expected 2"
        ),
        (
            #"{"id":"2","expr":"1","expect":{"kind":"value","value":{"t":"uint","v":"1"}}}"#,
            "1, expected 1u"
        ),
        (
            #"{"id":"3","expr":"0.0","expect":{"kind":"value","value":{"t":"double","v":"-0.0"}}}"#,
            "0.0, expected -0.0"
        ),
        (#"{"id":"4","expr":"1","expect":{"kind":"error","messages":[]}}"#, "1, expected an error"),
        (
            #"{"id":"5","expr":"1 / 0","expect":{"kind":"value","value":{"t":"int","v":"0"}}}"#,
            "division by zero"
        ),
        (
            #"{"id":"6","expr":"x","expect":{"kind":"value","value":{"t":"int","v":"0"}}}"#,
            "issues: 0: undeclared reference to 'x'"
        ),
        (
            #"{"id":"7","expr":"1","expect":{"kind":"type"},"checkOnly":true,"expectType":"uint"}"#,
            "type int, expected uint"
        ),
    ])
    func failing(line: String, message: String) throws {
        #expect(try Self.failure(line) == message)
    }

    @Test func declarationsAndBindings() throws {
        let line = #"""
            {"id":"1","expr":"x.k + f(y)[0] + z","container":"n",
             "decls":[{"name":"n.x","type":"map(string, int)"},{"name":"y","type":"int"},
                      {"name":"f","overloads":[{"id":"f","params":["T"],"result":"list(T)"}]}],
             "bindings":{"z":{"t":"int","v":"1"}},"checkOnly":true,
             "expect":{"kind":"type"},"expectType":"int"}
            """#
        #expect(try Self.failure(line) == nil)
    }

    @Test func boundValues() throws {
        let line = #"""
            {"id":"1","expr":"m.k == [d, t]","disableCheck":true,
             "bindings":{"d":{"t":"duration","s":"-1","n":-500000000},
                         "t":{"t":"timestamp","s":"60","n":0},
                         "m":{"t":"map","v":[[{"t":"string","v":"k"},{"t":"list","v":[
                             {"t":"duration","s":"-1","n":-500000000},
                             {"t":"timestamp","s":"60","n":0}]}]]}},
             "expect":{"kind":"value","value":{"t":"bool","v":true}}}
            """#
        #expect(try Self.failure(line) == nil)
    }

    @Test(arguments: [
        ("int", CELType.int),
        ("list", .list(.dyn)),
        ("list(int)", .list(.int)),
        ("map(string, list(dyn))", .map(.string, .list(.dyn))),
        ("type(int)", .type(.int)),
        ("google.protobuf.Timestamp", .timestamp),
        ("duration", .duration),
        ("null_type", .null),
        ("T", .parameter("T")),
        ("pair(A, int)", .opaque("pair", [.parameter("A"), .int])),
    ])
    func types(text: String, type: CELType) throws {
        #expect(try CELType(conformance: text) == type)
    }

    @Test(arguments: ["list(", "list(int", "int)", "map(int, string) x"])
    func malformedTypes(text: String) {
        #expect(throws: Malformed.self) { try CELType(conformance: text) }
    }

    @Test(arguments: [
        #"{"t":"int","v":"x"}"#,
        #"{"t":"uint","v":"-1"}"#,
        #"{"t":"timestamp","s":"999999999999999","n":0}"#,
        #"{"t":"duration","s":"999999999999999","n":0}"#,
        #"{"t":"object","v":{}}"#,
        #"{"t":"map","v":[[{"t":"list","v":[]},{"t":null}]]}"#,
    ])
    func malformedValues(json: String) {
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(ConformanceValue.self, from: Data(json.utf8))
        }
    }
}
