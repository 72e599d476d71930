import CEL
import RuleModel

extension ConditionSpace {
    /// The variables that the conditions of one rule set read and the features that they name.
    package final class Setting: Sendable {
        /// The environment that the conditions were compiled in, or the one that it was derived
        /// from.
        let environment: Env
        /// The features as they were parsed, by name.
        let features: [String: ParsedExpression]
        /// The type of each variable that there is, by name.
        let types: [String: CELType]

        /// Parses the text of every named condition, by name; leaves out a text that is no
        /// expression.
        package init(features: [String: String], environment: Env) {
            self.environment = environment
            self.features = features.compactMapValues { try? environment.parse($0).get() }
            types = Dictionary(
                environment.variables.map { ($0.name, $0.type) },
                uniquingKeysWith: { _, later in later })
        }

        /// The meaning of a name: itself, a feature's own expression, or nothing known.
        func meaning(of name: String) -> Meaning? {
            let plain = name.hasPrefix(".") ? String(name.dropFirst()) : name
            if let feature = features[plain] { return .feature(plain, feature) }
            return types[plain].map { .variable(plain, $0) }
        }

        enum Meaning {
            case feature(String, ParsedExpression)
            case variable(String, CELType)
        }
    }
}

extension RuleSet {
    /// The setting that this set's conditions share.
    package var setting: ConditionSpace.Setting {
        ConditionSpace.Setting(features: features, environment: risk.environment)
    }

    /// The first values of a variable on each side of what conditions compare it with, ascending,
    /// as positions of its scale: milliseconds of a span, hours; nil if it is used otherwise.
    package func thresholds(of conditions: [Program], for variable: String) -> [Int64]? {
        let setting = setting
        var found: Set<Int64> = []
        for condition in conditions where condition.references.contains(variable) {
            var reading = ConditionReading(setting)
            reading.read(condition.source)
            guard let use = reading.uses[variable], !use.isComputedWith,
                let scale = VariableScale(name: variable, type: use.type, texts: [])
            else { return nil }
            for constant in use.constants {
                for side in constant.sides {
                    guard let first = scale.first(side, constant.value) else { return nil }
                    found.insert(first)
                }
            }
        }
        return found.sorted()
    }
}
