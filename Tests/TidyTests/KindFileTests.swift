import Testing

/// A file stands for its kind: whoever replaces a name in its path finds the files of another kind.
/// No kind may hide in the file of another.
@Suite("Files that stand for a kind") struct KindFileTests {
    /// The names of the Swift files in a directory, without what is before and after the kind's.
    private func kinds(in directory: String, _ prefix: String, _ suffix: String) -> [String] {
        Repository.names(in: directory)
            .filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix + ".swift") }
            .map { String($0.dropFirst(prefix.count).dropLast(suffix.count + 6)) }.sorted()
    }

    @Test func everyCommandIsInItsFileOrItsParents() {
        let files = Repository.swiftFiles(below: "Sources/soteria/Commands")
        #expect(!files.isEmpty)
        for file in files {
            let name = file.path.split(separator: "/").last.map(String.init) ?? ""
            let kind = name.replacing("Command.swift", with: "")
            for line in file.lines where line.hasPrefix("struct ") {
                let type = line.dropFirst(7).prefix { $0.isLetter }
                guard type.hasSuffix("Command"), !line.contains("<") else { continue }
                #expect(type.hasPrefix(kind), "\(type) is in \(name)")
            }
        }
    }

    @Test func factsHaveTheirReportsAndExamplesInFilesOfTheSameName() {
        let topics = kinds(in: "Sources/Engine/Record", "", "Facts")
        #expect(topics.count > 5)
        #expect(kinds(in: "Sources/soteriad/Facts", "FactReporter+", "Facts") == topics)
        #expect(kinds(in: "Tests/EngineTests/Record", "FactNames+", "Facts") == topics)
    }

    @Test func everyFactIsDescribedForClientsAndShownOnThePageOfTheRecord() throws {
        let cases = try Repository.file("Sources/Engine/Record/Fact.swift").lines
            .drop { !$0.hasPrefix("package enum Fact:") }.prefix { $0 != "}" }
        let facts = cases.compactMap { line -> String? in
            let words = line.split(separator: " ").drop { $0 == "indirect" }
            guard words.first == "case", let name = words.dropFirst().first else { return nil }
            return String(name.prefix { $0.isLetter })
        }
        #expect(facts.count > 50)
        let interface = try Repository.file("Sources/API/org.soteria.daemon.varlink").lines
            .filter { $0.hasPrefix("#   ") }
        let described = Set(interface.flatMap { $0.split { !$0.isLetter } }.map(String.init))
        let page = try Repository.file("Sources/Dashboard/Record/EventKinds.swift").text
        for fact in facts {
            #expect(described.contains(fact), "\(fact)")
            #expect(page.contains("\"\(fact)\""), "\(fact)")
        }
    }

    @Test func everyInterfaceHasItsShapeAndItsExamples() {
        let interfaces = Repository.names(in: "Sources/API").filter { $0.hasSuffix(".varlink") }
            .compactMap { $0.split(separator: ".").dropLast().last.map(String.init) }.sorted()
        #expect(!interfaces.isEmpty)
        let shapes = kinds(in: "Tests/APITests/Shapes", "Shapes+", "").map { $0.lowercased() }
        #expect(shapes.sorted() == interfaces)
        let examples = kinds(in: "Tests/APITests", "Examples+", "").map { $0.lowercased() }
        #expect(Set(interfaces).subtracting(examples) == [])
    }

    @Test func everySectionWithKeysIsReadInAFileOfItsOwn() {
        // A plan's keys are those of `plans`, and the common ones belong to several sections.
        let fields = kinds(in: "Sources/RuleFiles/Description/Fields", "", "Fields")
        let sections = kinds(in: "Sources/RuleFiles/Decoding/Sections", "Draft+", "")
        for kind in fields where kind != "Common" {
            #expect(sections.contains { $0 == kind || $0 == kind + "s" }, "Draft+\(kind).swift")
        }
    }
}
