import RuleModel

/// The keys whose variables conditions can read, including those of faulty entries.
struct RuleNames: Sendable {
    var targets = Declared()
    var budgets = Declared()
    var checkIns = Declared()

    struct Declared: Sendable {
        var places: [String: Position] = [:]
        /// False if the section itself could not be read, so that the keys are unknown.
        var areKnown = true

        /// True if the key is declared, or if the keys are unknown.
        func contains(_ key: String) -> Bool { !areKnown || places[key] != nil }
    }

    func keys(of figure: RuleVariable.Figure) -> Declared {
        switch figure {
        case .usageToday: targets
        case .budgetUsed, .budgetLeft: budgets
        case .checkInAnswered, .checkInYes: checkIns
        }
    }

    /// True if the rules provide a variable.
    func declare(_ variable: RuleVariable) -> Bool {
        keys(of: variable.figure).contains(variable.key)
    }
}

extension Draft {
    mutating func declare(
        _ entries: [Mapping.Entry], of section: Mapping.Entry,
        as list: WritableKeyPath<RuleNames, RuleNames.Declared> & Sendable
    ) {
        let isEmpty = section.value.map?.entries.isEmpty == true
        names[keyPath: list].areKnown = !entries.isEmpty || isEmpty
        for entry in entries { names[keyPath: list].places[entry.key] = entry.keyAt }
    }

    /// Declares the rules' variables that any condition reads. This happens before the first
    /// condition is compiled, because a program of one environment cannot be used in another.
    mutating func declareVariables(readIn root: Mapping) {
        var read: Set<String> = []
        for section in ["features", "risk", "auto_protection"] {
            guard let entry = root[section] else { continue }
            findVariables(in: entry.value, &read)
        }
        let variables = read.sorted().compactMap(RuleVariable.init).filter(names.declare)
        guard !variables.isEmpty else { return }
        environment = Vocabulary.environment(zones: zones.lookup, reading: variables)
    }

    /// Reads every text as a condition. A text that is none names no variable, or declares one too
    /// many, which is harmless.
    private func findVariables(in node: Node, _ read: inout Set<String>) {
        switch node.content {
        case .list(let list): for node in list { findVariables(in: node, &read) }
        case .map(let map): for entry in map.entries { findVariables(in: entry.value, &read) }
        case .scalar(let scalar):
            guard RuleVariable.roots.contains(where: { scalar.text.contains("\($0).") }),
                case .success(let parsed) = environment.parse(scalar.text)
            else { return }
            for identifier in parsed.freeIdentifiers {
                // A further word would be a field, which the check refuses at its place.
                let words = identifier.name.split(separator: ".").prefix(3)
                guard let root = words.first, RuleVariable.roots.contains(String(root)) else {
                    continue
                }
                read.insert(words.joined(separator: "."))
            }
        }
    }
}
