import Foundation
import Testing

@testable import Dashboard

/// One catalogue, in which nothing is missing and nothing is left over.
@Suite struct TextsTests {
    private let texts = Texts(
        language: "en",
        sections: [
            "section": [
                "plain": "Plain", "saved": "{amount} saved of {target}", "brace": "a { b",
                "moments.one": "{count} moment", "moments.other": "{count} moments",
            ]
        ])

    @Test func placesAreFilledInOnePass() {
        #expect(texts("section.plain") == "Plain")
        #expect(
            texts("section.saved", ["amount": "{target}", "target": "9"]) == "{target} saved of 9")
        #expect(texts("section.saved", ["amount": "1"]) == "1 saved of {target}")
        #expect(texts("section.brace", ["b": "x"]) == "a { b")
    }

    @Test func countsChooseTheirText() {
        #expect(texts("section.moments", count: 1) == "1 moment")
        #expect(texts("section.moments", count: 0) == "0 moments")
        #expect(texts("section.moments", count: 1000, ["count": "1,000"]) == "1,000 moments")
    }

    @Test(arguments: ["section.none", "nowhere.plain", "plain", ""])
    func whatIsMissingIsSeen(key: String) {
        #expect(texts(key) == key)
    }

    @Test func noPersonReadsThePseudoTexts() {
        #expect(texts.pseudo("section.plain") == "⟦Plåîñ~⟧")
        let saved = texts.pseudo("section.saved", ["amount": "1", "target": "2"])
        #expect(saved.contains("1 šåvéd øf 2"))
    }

    @Test func bothTextsOfACountHaveTheSamePlaces() throws {
        for (section, texts) in try Texts.english().sections {
            for key in texts.keys where key.hasSuffix(".one") {
                let other = String(key.dropLast(4)) + ".other"
                let many = try #require(texts[other], "\(section).\(other)")
                var places = Self.places(in: many)
                places.remove("count")
                #expect(
                    Self.places(in: texts[key] ?? "").subtracting(["count"]) == places,
                    "\(section).\(key)")
            }
        }
    }

    @Test func everyTextThatIsAskedForIsThere() throws {
        let texts = try Texts.english()
        let used = try Self.used()
        #expect(used.count > 100)
        for key in used.sorted() {
            let isThere = texts.text(key) != nil || texts.text(key + ".other") != nil
            #expect(isThere, "\(key)")
        }
    }

    @Test func everyTextIsAskedFor() throws {
        let used = try Self.used()
        let prefixes = try Self.prefixes()
        for (section, texts) in try Texts.english().sections {
            for key in texts.keys.sorted() {
                let name = "\(section).\(key)"
                let plain = name.replacing(/\.(one|other)$/, with: "")
                let isUsed =
                    used.contains(plain) || used.contains(name)
                    || prefixes.contains { name.hasPrefix($0) } || Self.done(key)
                #expect(isUsed, "\(name)")
            }
        }
    }

    /// Whether a text is said after a form was sent: `?done=saved`, `?done=debugged.\(action)`, or
    /// one of several that are chosen from.
    private static func done(_ key: String) -> Bool {
        let stem = key.split(separator: ".").first.map(String.init) ?? key
        let names =
            stem == key
            ? ["done=\(key)", "\"\(key)\""] : ["done=\(stem).\\(", "\"\(stem).\\("]
        let sources = (try? sources(".swift")) ?? []
        return sources.contains { source in names.contains { source.contains($0) } }
    }

    private static func places(in text: String) -> Set<String> {
        Set(text.matches(of: /\{([a-zA-Z]+)\}/).map { String($0.1) })
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Dashboard").resolvingSymlinksInPath()

    private static func sources(_ ending: String = "") throws -> [String] {
        let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
        return try (files ?? []).filter {
            ending.isEmpty
                ? $0.hasSuffix(".swift") || $0.hasSuffix(".mustache") : $0.hasSuffix(ending)
        }.map { try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8) }
    }

    /// The keys that templates and sources name whole.
    private static func used() throws -> Set<String> {
        let templates = try sources(".mustache").flatMap { text in
            text.matches(of: /\{\{[#^]?t\.([a-zA-Z]+\.[a-zA-Z0-9]+)\}\}/).map { String($0.1) }
        }
        let sections = try Set(Texts.english().sections.keys)
        let code = try sources(".swift").flatMap { text in
            text.matches(of: /"([a-zA-Z]+\.[a-zA-Z0-9_.]+)"/).map { String($0.1) }
        }.filter { key in sections.contains { key.hasPrefix("\($0).") } }
        return Set(templates + code)
    }

    /// The beginnings of keys that sources put together: `"home.level.\(level)"`.
    private static func prefixes() throws -> Set<String> {
        Set(
            try sources(".swift").flatMap { text in
                text.matches(of: /"([a-zA-Z]+\.[a-zA-Z0-9_.]*)\\\(/).map { String($0.1) }
            })
    }
}
