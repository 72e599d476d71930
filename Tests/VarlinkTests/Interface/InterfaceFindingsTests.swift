import Testing

@testable import VarlinkIDL

@Suite("What systemd refuses, and what is undocumented")
struct InterfaceFindingsTests {
    private func findings(_ members: String) throws -> [InterfaceDescription.Finding] {
        try InterfaceDescription("interface a.b\n\(members)\n").portabilityFindings
    }

    /// Each was given to `varlinkctl validate-idl` of systemd 257, which took it.
    @Test(
        "What systemd takes",
        arguments: [
            "type T (a: int)", "type T (a, b)", "method M() -> (a: ?[]int)", "error E ()",
            "method M() -> (a: (b: int))", "method M() -> (a: [](b: int))",
            "method M() -> (a: [string](b: int))", "method M() -> (a: [](b, c))",
            "method M() -> (a: (b, c))", "method M() -> (a: ?object)",
            "method M() -> (a: []object)", "method M() -> (a_b: int)", "method M()->()",
            "type T (a: T)", "type T (A, B)", "type T (type: int, string: bool)",
            "method M() -> (a: []T)\ntype T (x)", "method M(a: int) -> () # c",
            "method M( # c\na: int) -> ()", "method M(\n# c\n\n# c\na: int) -> ()",
            "method M(a: int, # c\n# d\n b: int) -> ()", "method M(\n# c\n) -> ()",
            "type T (\n# c\na, \n# d\nb)", "type T (\n# c\na: (\n# c\n b, \n# d\nc))",
        ])
    func portable(_ members: String) throws {
        #expect(try findings(members) == [])
    }

    /// Each was given to `varlinkctl validate-idl` of systemd 257, which refused it.
    @Test(
        "What systemd refuses although the grammar allows it",
        arguments: [
            ("type T ()", 2, 6), ("method M() -> (a: [][]int)", 2, 16),
            ("method M() -> (a: [string][]int)", 2, 16), ("method M() -> (a: []?int)", 2, 16),
            ("method M() -> (a: ?[]?int)", 2, 16), ("method M() -> (a: [string]())", 2, 16),
            ("method M() -> (a: []())", 2, 16), ("method M() -> (a: ())", 2, 16),
            ("method M() -> (a: ?())", 2, 16), ("method M() -> (a: any)", 2, 16),
            ("method M(a: (b: (c: any))) -> ()", 2, 18),
            ("type M (a: int)\nmethod M() -> ()", 3, 8), ("type M (a: int)\nerror M()", 3, 7),
            ("method M() -> ()\nerror M()", 3, 7), ("error E (a: [][]int)", 2, 10),
            ("method M(a: int # c\n) -> ()", 3, 1), ("method M(a: int\n# c\n) -> ()", 4, 1),
            ("method M() # c\n -> (a: int)", 3, 2),
        ])
    func unportable(_ members: String, _ line: Int, _ column: Int) throws {
        let found = try findings(members)
        #expect(found.map(\.position) == [SourcePosition(line: line, column: column)])
        #expect(found.allSatisfy { !$0.reason.isEmpty })
    }

    @Test("Findings come in the order of the text and say where they are")
    func order() throws {
        let found = try findings("error E (a: any)\ntype T ()\nmethod M() -> (a: [][]int)")
        #expect(
            found.map(\.description) == [
                "2:10: systemd has no type `any`", "3:6: `()` used as a type",
                "4:16: an array or map within an array or map",
            ])
        let hyphens = try InterfaceDescription("interface a--b.c\n").portabilityFindings
        #expect(hyphens.map(\.reason) == ["consecutive hyphens in `a--b.c`"])
    }

    @Test("What has no comment is listed by name")
    func undocumented() throws {
        let description = try InterfaceDescription(
            """
            # It.
            interface a.b
            # T.
            type T (
              # A.
              a: int,
              b: (c: int),
              # D.
              d: ?[](
                # X.
                x,
                y
              )
            )
            method M(p: int) -> ( # not for q
              q: int)
            # E.
            error E ()
            """)
        #expect(description.undocumented == ["T.b", "T.b.c", "T.d.y", "M", "M.p", "M.q"])
        #expect(try InterfaceDescription("interface a.b\n").undocumented == ["interface"])
    }
}
