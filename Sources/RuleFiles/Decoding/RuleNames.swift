import RuleModel

/// The keys that conditions can read variables of, faulty ones included.
struct RuleNames: Sendable {
    var targets = Declared()
    var budgets = Declared()
    var checkIns = Declared()

    struct Declared: Sendable {
        var places: [String: Position] = [:]
        /// Whether the keys can be relied on: not where the section itself could not be read.
        var areKnown = true

        /// Whether a key is one of them, or might be.
        func contains(_ key: String) -> Bool { !areKnown || places[key] != nil }
    }

    func keys(of figure: RuleVariable.Figure) -> Declared {
        switch figure {
        case .usageToday: targets
        case .budgetUsed, .budgetLeft: budgets
        case .checkInAnswered, .checkInYes: checkIns
        }
    }

    /// Whether the rules bring a variable along.
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

    /// Declares the variables of the rules' own that any condition reads, before the first one is
    /// compiled: what is compiled in one environment cannot be read in another.
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

    /// Every text is taken for a condition: what is none names no variable, or one too many.
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
