import CEL
import RuleModel

extension ConditionSpace {
    /// What the conditions of one rule set share: the variables that they read and the features
    /// that they name.
    package final class Setting: Sendable {
        /// What the conditions were compiled in, or what that was derived from.
        let environment: Env
        /// The features as they were parsed, by name.
        let features: [String: ParsedExpression]
        /// The type of each variable that there is, by name.
        let types: [String: CELType]

        /// - Parameters:
        ///   - features: every named condition's text, by name; one that is no expression is left
        ///     out.
        ///   - environment: what the conditions were compiled in, or what that was derived from.
        package init(features: [String: String], environment: Env) {
            self.environment = environment
            self.features = features.compactMapValues { try? environment.parse($0).get() }
            types = Dictionary(
                environment.variables.map { ($0.name, $0.type) },
                uniquingKeysWith: { _, later in later })
        }

        /// What a name stands for: itself, a feature's own expression, or nothing known.
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
    /// What this set's conditions share.
    package var setting: ConditionSpace.Setting {
        ConditionSpace.Setting(features: features, environment: risk.environment)
    }
}
