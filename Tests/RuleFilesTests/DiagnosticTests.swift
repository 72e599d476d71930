import Foundation
import Testing

@testable import RuleFiles

@Suite struct DiagnosticTests {
    @Test func coloursOnDemand() {
        let diagnostic = Diagnostic(
            severity: .error, file: "a.yaml", line: 3, column: 2, message: "wrong",
            suggestion: "right",
            excerpt: Diagnostic.Excerpt(text: " x", caret: 1),
            notes: [Diagnostic.Note(file: "b.yaml", line: 1, column: 1, message: "see here")])
        #expect(
            diagnostic.rendered(color: false) == """
                a.yaml:3:2: error: wrong; did you mean "right"?
                 x
                 ^
                b.yaml:1:1: note: see here
                """)
        #expect(
            diagnostic.rendered(color: true) == """
                \u{1b}[1ma.yaml:3:2: \u{1b}[31merror: \u{1b}[0m\u{1b}[1mwrong; did you mean \
                "right"?\u{1b}[0m
                 x
                 \u{1b}[1;32m^\u{1b}[0m
                \u{1b}[1mb.yaml:1:1: \u{1b}[36mnote: \u{1b}[0msee here
                """)
        #expect(diagnostic.description == "a.yaml:3:2: error: wrong; did you mean \"right\"?")
    }

    @Test func aFileAsAWholeHasNoPlace() {
        let diagnostic = Diagnostic(
            severity: .warning, file: "/etc/x", line: 0, column: 0, message: "odd")
        #expect(diagnostic.rendered(color: false) == "/etc/x: warning: odd")
    }

    @Test func controlCharactersNeverReachTheTerminal() {
        let diagnostic = Diagnostic(
            severity: .error, file: "a\u{1b}[2J", line: 1, column: 1,
            message: "x\u{7}\u{9b}y\u{202e}",
            suggestion: "\u{1b}]0;title")
        let rendered = diagnostic.rendered(color: false)
        #expect(
            rendered
                == "a\u{FFFD}[2J:1:1: error: x\u{FFFD}\u{FFFD}y\u{FFFD}; did you mean "
                + "\"\u{FFFD}]0;title\"?"
        )
    }

    @Test func jsonIsFlatAndComesBack() throws {
        let loading = load("plan: fre")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(loading.diagnostics)
        #expect(
            String(decoding: data, as: UTF8.self) == """
                [{"column":7,"excerpt":{"caret":6,"text":"plan: fre"},"file":"a.yaml","line":1,\
                "message":"there is no plan \\"fre\\"","notes":[],"severity":"error",\
                "suggestion":"free"}]
                """)
        #expect(
            try JSONDecoder().decode([Diagnostic].self, from: data) == loading.diagnostics)
    }

    @Test func tabsAndWideCharactersKeepTheCaretInPlace() {
        expect(
            "plan:\t\t\"日本\"\t# x\ntagets: {}\n",
            says: """
                a.yaml:1:8: error: there is no plan "日本"
                plan:  "日本" # x
                       ^
                a.yaml:2:1: error: unknown key "tagets"; did you mean "targets"?
                tagets: {}
                ^
                2 errors
                """)
    }

    @Test func longLinesAreCutAroundThePlace() throws {
        let many = (0..<1000).map { "a\($0).com" }.joined(separator: ", ")
        let loading = load(
            "targets: {a: {sites: [\(many), b..c, \(many.replacing("a", with: "d"))]}}")
        let first = try #require(loading.diagnostics.first { $0.severity == .error })
        let lines = first.rendered(color: false).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1].count == 122 && lines[1].hasPrefix("…") && lines[1].hasSuffix("…"))
        let caret = try #require(lines[2].firstIndex(of: "^"))
        let offset = lines[2].distance(from: lines[2].startIndex, to: caret)
        #expect(lines[1].dropFirst(offset).hasPrefix("b..c"))
    }

    @Test func thousandsOfErrorsAreCounted() throws {
        let text = "targets: {a: {sites: [" + String(repeating: "-x, ", count: 2000) + "]}}"
        let loading = load(text)
        #expect(loading.diagnostics.count == 501)
        let last = try #require(loading.diagnostics.last)
        #expect(last.description == "a.yaml: error: 1500 more problems are not shown")
        #expect(loading.ruleSet == nil)
        #expect(loading.errors == 2000 && loading.warnings == 0)
        #expect(loading.rendered(color: false).hasSuffix("\n2000 errors\n"))
    }

    @Test func warningsBeyondTheLimitAreNoErrors() {
        let sites = String(repeating: "a.com, ", count: 1001)
        let loading = load("targets: {a: {sites: [\(sites)]}}")
        #expect(loading.ruleSet != nil)
        #expect(loading.errors == 0 && loading.warnings == 1000)
    }

    @Test func countsAreInWords() {
        #expect(load("plan: premium").rendered(color: false) == "")
        #expect(load("targets: {a: {sites: [a]}}").rendered(color: false).hasSuffix("1 warning\n"))
        #expect(
            load("plan: x\ntargets: {a: {sites: [a, b]}}").rendered(color: false)
                .hasSuffix("1 error, 2 warnings\n"))
    }
}
