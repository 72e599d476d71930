import CEL
import RuleModel

/// Conditions over one set of cells: the range of every variable is cut where a condition compares
/// it with a constant, and a point of each combination of cells decides for the whole of it.
///
/// Arithmetic on a variable with many values (`unblocks.today * 2 > 5`) cannot be decided so; the
/// points that are looked at may still show a counterexample.
package struct ConditionSpace: Sendable {
    /// The conditions, each with the index of its setting.
    let conditions: [(program: Program, setting: Int)]
    let settings: [Setting]
    /// The variables that are looked at; those of the first conditions vary first.
    let variables: [VariableCells]
    let relations: [VariableRelation]
    /// The reason why a claim that holds at every point is not proven; nil if it is.
    let doubt: String?
    let mostPoints: Int
    /// The number of evaluations that a point counts as: one for each condition, more for costly
    /// ones.
    package let weight: Int

    package enum Verdict: Hashable, Sendable {
        /// The claim holds for all values.
        case holds
        /// The claim fails at these values, which can occur.
        case fails(Witness)
        /// Nothing is known, for a reason in words.
        case undecided(String)
    }

    /// A space of conditions, of type bool, compiled in the setting's environment or in one that
    /// was derived from it. At most `maxCells` combinations are looked at, and at most so many that
    /// they and the conditions multiplied are `maxSteps`, with costly conditions counted as many.
    package init(
        _ programs: [Program], in setting: Setting, maxCells: Int = 100_000,
        maxSteps: Int = 1_000_000
    ) {
        self.init(programs.map { ($0, 0) }, in: [setting], maxCells: maxCells, maxSteps: maxSteps)
    }

    /// A space of conditions of several settings, in which some variables are left to the caller.
    init(
        _ conditions: [(program: Program, setting: Int)], in settings: [Setting],
        without derived: Set<String> = [], maxCells: Int = 100_000, maxSteps: Int = 1_000_000,
        within quota: EvaluationQuota? = nil
    ) {
        self.conditions = conditions
        self.settings = settings
        var readings = settings.map { ConditionReading($0) }
        for condition in conditions { readings[condition.setting].read(condition.program.source) }
        var names: [String] = []
        for name in readings.flatMap(\.names) where !derived.contains(name) && !names.contains(name)
        {
            names.append(name)
        }
        var doubts: [String] = []
        var variables: [VariableCells] = []
        for name in Self.independent(names) {
            guard let cells = VariableCells(name, readings.compactMap { $0.uses[name] }) else {
                doubts.append("Soteria has no values of \(name) to test with")
                continue
            }
            variables.append(cells)
            if !cells.isExact { doubts.append(Self.doubt(of: cells)) }
        }
        self.variables = variables
        relations = VariableRelation.all(among: variables.map(\.name))
        let steps = min(maxSteps, quota?.left ?? maxSteps)
        weight = conditions.reduce(0) { $0 + Self.weight(of: $1.program) }
        mostPoints = min(maxCells, steps / max(1, weight))
        var points = 1
        for variable in variables where points <= mostPoints { points *= variable.cells.count }
        if points > mostPoints {
            doubts.append(
                "the conditions have more than \(mostPoints) combinations of values to test")
        }
        doubt = doubts.first
        quota?.left -= min(points, mostPoints) * weight
    }

    /// The number of evaluations that a condition counts as: more than one if it takes more steps
    /// than conditions that people write.
    private static func weight(of program: Program) -> Int {
        max(1, min(program.cost, 1 << 30) / 500)
    }

    /// The evaluations of all spaces of one comparison, so that a reload never takes long.
    final class EvaluationQuota {
        var left = 2_000_000
    }

    /// If the instant is read, the local time is its own.
    private static func independent(_ names: [String]) -> [String] {
        names.contains("now") ? names.filter { !$0.hasPrefix("local.") } : names
    }

    private static func doubt(of cells: VariableCells) -> String {
        if case .moment = cells.scale.unit {
            return "a condition uses \(cells.name) for more than the time of the week"
        }
        return "a condition calculates with \(cells.name)"
    }

    /// The condition is never true; a witness shows values at which it is.
    package func isAlwaysFalse(_ index: Int) -> Verdict {
        holdsEverywhere { point in !point.holds(index) }
    }

    /// One condition is true whenever another is; a witness shows values at which it is not.
    package func implies(_ premise: Int, _ conclusion: Int) -> Verdict {
        holdsEverywhere { point in !point.holds(premise) || point.holds(conclusion) }
    }

    /// A claim about the truth of the conditions holds everywhere; no value counts as false.
    package func holdsEverywhere(_ claim: ([Bool]) -> Bool) -> Verdict {
        holdsEverywhere { point in claim(point.truths()) }
    }

    /// A claim about a point holds at all of them.
    func holdsEverywhere(_ claim: (inout Point) -> Bool) -> Verdict {
        var witness: Witness?
        forEachPoint { point in
            if claim(&point) { return true }
            witness = point.witness
            return false
        }
        if let witness { return .fails(witness) }
        return doubt.map { .undecided($0) } ?? .holds
    }
}
