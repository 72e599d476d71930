import CEL

/// Numbers for conditions by meaning: the names of features are expanded, parentheses and spaces
/// are ignored. Conditions of one number are true at the same values.
struct ConditionNumbering {
    private let settings: [ConditionSpace.Setting]
    private var numbers: [String: Int] = [:]
    /// The number of each feature that was met, by setting.
    private var features: [[String: Int]]

    init(_ settings: [ConditionSpace.Setting]) {
        self.settings = settings
        features = settings.map { _ in [:] }
    }

    mutating func number(of source: String, in setting: Int) -> Int {
        guard let parsed = try? settings[setting].environment.parse(source).get() else {
            return number("unreadable \(source)")
        }
        numberFeatures(of: parsed, setting)
        return number(parsed.root, parsed, setting)
    }

    /// Numbers the features that an expression names, those first that they name themselves;
    /// without recursion, as they may stand for one another many times over.
    private mutating func numberFeatures(of parsed: ParsedExpression, _ setting: Int) {
        var open: Set<String> = []
        var stack = names(in: parsed, setting)
        while let name = stack.last {
            guard features[setting][name] == nil, let feature = settings[setting].features[name]
            else {
                stack.removeLast()
                continue
            }
            let missing = names(in: feature, setting).filter { features[setting][$0] == nil }
            // A feature that leads back to itself is in no rule file; it keeps its own name.
            if missing.isEmpty || !open.insert(name).inserted {
                features[setting][name] = number(feature.root, feature, setting)
                stack.removeLast()
            } else {
                stack += missing
            }
        }
    }

    private func names(in parsed: ParsedExpression, _ setting: Int) -> [String] {
        parsed.freeIdentifiers.map(\.name).filter { settings[setting].features[$0] != nil }
    }

    private mutating func number(
        _ node: Expression, _ parsed: ParsedExpression, _ setting: Int
    ) -> Int {
        if let name = node.qualifiedName {
            let plain = name.hasPrefix(".") ? String(name.dropFirst()) : name
            return features[setting][plain] ?? number("name \(plain)")
        }
        switch node.kind {
        case .literal(let value):
            return number("\(value.type) \(value)")
        case .call(let function, let target, let arguments):
            let operands = ((target.map { [$0] } ?? []) + arguments)
                .map { number($0, parsed, setting) }
            return number("\(target == nil ? "call" : "method") \(function) \(operands)")
        case .list(let elements):
            return number("list \(elements.map { number($0, parsed, setting) })")
        default:
            // Word by word, with the numbers of the named features.
            let meanings = names(in: parsed, setting).map { features[setting][$0] ?? -1 }
            return number("\(parsed.text(of: node) ?? "") \(meanings)")
        }
    }

    private mutating func number(_ meaning: String) -> Int {
        if let known = numbers[meaning] { return known }
        numbers[meaning] = numbers.count
        return numbers.count - 1
    }
}
