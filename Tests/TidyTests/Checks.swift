/// The checks themselves: functions of text, so that tests can plant violations.
enum Checks {
    /// The module that a line imports, without the words before the keyword or a symbol's kind.
    static func importedModule(_ line: String) -> String? {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard let keyword = words.firstIndex(of: "import"), keyword + 1 < words.count,
            words[..<keyword].allSatisfy({ isModifier($0) })
        else { return nil }
        let kinds: Set<Substring> = [
            "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
        ]
        let names = words[(keyword + 1)...].drop { kinds.contains($0) }
        return names.first.map { String($0.prefix { $0 != "." && $0 != ";" }) }
    }

    private static func isModifier(_ word: Substring) -> Bool {
        let access: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
        return word.hasPrefix("@") || access.contains(word)
    }

    /// Imports that the row of its target does not allow.
    static func imports(of file: SourceFile, target: String, row: ImportTable.Row) -> [Finding] {
        SwiftCode(file.text).lines.enumerated().compactMap { number, line in
            guard let module = importedModule(line), row.system[module] == nil,
                !row.imports.contains(module),
                // A target's name is the module's, with hyphens.
                !row.imports.contains(module.replacing("_", with: "-"))
            else { return nil }
            return Finding(
                file, line: number + 1,
                "\(target) may not import \(module): see the table of docs/ARCHITECTURE.md")
        }
    }

    /// Calls that the pure core must not make.
    static func bannedCalls(in file: SourceFile) -> [Finding] {
        SwiftCode(file.text).lines.enumerated().flatMap { number, line in
            ImportTable.banned.filter { contains(line, call: $0.call) }.map {
                Finding(file, line: number + 1, "\($0.call) is banned here: \($0.reason)")
            }
        }
    }

    /// True if the call is a word of its own in the line, not part of a longer name.
    private static func contains(_ line: String, call: String) -> Bool {
        var rest = line[...]
        while let range = rest.firstRange(of: call) {
            let before = line[..<range.lowerBound]
            let begins = call.hasPrefix(".") ? isOfAType(before) : !isPartOfName(before.last)
            // Dispatch is the beginning of every name of its module.
            let ends = call == "Dispatch" || call.hasSuffix(")")
            if begins && (ends || !isPartOfName(line[range.upperBound...].first)) { return true }
            rest = line[range.upperBound...]
        }
        return false
    }

    /// True if a member follows a type or a new value of one, as in `Date.now` and
    /// `ContinuousClock().now`. The `now` of a value that was passed in does not read a clock.
    private static func isOfAType(_ before: Substring) -> Bool {
        let bare = before.hasSuffix("()") ? before.dropLast(2) : before
        let name = bare.reversed().prefix { isPartOfName($0) }.reversed()
        return name.first?.isUppercase ?? false
    }

    private static func isPartOfName(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
    }

    /// Words that must not stay in any file. Each is written here in two halves, so that this file
    /// is not a finding itself.
    static func forbiddenWords(in file: SourceFile) -> [Finding] {
        let words = [
            ("TO" + "DO", "do it now, or leave the note out"),
            ("FIX" + "ME", "fix it now"),
            ("/work" + "/shared", "do not mention places outside the project"),
        ]
        return file.lines.enumerated().flatMap { number, line in
            words.filter { line.contains($0.0) }.map {
                Finding(file, line: number + 1, "\($0.0): \($0.1)")
            }
        }
    }

    /// Entries at the top of the repository that do not belong there.
    static func strayNames(_ names: [String], ignored: SourceFile) -> [Finding] {
        let places: Set<String> = [
            "Package.swift", "Sources", "Tests", "rules", "systemd", "README.md", "docs",
            "Benchmarks", "LICENSE",
        ]
        let unversioned = Set(ignored.lines.filter { $0.hasPrefix("/") }.map { $0.dropFirst() })
        return names.filter {
            !places.contains($0) && !$0.hasPrefix(".") && !unversioned.contains($0[...])
        }.map { Finding(path: $0, "does not belong at the top: see docs/ARCHITECTURE.md") }
    }
}
