import Foundation
import Varlink

/// A program's texts in one language: a file with the translation of each text, in the order of the
/// sources.
struct Catalogue {
    var texts: [(key: String, text: String)]

    /// Throws if it is no JSON object of texts, or has a key twice.
    init(json: String) throws {
        let members = try JSON(parsing: json).objectValue?.members ?? []
        texts = members.map { ($0.name, $0.value.stringValue ?? "") }
    }

    /// English, the language of the sources.
    init(english sources: [String]) {
        var seen: Set<String> = []
        texts = sources.flatMap { SourceTexts($0).found.map(\.key) }
            .filter { seen.insert($0).inserted }.map { ($0, $0) }
    }

    var json: String {
        let lines = texts.map { "  \(JSON.string($0.key).text): \(JSON.string($0.text).text)" }
        return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    }

    /// The mistakes of a translation of these texts, each after its key.
    func problems(of translation: Catalogue) -> [String] {
        let known = Set(texts.map(\.key))
        let problems = translation.texts.map { key, text in
            if !known.contains(key) { return (key, "is no text of the program") }
            if !Self.places(in: text).isSubset(of: Self.places(in: key)) {
                return (key, "has a placeholder that the English text does not have")
            }
            return (
                key, Self.ends(of: text) == Self.ends(of: key) ? "" : "begins or ends otherwise"
            )
        }
        return problems.filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1)" }
    }

    /// The placeholders, `{1}`.
    static func places(in text: String) -> Set<String> {
        Set(text.matches(of: /\{[0-9]+\}/).map { String($0.output) })
    }

    /// The white space around a text, which joins it to what stands beside it.
    private static func ends(of text: String) -> [String] {
        [
            String(text.prefix(while: \.isWhitespace)),
            String(text.reversed().prefix(while: \.isWhitespace)),
        ]
    }
}

/// A program whose texts are translated.
enum Translated: String, CaseIterable, Sendable {
    case soteria
    case agent = "soteria-agent"

    /// The modules with texts that the program shows.
    private var modules: [String] {
        switch self {
        case .soteria: ["API", "Phrasing", rawValue]
        case .agent: ["API", rawValue]
        }
    }

    private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources")

    /// The Swift sources by path.
    func sources() throws -> [(path: String, source: String)] {
        try modules.flatMap { module in
            let directory = Self.root.appending(path: module).path
            let paths = try FileManager.default.subpathsOfDirectory(atPath: directory).sorted()
            return try paths.filter { $0.hasSuffix(".swift") }.map {
                ($0, try String(contentsOfFile: "\(directory)/\($0)", encoding: .utf8))
            }
        }
    }

    /// The directory of the catalogues.
    var directory: URL { Self.root.appending(path: "\(rawValue)/Texts") }

    /// The catalogues by file name, `de.json`, as text.
    func catalogues() throws -> [(name: String, json: String)] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted().map {
            ($0, try String(contentsOf: directory.appending(path: $0), encoding: .utf8))
        }
    }
}
