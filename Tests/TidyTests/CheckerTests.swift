import Testing

/// Every check finds a planted violation: one that finds nothing would always pass.
@Suite("The checks themselves") struct CheckerTests {
    func file(_ text: String) -> SourceFile { SourceFile(path: "Planted.swift", text: text) }

    @Test(arguments: [
        ("import Glibc", "Glibc"), ("@testable import Engine", "Engine"),
        ("package import NIOCore", "NIOCore"), ("import struct Foundation.Date", "Foundation"),
        ("  @preconcurrency public import Dispatch", "Dispatch"),
    ])
    func importsAreSeen(line: String, module: String) {
        #expect(Checks.importedModule(line) == module)
    }

    @Test(arguments: ["let important = 1", "reimport x", "important import x"])
    func whatIsNoImportIsNotSeen(line: String) {
        #expect(Checks.importedModule(line) == nil)
    }

    @Test func plantedImportIsFound() {
        let row = ImportTable.Row(["CEL"], system: ["Glibc": "planted"])
        let planted = file("import CEL\nimport Glibc\nimport GRDB\n// import Yams\n")
        let found = Checks.imports(of: planted, target: "Engine", row: row)
        #expect(found.map(\.line) == [3])
        #expect(found.first?.message.contains("Engine may not import GRDB") == true)
    }

    @Test(arguments: [
        "let now = Date()", "let now = Date.now", "ContinuousClock().now", "Int.random(in: 1...6)",
        "UUID().uuidString",
        "Task { await x() }", "Task.detached {}", "DispatchQueue.main.async {}",
        "FileManager.default",
    ])
    func plantedCallIsFoundWithItsReason(line: String) {
        let found = Checks.bannedCalls(in: file("func f() {\n    \(line)\n}\n"))
        #expect(!found.isEmpty && found.allSatisfy { $0.line == 2 })
        #expect(found.first?.message.contains("is banned here: the core") == true)
    }

    @Test(arguments: [
        "CivilDate()", "value.nowhere", "reading.now", "case .now:", "randomness", "MyUUID()",
        "Tasks()", "subTask",
        "\"Date() and .now\"", "// Task { }", "/* UUID() /* nested */ Date() */",
        "\"\"\"\n  FileManager\n  \"\"\"", "#\"Dispatch \"quoted\" \"#", "\"\\(a(\"Task\"))\"",
    ])
    func whatOnlyLooksLikeACallIsNotFound(line: String) {
        #expect(Checks.bannedCalls(in: file(line)) == [])
    }

    @Test func codeAfterAStringIsStillCode() {
        let found = Checks.bannedCalls(in: file("f(\"\\\"\", \"a\\(b)c\", Date())"))
        #expect(found.count == 1)
    }

    @Test func plantedWordIsFound() {
        let words = ["TO" + "DO", "FIX" + "ME", "/work" + "/shared"]
        let found = Checks.forbiddenWords(in: file(words.joined(separator: "\n")))
        #expect(found.map(\.line) == [1, 2, 3])
    }

    @Test func plantedFileAtTheTopIsFound() {
        let ignored = SourceFile(path: ".gitignore", text: "/Package.resolved\n*.swp\n")
        let names = ["Package.swift", "Package.resolved", ".ci", "notes.txt", "Scripts"]
        let found = Checks.strayNames(names, ignored: ignored)
        #expect(found.map(\.path) == ["notes.txt", "Scripts"])
    }

    @Test func lengthsAreCountedAsAnEditorDoes() {
        #expect(file("").lineCount == 0)
        #expect(file("a\nb\n").lineCount == 2)
        #expect(file("a\nb").lineCount == 2)
        let lengths = [1, 2, 3, 4, 100].map { file(String(repeating: "x\n", count: $0)) }
        #expect(Lengths.length(at: 0.5, of: lengths) == 3)
        #expect(Lengths.length(at: 0.9, of: lengths) == 100)
    }

    @Test func longFileAndLongLineAreFound() {
        let long = file(String(repeating: "x\n", count: 601))
        #expect(Lengths.longFiles([long, file("x\n")]).count == 1)
        let wide = String(repeating: "x", count: 101)
        let planted = file("short\n\(wide)\n// \(wide)\nlet quoted = \"\(wide)\"\n")
        #expect(Lengths.longLines(in: planted).map(\.line) == [2, 3])
        let script = SourceFile(path: "run", text: "echo \"\(wide)\"\n")
        #expect(Lengths.longLines(in: script).map(\.line) == [1])
    }

    @Test(arguments: [
        "func f(a: () -> Void = {}) {", "    init?(_ x: Int) {", "var value: Int {",
        "static func g<T>() -> T\nwhere T: Equatable\n{", "subscript(index: Int) -> Int {",
    ])
    func longFunctionIsFound(head: String) {
        let body = String(repeating: "    work(\"}\")\n", count: 70)
        let planted = file("struct S {\n\(head)\n\(body)}\n}\n")
        #expect(Lengths.longFunctions(in: planted).map(\.line) == [2])
    }

