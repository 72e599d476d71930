import API
import Foundation
import Testing
import Varlink

/// The comments of the interface files stand on the Swift types too, word for word.
@Suite struct DocumentationTests {
    private static let folders = [
        "org.soteria.protection": "Protection", "org.soteria.unblock": "Unblock",
        "org.soteria.prompts": "Prompts", "org.soteria.risk": "Risk",
        "org.soteria.quiethours": "QuietHours", "org.soteria.targets": "Targets",
        "org.soteria.usage": "Usage", "org.soteria.checkin": "CheckIn",
        "org.soteria.budgets": "Budgets", "org.soteria.metrics": "Metrics",
        "org.soteria.goals": "Goals",
        "org.soteria.rules": "Rules", "org.soteria.daemon": "Daemon",
    ]

    @Test(arguments: InterfaceFiles.all)
    func everyCommentIsFoundInTheSources(text: String) throws {
        let description = try InterfaceDescription(text)
        let folder = try #require(Self.folders[description.name])
        let said = try Self.documentation(in: folder)
        for comment in Self.comments(of: description) {
            #expect(said.contains(comment), "\(description.name): \(comment)")
        }
    }

    @Test func aCommentIsComparedByItsWords() {
        #expect(Self.words("a\n  b: c,\n\n d") == "a b: c, d")
        #expect(Self.words(" - a\n   b\n - c-d") == "a b c-d")
        #expect(Self.words("").isEmpty)
    }

    /// What a folder's doc comments say, in words.
    private static func documentation(in folder: String) throws -> String {
        let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/API/\(folder)")
        let files = try FileManager.default.contentsOfDirectory(
            at: place, includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "swift" }
        let lines = try files.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                .map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix("///") }
                .map { String($0.dropFirst(3)) }
        }
        return words(lines.joined(separator: "\n"))
    }

    private static func comments(of description: InterfaceDescription) -> [String] {
        let members = description.types + description.errors
        let structures =
            description.methods.flatMap { [$0.parameters, $0.reply] } + members.map(\.type)
        let inner = structures.flatMap { type in
            switch type {
            case .structure(let fields): fields.map(\.comment)
            case .enumeration(let values): values.map(\.comment)
            default: [String]()
            }
        }
        return
            ([description.comment] + description.methods.map(\.comment)
            + members.map(\.comment) + inner).map(words)
    }

    /// The words of a comment, without how it is broken into lines and the marks of its lists.
    static func words(_ comment: String) -> String {
        comment.split(whereSeparator: \.isWhitespace).filter { $0 != "-" }
            .joined(separator: " ")
    }
}
