import CEL
import RuleModel

extension RuleSet {
    /// The first values of a variable on each side of what conditions compare it with, ascending,
    /// in the positions of its scale: milliseconds of a span, hours; nil where a condition does
    /// anything else with it.
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
