import Foundation

/// Checks of the words of comments, file names and texts.
enum Wording {
    /// Doc comments whose first words say nothing about the thing.
    static func openings(in file: SourceFile) -> [Finding] {
        let lines = file.lines.map { $0.drop { $0 == " " } }
        return lines.indices.compactMap { index in
            let isFirst = index == 0 || !lines[index - 1].hasPrefix("///")
            guard isFirst, let opening = emptyOpenings.first(where: { lines[index].hasPrefix($0) })
            else { return nil }
            return Finding(
                file, line: index + 1,
                "begin a doc comment with the noun or the verb of the thing, not with "
                    + "\"\(opening.dropFirst(4))\"")
        }
    }

    private static let emptyOpenings = ["/// What ", "/// Whether it "]

    /// Swift files named by a gerund alone, which hides their content.
    static func gerunds(_ files: [SourceFile]) -> [Finding] {
        files.compactMap { file in
            let name = file.path.split(separator: "/").last?.dropLast(".swift".count) ?? ""
            let isOneWord = name.dropFirst().allSatisfy { $0.isLowercase }
            guard isOneWord, name.hasSuffix("ing"), !nounsInIng.contains(name) else { return nil }
            return Finding(path: file.path, "name the file by a noun, or as Type+Topic.swift")
        }
    }

    /// Type names that look like a gerund but name a thing.
    private static let nounsInIng: Set<Substring> = [
        "Drawing", "Finding", "Keyring", "Reading", "Setting",
    ]

    /// Words that must not come back, each with the better one.
    static func unwantedWords(in file: SourceFile) -> [Finding] {
        file.lines.enumerated().flatMap { number, line in
            let words = Set(
                line.lowercased().split { !$0.isLetter && $0 != "-" }.map(String.init))
            return betterWords.filter { words.contains($0.word) }.map {
                Finding(file, line: number + 1, "\($0.word): say \"\($0.better)\"")
            }
        }
    }

    // In two halves, so that this file is not a finding itself.
    private static let betterWords = [
        (word: "an" + "ew", better: "again"),
        (word: "here" + "upon", better: "then"),
        (word: "there" + "upon", better: "then"),
        (word: "there" + "of", better: "of it, with a noun"),
        (word: "where" + "in", better: "in which"),
        (word: "be" + "hold", better: "see"),
    ]
}
