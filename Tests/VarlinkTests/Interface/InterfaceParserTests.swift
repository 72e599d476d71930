import Testing

@testable import VarlinkIDL

@Suite("Interface descriptions")
struct InterfaceParserTests {
    private let ftl = """
        # Faster than light.
        #  Second line.

        # After an empty line.
        interface org.example.ftl

        # Where a ship can be.
        type Coordinate (
          # To the east.
          longitude: float,
          latitude: float, # not a field's comment
          # Away.
          # Far away.
          distance: ?int
        )
        # Detached.

        type State (idle, # the first
          # Spooling up.
          spooling,
          busy)

        # Watches a drive.
        method Monitor() -> (states: []State, log: [string]?string, raw: ?[]object)
        method Jump(to: Coordinate, options: (fast: bool, mode: (soft, hard))) -> ()

        # Not enough energy.
        error NotEnoughEnergy ()
        error ParameterOutOfRange (field: string)
        """

    @Test("Members, types and comments of a whole description")
    func whole() throws {
        let description = try InterfaceDescription(ftl)
        #expect(description.text == ftl)
        #expect(description.name == "org.example.ftl")
        #expect(description.comment == "Faster than light.\n Second line.\nAfter an empty line.")
        #expect(description.types.map(\.name) == ["Coordinate", "State"])
        #expect(description.types.map(\.comment) == ["Where a ship can be.", ""])
        #expect(description.methods.map(\.name) == ["Monitor", "Jump"])
        #expect(description.methods.map(\.comment) == ["Watches a drive.", ""])
        #expect(description.errors.map(\.name) == ["NotEnoughEnergy", "ParameterOutOfRange"])
        #expect(description.errors.map(\.comment) == ["Not enough energy.", ""])

        guard case .structure(let fields) = description.types[0].type else {
            Issue.record("Coordinate is no struct")
            return
        }
        #expect(fields.map(\.name) == ["longitude", "latitude", "distance"])
        #expect(fields.map(\.type) == [.float, .float, .nullable(.int)])
        #expect(fields.map(\.comment) == ["To the east.", "", "Away.\nFar away."])
        #expect(fields[0].position == SourcePosition(line: 10, column: 3))

        guard case .enumeration(let values) = description.types[1].type else {
            Issue.record("State is no enum")
            return
        }
        #expect(values.map(\.name) == ["idle", "spooling", "busy"])
        #expect(values.map(\.comment) == ["", "Spooling up.", ""])
    }

