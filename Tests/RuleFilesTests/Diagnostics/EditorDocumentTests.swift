import Engine
import Foundation
import RuleModel
import Testing

@testable import RuleFiles

/// Diagnostics for editors: ranges from 0, in UTF-16, by file.
@Suite struct EditorDocumentTests {
    private func loading(_ texts: (path: String, text: String)...) -> RuleLoadResult {
        RuleLoader(zones: zones).load(
            sources: defaults + texts.map { RuleText(path: $0.path, layer: 2, text: $0.text) })
    }

    private func diagnostics(_ text: String) -> [EditorDiagnostic] {
        loading(("/r/a.yaml", text)).documents.first { $0.uri == "file:///r/a.yaml" }?
            .diagnostics ?? []
    }

    /// `line:character-line:character` of each, with what stands there.
    private func ranges(_ text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return diagnostics(text).map { diagnostic in
            let (start, end) = (diagnostic.range.start, diagnostic.range.end)
            #expect(start.line == end.line)
            let line = Array(lines[start.line].utf16)
            let part = String(decoding: line[start.character..<end.character], as: UTF16.self)
            return "\(start.line):\(start.character)-\(end.character) \(part)"
        }
    }

    @Test(arguments: [
        ("plan: fre\n", ["0:6-9 fre"]),
        ("tagets: {}\nplan: 'fre' # x\n", ["0:0-6 tagets", "1:6-11 'fre'"]),
        ("plan: \"fre\n", ["1:0-0 "]),
        ("features: {x: \"'日本😀' == nope\"}\n", ["0:25-29 nope"]),
        ("features: {x: \"'e\u{301}😀' == nope.a_b\"}\n", ["0:25-33 nope.a_b"]),
        ("unblock:\n  grant: 2d\n", ["1:9-11 2d"]),
        ("features:\n  x: local.hour >= 22 &\n", ["1:22-23 &"]),
        ("features:\n  x: local.hour >\n", ["1:17-17 "]),
        ("\"tagets\": {}\n", ["0:0-8 \"tagets\""]),
    ])
    func rangesHoldTheWord(text: String, expected: [String]) {
        #expect(ranges(text) == expected)
    }

    @Test func everyFileHasItsDiagnostics() throws {
        let documents = loading(
            ("/r/a.yaml", "plan: free\n"), ("/r/ü b.yaml", "tagets: {}\nplan: free\n")
        ).documents
        #expect(
            documents.map(\.uri) == [
                "soteria:default/auto-protection.yaml", "soteria:default/plans.yaml",
                "soteria:default/risk.yaml", "soteria:default/unblock.yaml", "file:///r/a.yaml",
                "file:///r/%C3%BC%20b.yaml",
            ])
        #expect(documents.dropLast().allSatisfy { $0.diagnostics.isEmpty })
        let found = try #require(documents.last).diagnostics
        #expect(found.map(\.severity) == [1, 1] && found.allSatisfy { $0.source == "soteria" })
        #expect(found[0].data?.suggestion == "targets")
        #expect(found[0].message == "unknown key \"tagets\"; did you mean \"targets\"?")
        #expect(found[1].data == nil)
        let related = try #require(found[1].relatedInformation.first)
        #expect(related.location.uri == "file:///r/a.yaml")
        #expect(related.location.range.start == EditorDiagnostic.Place(line: 0, character: 0))
        #expect(related.location.range.end == EditorDiagnostic.Place(line: 0, character: 4))
        #expect(related.message == "also set here")
    }

    @Test func aWarningHasSeverity2() {
        let found = diagnostics("features: {idle: local.hour > 3}\n")
        #expect(found.map(\.severity) == [2])
        #expect(found.map(\.range.start.character) == [11])
    }

    @Test func aFileThatCannotBeReadIsNamed() throws {
        let scratch = try Scratch()
        try scratch.write([0xff, 0xfe], to: "a.yaml")
        let documents = RuleLoader(zones: zones).load(
            RuleDirectories(overriding: [scratch.path])
        ).documents
        let last = try #require(documents.last)
        #expect(last.uri == "file://\(scratch.path)/a.yaml")
        #expect(
            last.diagnostics.map(\.range.start) == [EditorDiagnostic.Place(line: 0, character: 0)])
        #expect(
            last.diagnostics.map(\.range.end) == [EditorDiagnostic.Place(line: 0, character: 0)])
    }

    @Test func aListOfSitesHasItsPlaces() throws {
        let scratch = try Scratch()
        let list = try scratch.write("a.example\nnot a host!\n", to: "list.txt")
        let file = try scratch.write(
            "targets: {a: {sites_from: list.txt}}\n", to: "a.yaml")
        let loading = RuleLoader(zones: zones).load(RuleDirectories(files: [file]))
        let told = try #require(loading.diagnostics.first { $0.file == list })
        let document = try #require(loading.documents.first { $0.uri == "file://\(list)" })
        let start = try #require(document.diagnostics.first).range.start
        #expect(told.line == 2 && told.column >= 1)
        #expect(start.line == told.line - 1 && start.character == told.column - 1)
    }

    /// The members and their names are the protocol's.
    @Test func jsonIsTheProtocols() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let documents = loading(("/r/a.yaml", "plan: fre\n")).documents
        let document = try #require(documents.last)
        #expect(
            String(decoding: try encoder.encode(document), as: UTF8.self) == """
                {"diagnostics":[{"data":{"suggestion":"free"},"message":"there is no plan \
                \\"fre\\"; did you mean \\"free\\"?","range":{"end":{"character":9,"line":0},\
                "start":{"character":6,"line":0}},"relatedInformation":[],"severity":1,\
                "source":"soteria"}],"uri":"file:///r/a.yaml"}
                """)
        let data = try encoder.encode(documents)
        #expect(try JSONDecoder().decode([EditorDocument].self, from: data) == documents)
    }
}
