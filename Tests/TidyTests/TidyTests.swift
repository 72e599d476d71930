import Testing

/// Records each finding as an issue of its own, so that a test expects none.
func expectNone(_ findings: [Finding], _ location: SourceLocation = #_sourceLocation) {
    for finding in findings {
        Issue.record("\(finding.description)", sourceLocation: location)
    }
}

@Suite("Imports and calls") struct TidyTests {
    @Test func everyTargetHasARow() {
        // Module maps have no Swift code that could import.
        let folders = Set(Repository.folders(in: "Sources")).subtracting(["CCurl", "CSystemd"])
        #expect(!folders.isEmpty)
        #expect(folders.subtracting(ImportTable.rows.keys) == [])
    }

    @Test(arguments: ImportTable.rows.keys.sorted())
    func imports(target: String) throws {
        let row = try #require(ImportTable.rows[target])
        let files = Repository.swiftFiles(below: "Sources/\(target)")
        expectNone(files.flatMap { Checks.imports(of: $0, target: target, row: row) })
    }

    @Test(arguments: ImportTable.pureTargets + ["Sealing"])
    func bannedCalls(target: String) {
        let files = Repository.swiftFiles(below: "Sources/\(target)")
        #expect(!files.isEmpty)
        expectNone(files.flatMap { Checks.bannedCalls(in: $0) })
    }

    @Test(arguments: ImportTable.pureTargets)
    func coreImportsNothingOfTheSystem(target: String) throws {
        #expect(try #require(ImportTable.rows[target]).system.isEmpty)
    }
}

@Suite("Size") struct SizeTests {
    let sources = Repository.swiftFiles(below: "Sources")
    let tests = Repository.swiftFiles(below: "Tests")
    let scripts = (Repository.files(below: "Tests") + Repository.files(below: "systemd"))
        .filter { $0.path.hasSuffix(".py") || $0.text.hasPrefix("#!") }

    @Test func noFileIsTooLong() {
        expectNone(Lengths.longFiles(sources + tests + scripts))
    }

    @Test func filesAreShortOnTheWhole() {
        for files in [sources, tests] {
            #expect(Lengths.length(at: 0.5, of: files) <= Lengths.median)
            #expect(Lengths.length(at: 0.9, of: files) <= Lengths.nineInTen)
        }
    }

    @Test func noFunctionIsTooLong() {
        expectNone((sources + tests).flatMap { Lengths.longFunctions(in: $0) })
    }

    @Test func noLineIsTooLong() {
        expectNone((sources + tests + scripts).flatMap { Lengths.longLines(in: $0) })
    }
}