    @Test func requirementsAndShortFunctionsAreNotFound() {
        let filler = String(repeating: "// filler\n", count: 80)
        let planted = file("protocol P {\n    func f()\n    func g()\n}\n\(filler)func h() {}\n")
        #expect(Lengths.functions(in: SwiftCode(planted.text)).map(\.length) == [1])
    }

    @Test func invariantsAreHeldByTestsThatExist() {
        let page = SourceFile(
            path: ArchitecturePage.path,
            text: """
                Architecture Invariant: it is so (always). (Some/holds)
                Architecture Invariant: it is so too. (Other/holds)
                Architecture Invariant: it is so in Python. (Case/test_it)
                Architecture Invariant: nobody holds this.
                """)
        let (named, nameless) = ArchitecturePage.invariants(of: page)
        #expect(named.map(\.suite) == ["Some", "Other", "Case"])
        #expect(nameless.map(\.line) == [4])
        let tests = [
            SourceFile(path: "A.swift", text: "@Suite struct Some {\n@Test func holds() {}\n}"),
            SourceFile(path: "B.swift", text: "struct Other {\nfunc holdsNot() {}\n}"),
            SourceFile(path: "c.py", text: "class Case(Base):\n    def test_it(self):\n"),
        ]
        #expect(ArchitecturePage.missingTests(named, in: tests).map(\.line) == [2])
    }

    @Test func filesAndTestsOfAPageAreRead() {
        let page = SourceFile(
            path: ArchitecturePage.path,
            text: """
                See `Core/A.swift` (Some/holds), [a page](docs/page.md) and `Tests/b.py` (it/1).
                (Case/test_it) `one two/three`, `*.md/x`, (`Core/C.swift`) ──►
                """)
        let tests = ArchitecturePage.namedTests(of: page)
        #expect(tests.map(\.test) == ["holds", "1", "test_it"])
        #expect(tests.map(\.line) == [1, 1, 2])
        let files: Set = ["Sources/Core/A.swift", "Tests/b.py"]
        let missing = ArchitecturePage.missingFiles(of: page) { files.contains($0) }
        #expect(missing.map(\.message) == ["there is no Core/C.swift"])
        #expect(ArchitecturePage.wordCount(of: page) == 13)
    }

    @Test func rowsOfTheSecurityPageWithoutTests() {
        let page = SourceFile(
            path: SecurityPage.path,
            text: """
                | what they try | test | what remains |
                |---|---|---|
                | a | `S/t` and `Q/gone` | |
                | b | it is so | |
                | c | nothing | all of it |

                | file | mode |
                |---|---|
                | d | 600 |
                """)
        let (named, nameless) = SecurityPage.promises(of: page)
        #expect(named.map(\.test) == ["t", "gone"])
        #expect(nameless.map(\.line) == [4])
        let tests = [SourceFile(path: "T.swift", text: "struct S {\n    func t() {}\n}")]
        let missing = ArchitecturePage.missingTests(named, in: tests, path: page.path)
        #expect(missing.map(\.message) == ["there is no test Q/gone"])
        #expect(missing.map(\.path) == [SecurityPage.path])
    }

    @Test func tableOfThePageIsRead() {
        let page = SourceFile(
            path: "docs/inside.md",
            text: """
                | target | imports |
                |---|---|
                | `CEL` | nothing |
                | `CThing`, `Thing` | CEL, Logging |
                """)
        let table = ArchitecturePage.importTable(of: page)
        #expect(table["CEL"] == [])
        #expect(table["Thing"] == ["CThing", "CEL", "Logging"])
    }

    @Test func targetThatNothingNamesIsFound() {
        let manifest = SourceFile(path: "Package.swift", text: "library(\"CEL\")")
        let page = SourceFile(path: ArchitecturePage.path, text: "`CEL` and `Other`")
        let found = ArchitecturePage.unnamedTargets(
            ["CEL", "Other"], page: page, manifest: manifest)
        #expect(found.map(\.path) == ["Other"])
    }

    @Test func folderThatNothingNamesIsFound() {
        let page = SourceFile(path: ArchitecturePage.inside, text: "`Core` and Other")
        let found = ArchitecturePage.unnamedFolders(
            ["Sources/T/Core", "Sources/T/Other"], page: page)
        #expect(found.map(\.path) == ["Sources/T/Other"])
    }

    @Test func registeredInterfacesAreRead() {
        let unit = SourceFile(
            path: "x.socket", text: "[Socket]\nSymlinks=%t/r/b.c\nSymlinks=%t/r/a.b\n#Symlinks=x\n")
        #expect(UnitFileTests.registered(unit) == ["a.b", "b.c"])
    }
}
