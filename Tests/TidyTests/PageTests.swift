import Testing

/// Rules for the web pages and scripts that we ship: people read them, and no other origin may
/// influence them.
@Suite("Pages and their scripts") struct PageTests {
    let pages = Repository.files(below: "Sources").filter { file in
        [".js", ".html", ".css", ".mustache"].contains { file.path.hasSuffix($0) }
    }

    @Test func areShort() {
        #expect(!pages.isEmpty)
        expectNone(Lengths.longFiles(pages))
        // A template's line is as long as what it makes, since a line break there is a space.
        expectNone(
            pages.filter { !$0.path.hasSuffix(".mustache") }
                .flatMap { Lengths.longLines(in: $0) })
    }

    @Test func runNoTextAsCode() {
        let banned = [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(",
            "new Function(", "javascript:",
        ]
        expectNone(pages.flatMap { Self.lines(of: $0, holding: banned) })
    }

    @Test func loadNothingFromElsewhere() {
        let places = [
            "src=\"http", "src=\"//", "href=\"http", "url(http", "from \"http", "import(\"http",
        ]
        expectNone(pages.flatMap { Self.lines(of: $0, holding: places) })
    }

    @Test func keepScriptsInFiles() {
        let html = pages.filter { file in
            [".html", ".mustache"].contains { file.path.hasSuffix($0) }
        }
        #expect(!html.isEmpty)
        expectNone(
            html.flatMap { Self.lines(of: $0, holding: ["<script>", " onclick=", " style="]) })
    }

    /// A finding for each line that holds one of the words.
    private static func lines(of file: SourceFile, holding words: [String]) -> [Finding] {
        file.lines.enumerated().flatMap { number, line in
            words.filter { line.contains($0) }.map {
                Finding(file, line: number + 1, "\($0) is not allowed in our pages")
            }
        }
    }
}
