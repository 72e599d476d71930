/// The properties of `Engine`, each with the folder that owns it. Only that folder changes it; the
/// others ask it, or call a method of the engine that the folder has.
enum EngineFeatures {
    /// The owners' folders below Sources/Engine, with the types that declare the properties'
    /// content.
    static let owners: [String: (folder: String, type: String)] = [
        "state": ("Core", "State"), "clock": ("Core", "TrustedClock"),
        "zones": ("Core", "ZoneState"), "resumption": ("Core", "Resumption"),
        "outbox": ("Core", "Outbox"), "rules": ("Edits", "RulesInForce"),
        "edits": ("Edits", "EditSets"), "targetProtections": ("Restrictions", "TargetProtections"),
        "dirtyTargets": ("Restrictions", "DirtyTargets"),
        "scheduleQueue": ("QuietHours", "ScheduleQueue"),
        "riskWatch": ("Risk", "RiskWatch"), "unblocking": ("Unblocking", "UnblockProgress"),
        "switching": ("Switches", "SwitchesUnderWay"), "uses": ("Usage", "Uses"),
        "checkIns": ("CheckIns", "CheckInWatch"), "budgets": ("Budgets", "BudgetPeriods"),
    ]

    /// The properties of `Daemon` that change, with the types that declare their content.
    static let ofTheDaemon = [
        "clock": "MachineClock", "rules": "RuleState", "record": "RecordState",
        "followers": "Followers", "places": "PlaceFollowers", "connections": "Connections",
        "replies": "ReplyCache", "work": "BackgroundWork", "phase": "DaemonPhase",
    ]

    /// The names of the stored properties that a file declares, outside of nested types.
    static func storedProperties(of file: SourceFile) -> [String] {
        declarations(in: file).map(\.name)
    }

    /// The stored members of a feature's type that another file could change.
    static func openMembers(of file: SourceFile) -> [Finding] {
        declarations(in: file)
            .filter { !$0.words.contains { $0.hasPrefix("private") || $0 == "fileprivate" } }
            .filter { $0.words.contains("var") }
            .map { Finding(file, line: $0.line, "\($0.name) can be changed from other files") }
    }

    private static func declarations(
        in file: SourceFile
    ) -> [(name: String, words: [Substring], line: Int)] {
        SwiftCode(file.text).lines.enumerated().compactMap { number, line in
            let words = line.split(whereSeparator: { " :".contains($0) })
            guard line.hasPrefix("    "), !line.hasPrefix("     "), !line.contains("static "),
                let keyword = words.firstIndex(where: { $0 == "var" || $0 == "let" }),
                words[..<keyword].allSatisfy({ modifiers.contains($0) }), words.count > keyword + 1,
                !line.hasSuffix("}"), !line.hasSuffix("{") || line.contains("= "),
                line.contains(":") || line.contains("=")
            else { return nil }
            return (String(words[keyword + 1]), Array(words[...keyword]), number + 1)
        }
    }

    private static let modifiers: Set<Substring> = [
        "package", "internal", "private", "private(set)", "internal(set)", "fileprivate",
        "nonisolated",
    ]

    /// The names of the methods that change a value of a type, as its files declare them.
    static func changes(of type: String, in sources: [SourceFile]) -> Set<String> {
        let own = sources.filter { file in
            let name = file.path.split(separator: "/").last ?? ""
            return name == "\(type).swift" || name.hasPrefix("\(type)+")
        }
        return Set(own.flatMap { SwiftCode($0.text).lines.compactMap(changingMethod) })
    }

    private static func changingMethod(_ line: String) -> String? {
        guard let range = line.firstRange(of: "mutating func ") else { return nil }
        let name = line[range.upperBound...].prefix { $0 != "(" && $0 != "<" }
        return String(name.filter { $0 != "`" })
    }

    /// The places where the engine's extensions in a file change a property that another folder
    /// owns; `changes` are the methods that change each property.
    static func foreignWrites(in file: SourceFile, _ changes: [String: Set<String>]) -> [Finding] {
        var isInEngine = false
        return SwiftCode(file.text).lines.enumerated().flatMap { number, line -> [Finding] in
            if line.hasPrefix("extension ") || line.hasPrefix("struct ") {
                isInEngine = line.hasPrefix("extension Engine ")
            }
            return owners.compactMap { property, owner in
                guard !file.path.hasPrefix("Sources/Engine/\(owner.folder)/"),
                    writes(line, property, changes[property] ?? [], bare: isInEngine)
                else { return nil }
                return Finding(
                    file, line: number + 1, "only \(owner.folder) may change \(property)")
            }
        }
    }

    /// True if a line assigns a property, or calls one of the methods that change it; `bare` if the
    /// name alone refers to the property.
    private static func writes(
        _ line: String, _ property: String, _ changes: Set<String>, bare: Bool
    ) -> Bool {
        var rest = line[...]
        while let range = rest.firstRange(of: property) {
            let before = line[..<range.lowerBound]
            rest = line[range.upperBound...]
            let isMember =
                before.hasSuffix("engine.") || bare && before.hasSuffix("self.")
                || bare && !(before.last.map { isPartOfName($0) || $0 == "." } ?? false)
            let isDeclared = ["let ", "var ", "case "].contains { before.hasSuffix($0) }
            guard isMember, !isDeclared, !(rest.first.map(isPartOfName) ?? false) else { continue }
            if before.hasSuffix("&") { return true }
            let path = rest.prefix { isPartOfName($0) || ".[]?!".contains($0) }
            let after = rest.dropFirst(path.count)
            if isAssignment(after) { return true }
            let called = path.split(separator: ".").first.map(String.init) ?? ""
            if after.hasPrefix("("), changes.contains(called) { return true }
        }
        return false
    }

    private static func isAssignment(_ text: Substring) -> Bool {
        [" = ", " += ", " -= ", " ="].contains { text.hasPrefix($0) } && !text.hasPrefix(" ==")
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
