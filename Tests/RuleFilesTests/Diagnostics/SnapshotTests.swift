import Foundation
import RuleFiles
import Testing

/// Everything that is said of files with mistakes, to the letter and to the character.
///
/// `Snapshots/NAME.yaml` holds the files with marks where something is said (see
/// `MarkedSources`), `NAME.txt` what a person reads. With `SOTERIA_RECORD_SNAPSHOTS=1` in the
/// environment both are written again; what changed is then to be read before it is kept.
@Suite struct SnapshotTests {
    private static let directory =
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Snapshots").path
    static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: directory))?
        .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted() ?? []
    private static let isRecording =
        ProcessInfo.processInfo.environment["SOTERIA_RECORD_SNAPSHOTS"] == "1"

    private static func read(_ name: String) throws -> String {
        try String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
    }

    private static func load(_ marked: MarkedSources) -> RuleLoadResult {
        RuleLoader(zones: zones).load(sources: defaults + marked.sources)
    }

    @Test func thereIsOneForEachSubject() {
        #expect(Self.names.count >= 15)
    }

    @Test(arguments: names)
    func isSaidAsWritten(name: String) throws {
        let text = try Self.read("\(name).yaml")
        let marked = MarkedSources(text)
        let loading = Self.load(marked)
        let rendered = loading.rendered(color: false)
        if Self.isRecording {
            try marked.text(marking: loading)
                .write(
                    toFile: "\(Self.directory)/\(name).yaml", atomically: true, encoding: .utf8)
            try rendered.write(
                toFile: "\(Self.directory)/\(name).txt", atomically: true, encoding: .utf8)
        }
        // A note may point into the shipped files, which have no marks.
        let said = MarkedSources.said(by: loading).filter { !$0.hasPrefix("default/") }
        #expect(marked.marks.sorted() == said.sorted())
        #expect(try rendered == Self.read("\(name).txt"))
        #expect((loading.ruleSet == nil) == (loading.errors > 0))
        #expect(loading.errors + loading.warnings > 0)
    }

    /// The sections, as the loader itself names them.
    private static var sections: [String] {
        let known = load(MarkedSources("nothing-like-it: {}\n")).diagnostics.first?.message ?? ""
        let list = known.components(separatedBy: "the known keys are ").last
        return list?.components(separatedBy: ", ") ?? []
    }

    @Test func somethingIsSaidOfEverySection() throws {
        var said: Set<String> = []
        for name in Self.names {
            let marked = MarkedSources(try Self.read("\(name).yaml"))
            for diagnostic in Self.load(marked).diagnostics {
                let text = marked.sources.first { $0.path == diagnostic.file }?.text ?? ""
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                let head = lines.prefix(diagnostic.line).last { $0.first?.isLetter == true }
                said.insert(String(head?.prefix { $0 != ":" } ?? ""))
            }
        }
        #expect(Self.sections.count >= 13)
        #expect(Set(Self.sections).subtracting(said) == [])
    }

    /// The caret that is printed stands under the character that the column names.
    @Test(arguments: names)
    func caretsStandAtTheirColumns(name: String) throws {
        for diagnostic in Self.load(MarkedSources(try Self.read("\(name).yaml"))).diagnostics {
            guard let excerpt = diagnostic.excerpt else { continue }
            #expect(excerpt.text.count <= 122)
            if !excerpt.text.hasPrefix("…") { #expect(excerpt.caret == diagnostic.column - 1) }
            #expect(excerpt.caret <= excerpt.text.count)
        }
    }
}
