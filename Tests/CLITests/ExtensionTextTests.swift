import Foundation
import Testing

@testable import soteria

/// The catalogue of the extension's texts, and the scripts and pages that use it.
@Suite struct ExtensionTextTests {
    private struct Message: Decodable {
        struct Placeholder: Decodable {
            var content: String
        }
        var message: String
        var placeholders: [String: Placeholder]?

        /// The names of the placeholders in the text, in small letters.
        var names: Set<String> {
            Set(message.matches(of: /\$([A-Za-z0-9_]+)\$/).map { $0.1.lowercased() })
        }
    }

    /// The texts by key.
    private static func catalogue(_ language: String) throws -> [String: Message] {
        let bytes = try file("_locales/\(language)/messages.json")
        return try JSONDecoder().decode([String: Message].self, from: Data(bytes))
    }

    private static func file(_ path: String) throws -> [UInt8] {
        try #require(ExtensionFiles.all.first { $0.path == path }?.bytes)
    }

    private static func files(_ suffix: String) -> [(path: String, text: String)] {
        ExtensionFiles.all.filter { $0.path.hasSuffix(suffix) }.map {
            ($0.path, String(decoding: $0.bytes, as: UTF8.self))
        }
    }

    /// The scripts without comments, which stand on lines of their own.
    private static var scripts: [(path: String, lines: [Substring])] {
        files(".js").map { path, text in
            let lines = text.split(separator: "\n").filter { line in
                !["//", "/*", "*"].contains { line.trimmingPrefix(/\s*/).hasPrefix($0) }
            }
            return (path, lines)
        }
    }

    // MARK: Keys

    /// A call of `text` or `counted`: the keys that it may ask for, and the number of its values.
    private struct Use {
        var keys: [String]
        var values: Int

        /// Reads the arguments after the opening parenthesis.
        init(_ rest: Substring, isCounted: Bool, of catalogue: Dictionary<String, Message>.Keys) {
            var arguments = [""]
            var depth = 0
            for character in rest {
                if character == ")", depth == 0 { break }
                if "([{".contains(character) { depth += 1 }
                if ")]}".contains(character) { depth -= 1 }
                if character == ",", depth == 0 {
                    arguments.append("")
                } else {
                    arguments[arguments.count - 1].append(character)
                }
            }
            keys = arguments[0].matches(of: /"([^"]+)"/).map { String($0.1) }
            // `outcome_${outcome}` is one of several keys.
            if let prefix = arguments[0].firstMatch(of: /`(\w+)\$\{/)?.1 {
                keys += catalogue.filter { $0.hasPrefix(prefix) }
            }
            if isCounted {
                keys = keys.flatMap { key in catalogue.filter { $0.hasPrefix(key + "_") } }
            }
            values = arguments.count - 1
        }
    }

    private static func uses(of catalogue: Dictionary<String, Message>.Keys) -> [Use] {
        scripts.flatMap { path, lines in
            let script = lines.joined(separator: "\n")
            return script.matches(of: /\b(text|counted)\(/).map { call in
                Use(
                    script[call.range.upperBound...], isCounted: call.1 == "counted", of: catalogue)
            }
        }
    }

    @Test func everyTextIsThereAndUsed() throws {
        let catalogue = try Self.catalogue("en")
        var used = Set(Self.uses(of: catalogue.keys).flatMap(\.keys))
        for (_, page) in Self.files(".html") {
            used.formUnion(page.matches(of: /data-(text|label)="(\w+)"/).map { String($0.2) })
        }
        let manifest = String(decoding: try Self.file("manifest.json"), as: UTF8.self)
        used.formUnion(manifest.matches(of: /__MSG_(\w+)__/).map { String($0.1) })
        #expect(used.subtracting(catalogue.keys) == [], "they are not in the catalogue")
        #expect(Set(catalogue.keys).subtracting(used) == [], "nothing uses them")
        #expect(used.count > 90)
    }

    @Test func everyTextGetsItsValues() throws {
        let catalogue = try Self.catalogue("en")
        for use in Self.uses(of: catalogue.keys) {
            for key in use.keys {
                #expect(catalogue[key]?.names.count == use.values, "\(key)")
            }
        }
    }

    // MARK: Translations

    private static let languages = ExtensionFiles.all.compactMap { file in
        file.path.wholeMatch(of: /_locales\/(\w+)\/messages\.json/).map { String($0.1) }
    }

    @Test(arguments: languages)
    func everyPlaceholderIsDeclared(language: String) throws {
        for (key, message) in try Self.catalogue(language) {
            #expect(!message.message.isEmpty && key.wholeMatch(of: /\w+/) != nil)
            let declared = message.placeholders ?? [:]
            #expect(message.names == Set(declared.keys), "\(key)")
            let numbers = declared.values.map(\.content).sorted()
            #expect(numbers == (1...9).prefix(numbers.count).map { "$\($0)" }, "\(key)")
        }
    }

    /// A translation has the same texts, but may have other plural forms.
    @Test(arguments: languages)
    func everyTranslationIsWhole(language: String) throws {
        let english = try Self.catalogue("en")
        let other = try Self.catalogue(language)
        for (key, message) in english where !key.hasSuffix("_one") {
            #expect(
                other[key]?.placeholders?.mapValues(\.content)
                    == message.placeholders?.mapValues(\.content), "\(key)")
        }
        let forms = /_(zero|one|two|few|many)$/
        for key in other.keys where english[key] == nil {
            #expect(english[key.replacing(forms, with: "_other")] != nil, "\(key)")
        }
    }

    // MARK: Texts elsewhere

    @Test func noTextStandsInAPage() {
        for (path, page) in Self.files(".html") {
            let text = page.replacing(/<[^>]*>/, with: " ").replacing("Soteria", with: "")
            #expect(!text.contains(/[A-Za-z]/), "\(path): \(text)")
            #expect(!page.contains(/(aria-label|title|placeholder|lang|alt)="[^"]/), "\(path)")
        }
    }

    /// Sentences and words that begin with a capital letter; what goes to the console is for
    /// developers.
    @Test func noTextStandsInAScript() {
        for (path, lines) in Self.scripts {
            for line in lines where !line.contains("console.warn(") {
                let found = line.matches(of: /"[^"]*"|`[^`]*`/).map { line[$0.range] }.filter {
                    $0.contains(/[A-Za-z] [A-Za-z]|^["`][A-Z][a-z]/)
                }
                #expect(found.isEmpty, "\(path): \(line)")
            }
        }
    }
}
