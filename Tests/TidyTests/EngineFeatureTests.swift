import Testing

/// The engine is one value to its callers, and many small features inside: no feature changes what
/// belongs to another.
@Suite("Features of the engine") struct EngineFeatureTests {
    let files = Repository.swiftFiles(below: "Sources/Engine")
    let sources = Repository.swiftFiles(below: "Sources")

    private func changes() -> [String: Set<String>] {
        EngineFeatures.owners.mapValues { EngineFeatures.changes(of: $0.type, in: sources) }
    }

    @Test func everyPropertyHasAnOwner() throws {
        let engine = try Repository.file("Sources/Engine/Core/Engine.swift")
        let properties = EngineFeatures.storedProperties(of: engine)
        #expect(properties.sorted() == EngineFeatures.owners.keys.sorted())
        #expect(properties.count <= 16)
    }

    @Test func nobodyElseWrites() {
        let changes = changes()
        expectNone(files.flatMap { EngineFeatures.foreignWrites(in: $0, changes) })
    }

    /// `State` holds the record and has no secrets; only the fold changes the engine's copy.
    @Test func membersArePrivate() throws {
        for (property, owner) in EngineFeatures.owners where property != "state" {
            let file = try #require(
                sources.first { $0.path.hasSuffix("/\(owner.type).swift") }, "\(owner.type)")
            expectNone(EngineFeatures.openMembers(of: file))
        }
    }

    /// The daemon around the engine is made of features too.
    @Test func theDaemonsMembersArePrivate() throws {
        let daemon = try Repository.file("Sources/soteriad/Core/Daemon.swift")
        let properties = EngineFeatures.storedProperties(of: daemon)
        let fixed = ["loop", "settings", "store", "journal", "engine"]
        #expect(properties.sorted() == (fixed + EngineFeatures.ofTheDaemon.keys).sorted())
        #expect(properties.count <= 14)
        for type in EngineFeatures.ofTheDaemon.values {
            let file = try Repository.file("Sources/soteriad/Core/\(type).swift")
            expectNone(EngineFeatures.openMembers(of: file))
        }
    }

    @Test(arguments: [
        "budgets = BudgetPeriods()", "self.budgets = other", "budgets.due = now",
        "budgets.review()", "engine.budgets.review()", "change(&budgets)", "budgets.known[x] = y",
        "state.switches[x] = y", "state.edits += more",
    ])
    func plantedWriteIsFound(line: String) {
        let planted = SourceFile(
            path: "Sources/Engine/Goals/Planted.swift",
            text: "extension Engine {\n    \(line)\n}\n")
        #expect(EngineFeatures.foreignWrites(in: planted, changes()).map(\.line) == [2])
    }

    @Test(arguments: [
        "let budgets = rules.budgets", "budgets.period(of: budget)", "if budgets.due == now {",
        "state.budgets.values.min()", "rules.budgets(of: target)", "reviewBudgets()",
        "for budget in rules.budgets where budget.limit == limit {",
    ])
    func whatOnlyAsksIsNotFound(line: String) {
        let planted = SourceFile(
            path: "Sources/Engine/Goals/Planted.swift",
            text: "extension Engine {\n    \(line)\n}\n")
        #expect(EngineFeatures.foreignWrites(in: planted, changes()) == [])
    }

    @Test func openMemberIsFound() {
        let planted = SourceFile(
            path: "Planted.swift",
            text: """
                struct Planted {
                    private(set) var told = 1
                    private var hidden: Int?
                    let fixed: Int
                    var open = true
                    var made: Int { hidden ?? 0 }
                }
                """)
        #expect(EngineFeatures.openMembers(of: planted).map(\.line) == [5])
        #expect(
            EngineFeatures.storedProperties(of: planted) == ["told", "hidden", "fixed", "open"])
    }
}
