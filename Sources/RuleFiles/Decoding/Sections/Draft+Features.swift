import CEL
import RuleModel

extension Draft {
    /// `features: {NAME: "condition"}`: conditions that others can use by name, in any order.
    mutating func decodeFeatures(_ entry: Mapping.Entry) {
        let entries = keyedEntries(entry, of: "features").filter { isFeatureName($0) }
        let byName = Dictionary(
            entries.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        var order = FeatureOrder(
            needs: entries.reduce(into: [:]) { $0[$1.key] = needs(of: $1, byName) })
        for cycle in order.sort(entries.map(\.key)) { report(cycle: cycle, byName) }
        for name in order.sorted {
            guard let entry = byName[name] else { continue }
            guard let condition = condition(entry.value) else {
                faultyFeatures.insert(name)
                continue
            }
            featureUses[name] = restrictedUses(of: condition.program, in: entry.value)
            environment.define(name, as: condition.program)
            features[name] = condition.text
        }
    }

    private func needs(of entry: Mapping.Entry, _ byName: [String: Mapping.Entry]) -> [String] {
        environment.roots(in: entry.value.scalar?.text ?? "").filter { byName[$0] != nil }
    }

    private mutating func report(cycle: [String], _ byName: [String: Mapping.Entry]) {
        faultyFeatures.formUnion(cycle)
        guard let first = cycle.first, let entry = byName[first] else { return }
        let path = (cycle + [first]).joined(separator: " → ")
        findings.error(
            "the feature \"\(first)\" depends on itself: \(path)", at: entry.keyAt,
            notes: cycle.dropFirst().compactMap { name in
                byName[name].map { (at: $0.keyAt, message: "\"\(name)\" is defined here") }
            })
    }

    private mutating func isFeatureName(_ entry: Mapping.Entry) -> Bool {
        let isWord = entry.key.utf8.enumerated().allSatisfy { offset, byte in
            byte.isWord && (offset > 0 || !byte.isDigit)
        }
        // A name on its own shows if the language reserves it or a variable has it.
        let isTaken =
            RuleVariable.roots.contains(entry.key)
            || environment.variables.contains { variable in
                variable.name.prefix { $0 != "." } == entry.key
            }
        if !isWord {
            findings.error(
                "the feature \"\(entry.key)\" cannot be used in conditions; a feature's name can "
                    + "contain only letters, digits and _, and cannot begin with a digit",
                at: entry.keyAt)
        } else if isTaken || !isFree(entry.key) {
            findings.error(
                "the name \"\(entry.key)\" already has a meaning in conditions; choose another "
                    + "name",
                at: entry.keyAt)
        } else {
            return true
        }
        return false
    }

    private func isFree(_ name: String) -> Bool {
        guard case .success(let parsed) = environment.parse(name),
            parsed.freeIdentifiers.map(\.name) == [name],
            case .failure = environment.compile(name)
        else { return false }
        return true
    }
}

/// Sorts features so that each comes after those that it needs.
struct FeatureOrder {
    let needs: [String: [String]]
    /// The features without a cycle, in order.
    private(set) var sorted: [String] = []
    private var state: [String: Visit] = [:]

    private enum Visit { case open, done }

    init(needs: [String: [String]]) { self.needs = needs }

    /// Sorts the features; returns each cycle, beginning with the feature that was visited first.
    ///
    /// Uses an explicit stack, because thousands of features may each need the previous one.
    mutating func sort(_ names: [String]) -> [[String]] {
        var cycles: [[String]] = []
        var cyclic: Set<String> = []
        for name in names where state[name] == nil {
            var path = [(name: name, next: 0)]
            state[name] = .open
            while let (current, next) = path.last {
                let needed = needs[current] ?? []
                guard next < needed.count else {
                    state[current] = .done
                    if !cyclic.contains(current) { sorted.append(current) }
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                switch state[needed[next]] {
                case .done: break
                case nil:
                    state[needed[next]] = .open
                    path.append((needed[next], 0))
                case .open:
                    let cycle = path.map(\.name).drop { $0 != needed[next] }
                    if cyclic.isDisjoint(with: cycle) { cycles.append(Array(cycle)) }
                    cyclic.formUnion(cycle)
                }
            }
        }
        return cycles
    }
}