    @Test("Types nest as the grammar allows")
    func types() throws {
        let description = try InterfaceDescription(ftl)
        let monitor = try #require(description.method("Monitor"))
        #expect(monitor.parameters == .structure([]))
        guard case .structure(let reply) = monitor.reply else {
            Issue.record("the reply is no struct")
            return
        }
        #expect(
            reply.map(\.type) == [
                .array(.named("State")), .map(.nullable(.string)), .nullable(.array(.object)),
            ])
        #expect(description.method("monitor") == nil)
        guard case .structure(let jump) = try #require(description.method("Jump")).parameters,
            case .structure(let options) = jump[1].type,
            case .enumeration(let modes) = options[1].type
        else {
            Issue.record("Jump's options are no struct with an enum")
            return
        }
        #expect(modes.map(\.name) == ["soft", "hard"])
    }

    @Test(
        "What the grammar allows",
        arguments: [
            "", "type T (a: int)", "type T (a)", "type T ()", "method M()->()", "error E()",
            "method M () -> ()", "method M() -> (a: [][]int)", "method M() -> (a: []?int)",
            "method M() -> (a: [string]())", "method M() -> (a: ?[]?[string](x, y))",
            "method M() -> (a: any)", "method M() -> (a_b: int, a1: int, A: int)",
            "type T (a: ?T)", "type T (type: int, method: string, interface: bool, error: object)",
            "type T (string: int)", "type T (A, B, c_d)", "method M() -> (a: T) type T (x)",
            "type M (a: int) method M() -> () error M()", "\ttype T\n(\na\n:\nint\n)",
            "# only a comment", "type T (a: int)\r\n# c\r\ntype U (b: int)\r\n",
            "method M(# c\n) -> ( # d\n a: int, # e\n # f\n b: int # g\n)",
        ])
    func accepted(_ members: String) throws {
        let description = try InterfaceDescription("interface a.b\n\(members)\n")
        #expect(description.name == "a.b")
        let count = description.types.count + description.methods.count + description.errors.count
        let isBare = members.isEmpty || members.hasPrefix("#")
        #expect(isBare == (count == 0))
    }

    @Test(
        "What the grammar refuses, with the place",
        arguments: [
            ("type T (a: int,)", 2, 16), ("type T (a, b,)", 2, 14), ("error E", 3, 1),
            ("error E (a, b)", 2, 9), ("method M(a, b) -> ()", 2, 9),
            ("method M() -> (a)", 2, 15), ("method M()", 3, 1), ("method M() ()", 2, 12),
            ("method M() - > ()", 2, 12), ("method M(-> ()", 2, 10), ("method () -> ()", 2, 8),
            ("method m() -> ()", 2, 8), ("method M_a() -> ()", 2, 8),
            ("method M.a() -> ()", 2, 8), ("type T (a: b)", 2, 12), ("type T (a: Int)", 2, 12),
            ("type T (a: integer)", 2, 12), ("type T (a: ??int)", 2, 13),
            ("type T (a: [ ]int)", 2, 12), ("type T (a: [int]int)", 2, 12),
            ("type T (a: [string] )", 2, 21), ("type T (a: [string]", 3, 1),
            ("type T (a: )", 2, 12), ("type T (a: int b: int)", 2, 16),
            ("type T (a: int, b)", 2, 18), ("type T (a, b: int)", 2, 13),
            ("type T (a: int, a: int)", 2, 17), ("type T (a, b, a)", 2, 15),
            ("type T (1a: int)", 2, 9), ("type T (a__b: int)", 2, 9), ("type T (a_: int)", 2, 9),
            ("type T (_a: int)", 2, 9), ("type T (a-b, c)", 2, 9), ("type T (a.b: int)", 2, 9),
            ("type T (a: int", 3, 1), ("type T", 3, 1), ("type", 3, 1), ("type T a: int", 2, 8),
            ("type T (a: int))", 2, 16), ("enum T (a, b)", 2, 1), ("interface b.c", 2, 1),
            ("T (a: int)", 2, 1), ("type T (a: int);", 2, 16), ("type T (a = int)", 2, 11),
            ("type T (a: int)\ntype T (b: int)", 3, 6),
            ("method M() -> ()\nmethod M() -> ()", 3, 8),
            ("error E()\nerror E()", 3, 7), ("type T (a: \"int\")", 2, 12),
            ("type Té (a: int)", 2, 7), ("error E()\nmethod M(a: E) -> ()", 3, 13),
            ("type T (a: int) /* c */", 2, 17),
        ])
    func refused(_ members: String, _ line: Int, _ column: Int) {
        let error = #expect(throws: InterfaceSyntaxError.self) {
            try InterfaceDescription("interface a.b\n\(members)\n")
        }
        #expect(error?.position == SourcePosition(line: line, column: column))
        #expect(error?.reason.isEmpty == false)
    }

    @Test(
        "Names of interfaces",
        arguments: [
            ("a.b", true), ("org.example.ftl", true), ("a1.b", true), ("a.1b", true),
            ("a-b.c", true), ("a--b.c", true), ("A.B", true), ("io.systemd.Foo", true),
            ("a", false), ("a.", false), (".a", false), ("a..b", false), ("a-.b", false),
            ("a.b-", false), ("1a.b", false), ("a_b.c", false), ("-a.b", false), ("a.-b", false),
            ("é.b", false), ("", false),
        ])
    func interfaceNames(_ name: String, _ isValid: Bool) {
        let text = "interface \(name)\nmethod M() -> ()\n"
        #expect(((try? InterfaceDescription(text)) != nil) == isValid)
    }

    @Test("What comes before `interface`", arguments: ["", "x", "type T (a: int)", "(", "# c"])
    func beginning(_ text: String) {
        #expect(throws: InterfaceSyntaxError.self) { try InterfaceDescription(text) }
    }

    @Test("Messages say what was expected and what was found")
    func messages() {
        func message(_ members: String) -> String? {
            do {
                _ = try InterfaceDescription("interface a.b\n\(members)")
                return nil
            } catch {
                return error.description
            }
        }
        #expect(message("type T (a: int,)") == "2:16: expected a field name, found `)`")
        #expect(message("error E") == "2:8: expected `(`, found the end of the text")
        #expect(message("type T (a: Gone)") == "2:12: the type `Gone` is not declared")
        #expect(message("type T (a: int) ;") == "2:17: unexpected \";\"")
        #expect(
            message("method M(a, b) -> ()") == "2:9: expected a struct, found an enum")
    }

    @Test("Nesting has a limit")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            "interface a.b\ntype T (a: \(String(repeating: "(a: ", count: depth))int"
                + String(repeating: ")", count: depth + 1)
        }
        _ = try InterfaceDescription(nested(60))
        #expect(throws: InterfaceSyntaxError.self) { try InterfaceDescription(nested(65)) }
        #expect(throws: InterfaceSyntaxError.self) { try InterfaceDescription(nested(200_000)) }
        let arrays = String(repeating: "[]", count: 200_000)
        #expect(throws: InterfaceSyntaxError.self) {
            try InterfaceDescription("interface a.b\ntype T (a: \(arrays)int)")
        }
    }

    @Test("No cut of a description makes the parser fail other than by a throw")
    func cuts() {
        var parsed = 0
        for length in 0...ftl.count {
            let cut = String(ftl.prefix(length))
            if (try? InterfaceDescription(cut)) != nil { parsed += 1 }
        }
        #expect(parsed > 1)
    }
}
