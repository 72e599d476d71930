import CEL
import RuleModel

/// The use of a restricted variable by a condition or a feature.
struct VariableUse: Sendable {
    /// The variable: `mood.last`.
    var variable: String
    /// The name as written: the variable's, or that of the feature through which it is read.
    var name: String
    var at: Position
    /// The feature that names the variable directly; nil if the condition itself does.
    var origin: Origin?

    struct Origin: Sendable {
        var feature: String
        /// The variable's place in the feature's condition.
        var at: Position
    }
}

/// Checks of variables that some conditions may not read, directly or through features.
extension Draft {
    /// The condition of a factor: it cannot read the score that the factors add up to.
    mutating func factorCondition(_ node: Node) -> (program: Program, text: String)? {
        guard let condition = condition(node) else { return nil }
        let reason =
            "the condition of a factor cannot read the risk score, because the factor itself "
            + "adds to that score"
        let scores = Vocabulary.scores(in: condition.program)
        for use in uses(of: scores, in: node) {
            report(
                use, use.origin == nil ? reason : "\"\(use.name)\" reads \(use.variable); \(reason)"
            )
        }
        return scores.isEmpty ? condition : nil
    }

    /// The condition of an auto-protection: it reads automatic variables only.
    mutating func automaticCondition(_ node: Node) -> (program: Program, text: String)? {
        guard let condition = condition(node) else { return nil }
        let reported = Vocabulary.reported(in: condition.program)
        let scores = Vocabulary.scores(in: condition.program)
        for use in uses(of: reported, in: node) {
            let isScore = scores.contains(use.variable)
            let subject =
                use.origin == nil ? use.variable : "\"\(use.name)\" reads \(use.variable), which"
            report(
                use,
                "\(subject) \(isScore ? "may depend" : "depends") on what someone typed; an "
                    + "auto-protection can read only variables that \"soteria rules vars\" calls "
                    + "automatic",
                instead: isScore ? "risk.automatic" : nil)
        }
        return reported.isEmpty ? condition : nil
    }

    private mutating func report(
        _ use: VariableUse, _ message: String, instead variable: String? = nil
    ) {
        guard let origin = use.origin else {
            return findings.error(message, at: use.at, suggestion: variable)
        }
        let note =
            "\"\(origin.feature)\" reads \(use.variable) here"
            + (variable.map { "; read \($0) instead" } ?? "")
        findings.error(message, at: use.at, notes: [(at: origin.at, message: note)])
    }

    /// The restricted variables that a feature reads, each once.
    func restrictedUses(of program: Program, in node: Node) -> [VariableUse] {
        let restricted = Vocabulary.reported(in: program) + Vocabulary.scores(in: program)
        var seen: Set<String> = []
        return uses(of: restricted, in: node).filter { seen.insert($0.variable).inserted }
    }

    /// The uses of some variables in a valid condition, in the order of its text. Each variable has
    /// at least one use; if it is not found in the text, the use is at the condition's start.
    private func uses(of variables: [String], in node: Node) -> [VariableUse] {
        guard !variables.isEmpty, let scalar = node.scalar else { return [] }
        let file = findings.files[node.at.file]
        var uses: [VariableUse] = []
        if case .success(let parsed) = environment.parse(scalar.text) {
            for identifier in parsed.freeIdentifiers where uses.count < 50 {
                let name = identifier.name
                let found = found(name, of: variables)
                guard !found.isEmpty else { continue }
                let position = file.position(
                    of: identifier.offset.lowerBound, in: scalar, at: node.at)
                uses += found.map {
                    VariableUse(variable: $0.variable, name: name, at: position, origin: $0.origin)
                }
            }
        }
        for variable in variables where !uses.contains(where: { $0.variable == variable }) {
            uses.append(VariableUse(variable: variable, name: variable, at: node.at))
        }
        return uses
    }

    /// Those of the variables that a name means, or that the feature with this name reads.
    private func found(
        _ name: String, of variables: [String]
    ) -> [(variable: String, origin: VariableUse.Origin?)] {
        if variables.contains(name) { return [(name, nil)] }
        return (featureUses[name] ?? []).filter { variables.contains($0.variable) }.map { use in
            (use.variable, use.origin ?? VariableUse.Origin(feature: name, at: use.at))
        }
    }
}
