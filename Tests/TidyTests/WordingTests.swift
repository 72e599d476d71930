import Testing

@Suite("Words") struct WordingTests {
    let sources = Repository.swiftFiles(below: "Sources")

    @Test func docCommentsBeginWithTheThing() {
        let tests = Repository.swiftFiles(below: "Tests")
        #expect(!sources.isEmpty && !tests.isEmpty)
        expectNone((sources + tests).flatMap { Wording.openings(in: $0) })
    }

    @Test func filesAreNamedByNouns() { expectNone(Wording.gerunds(sources)) }

    @Test func unwantedWordsStayAway() {
        let files = ["Sources", "docs", "rules", "systemd"].flatMap { Repository.files(below: $0) }
        #expect(files.count > sources.count)
        expectNone(files.flatMap { Wording.unwantedWords(in: $0) })
    }

    @Test func plantedOpeningIsFound() {
        let planted = SourceFile(
            path: "Planted.swift",
            text: """
                \("///") What it holds.
                let a = 1
                    \("///") Whether it is so.
                /// The rest.
                \("///") What follows on a second line is no opening.
                // What an inner comment says is not checked.
                """)
        #expect(Wording.openings(in: planted).map(\.line) == [1, 3])
    }

    @Test func plantedGerundIsFound() {
        let files = ["A/Opening.swift", "A/Reading.swift", "A/State+Tracking.swift"]
            .map { SourceFile(path: $0, text: "") }
        #expect(Wording.gerunds(files).map(\.path) == ["A/Opening.swift"])
    }

    @Test func plantedWordIsFoundAsAWordOfItsOwn() {
        let planted = SourceFile(
            path: "p.md", text: "It is made \("an" + "ew").\nCrane wing.\n\("An" + "ew") it is.\n")
        #expect(Wording.unwantedWords(in: planted).map(\.line) == [1, 3])
    }
}
