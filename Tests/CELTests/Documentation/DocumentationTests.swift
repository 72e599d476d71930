import CEL
import Foundation
import Testing

/// The page about the library shows what is compiled here, and says what it does.
struct DocumentationTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    static func page() throws -> String {
        // The package may be reached by a link, which the path keeps.
        let root = folder.resolvingSymlinksInPath().appendingPathComponent("../../..")
        let page = root.standardizedFileURL.appendingPathComponent("docs/cel.md")
        return try String(contentsOf: page, encoding: .utf8)
    }

    /// The lines between the marks, without the indentation that they share.
    static func example() throws -> String {
        let file = folder.appendingPathComponent("Example.swift")
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        let begin = try #require(lines.firstIndex { $0.hasSuffix("// begin") })
        let end = try #require(lines.firstIndex { $0.hasSuffix("// end") })
        return lines[(begin + 1)..<end].map { String($0.dropFirst(8)) }.joined(separator: "\n")
    }

    @Test func thePageShowsTheExample() throws {
        let parts = try Self.page().components(separatedBy: "```")
        let code = try #require(parts.first { $0.hasPrefix("swift\n") })
        #expect(try code == "swift\n" + Self.example() + "\n")
    }

    @Test func theExampleSaysWhatThePageTells() throws {
        let found = try Example.run()
        #expect(found.count == 5)
        let page = try Self.page().components(separatedBy: "\n").joined(separator: " ")
        for text in found { #expect(page.contains("`\(text)`"), "\(text)") }
    }

    /// The limits in the page's table are those of an environment of which nothing else is said.
    @Test func thePageTellsTheLimits() throws {
        let page = try Self.page()
        let env = Env()
        let figures = [
            ("maxSize", env.maxSize), ("maxDepth", env.maxDepth), ("maxNodes", env.maxNodes),
        ]
        for (name, figure) in figures {
            let line = try #require(
                page.components(separatedBy: "\n").first { $0.hasPrefix("| `\(name)`") })
            #expect(
                line.replacingOccurrences(of: ",", with: "").contains("| \(figure) |"), "\(line)")
        }
        #expect(env.maxCost == .max)
    }

    /// Every function of the library `strings` is in the table.
    @Test func thePageNamesTheFunctions() throws {
        let page = try Self.page()
        for function in Library.strings.functions {
            #expect(page.contains("`\(function.name)`"), "\(function.name)")
        }
        for macro in Library.twoVariableComprehensions.macros where macro.name != "exists_one" {
            #expect(page.contains("`\(macro.name)`"), "\(macro.name)")
        }
    }
}
