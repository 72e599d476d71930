import Foundation
import Testing

@testable import Localization

/// Each program has a file of all its texts in English, which begins every translation.
///
/// `SOTERIA_REGENERATE=1 swift test --filter CatalogueTests` writes those files again.
@Suite struct CatalogueTests {
    @Test(arguments: Translated.allCases)
    func englishHasExactlyTheTextsOfTheSources(program: Translated) throws {
        let english = Catalogue(english: try program.sources().map(\.source))
        #expect(english.texts.count > 50)
        let file = program.directory.appending(path: "en.json")
        if ProcessInfo.processInfo.environment["SOTERIA_REGENERATE"] == "1" {
            try english.json.write(to: file, atomically: true, encoding: .utf8)
        }
        let stored = try String(contentsOf: file, encoding: .utf8)
        #expect(
            stored == english.json,
            "\(file.path) is stale: SOTERIA_REGENERATE=1 swift test --filter CatalogueTests")
        #expect(Translation(catalogue: Array(stored.utf8)) != nil)
    }

    @Test(arguments: Translated.allCases)
    func translationsFitTheirTexts(program: Translated) throws {
        let english = Catalogue(english: try program.sources().map(\.source))
        for (name, json) in try program.catalogues() {
            #expect(english.problems(of: try Catalogue(json: json)) == [], "\(name)")
        }
    }

    /// Braces in a text would be taken for a value's place.
    @Test(arguments: Translated.allCases)
    func everyPlaceholderStandsForAValue(program: Translated) throws {
        for (path, source) in try program.sources() {
            for text in SourceTexts(source).found {
                let values = Set((0..<text.values).map { "{\($0 + 1)}" })
                #expect(Catalogue.places(in: text.key) == values, "\(path): \(text.key)")
            }
        }
    }

    /// A stored text would keep the language in which it was read first.
    @Test(arguments: Translated.allCases)
    func noTextIsStored(program: Translated) throws {
        for (path, source) in try program.sources() {
            let stored = source.matches(of: /static let \w+[^{}@]*?\blocalized\(/)
            #expect(stored.isEmpty, "\(path): \(stored.map(\.output))")
        }
    }

    @Test func mistakesOfATranslationAreSeen() throws {
        let english = Catalogue(english: [
            #"localized("\(a) of \(b) "); localized("All"); localized("None")"#
        ])
        let good = #"{"{1} of {2} ": "{2}: {1} ", "All": "Alle {a}"}"#
        #expect(english.problems(of: try Catalogue(json: good)) == [])
        let wrong = [
            #"{"Each": "Jede"}"#, #"{"{1} of {2} ": "{3} "}"#, #"{"All": "{1}"}"#,
            #"{"{1} of {2} ": "{1} von {2}"}"#, #"{"All": "\nAlle"}"#,
        ]
        for json in wrong {
            #expect(english.problems(of: try Catalogue(json: json)).count == 1, "\(json)")
        }
        #expect(throws: (any Error).self) { try Catalogue(json: #"{"All": "1", "All": "2"}"#) }
    }
}

@Suite struct SourceTextsTests {
    private func keys(_ source: String) -> [String] { SourceTexts(source).found.map(\.key) }

    @Test func textsAreFoundInOrder() {
        #expect(
            keys(
                #"""
                let a = "not one", b = localized("One") // localized("comment")
                /* localized("a /* nested */ comment") */
                f(.localized("Two"), LocalizedText("Three"), unlocalized("no"), "no")
                """#) == ["One", "Two", "Three"])
    }

    @Test func valuesBecomeNumbers() {
        #expect(
            keys(#"localized("\(a) and \(f("x", [1: "y"])), \(localized("in \(b)"))")"#)
                == ["in {1}", "{1} and {2}, {3}"])
        #expect(
            SourceTexts(#"localized("\(a)\(b)")"#).found == [.init(key: "{1}{2}", values: 2)])
    }

    @Test func everyTextOfACallCounts() {
        #expect(
            keys(#"localized(count: f("x"), one: "\(.count) day", other: "\(.count) days")"#)
                == ["{1} day", "{1} days"])
        #expect(keys(#"localized(isOne ? "One" : "Two")"#) == ["One", "Two"])
    }

    @Test func escapesAndLinesAreThoseOfSwift() {
        #expect(keys(#"localized("\"a\"\t\\\n\u{201c}")"#) == ["\"a\"\t\\\n\u{201c}"])
        let source = #"""
                localized(
                    """
                    One \
                    line, "\(x)"
                      indented
                    last

                    """)
            """#
        #expect(keys(source) == ["One line, \"{1}\"\n  indented\nlast\n"])
    }
}
