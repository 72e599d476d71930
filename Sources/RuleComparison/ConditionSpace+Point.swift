import CEL
import RuleModel

extension ConditionSpace {
    /// One value for every variable, at which conditions are evaluated.
    struct Point {
        private let space: ConditionSpace
        /// The values of each setting's variables.
        private var activations: [Activation]
        /// The slot of each variable in each setting; nil if the setting does not have it.
        private let slots: [[Int?]]
        /// The position of each variable; nil while it has none.
        private var positions: [Int64?]

        fileprivate init(_ space: ConditionSpace) {
            self.space = space
            activations = space.settings.map { Activation($0.environment) }
            slots = space.variables.map { variable in
                space.settings.map { $0.environment.slot(of: variable.name) }
            }
            positions = space.variables.map { _ in nil }
        }

        /// True if a condition is true here; one without a value is not.
        mutating func holds(_ index: Int) -> Bool {
            let condition = space.conditions[index]
            return
                (try? condition.program.evaluateBool(activations[condition.setting]).get())
                ?? false
        }

        mutating func truths() -> [Bool] {
            space.conditions.indices.map { holds($0) }
        }

        /// Gives a variable that was left to the caller its value in one setting.
        mutating func set(_ name: String, _ value: Value, in setting: Int) {
            activations[setting].set(name, value)
        }

        var witness: Witness {
            .values(
                space.variables.indices.map { index in
                    let variable = space.variables[index]
                    let position = positions[index] ?? variable.scale.range.lowerBound
                    return Witness.Reading(
                        name: RuleVariable(name: variable.name)?.spelling ?? variable.name,
                        value: variable.scale.value(at: position).description)
                })
        }

        fileprivate mutating func move(_ index: Int, to position: Int64) {
            guard positions[index] != position else { return }
            positions[index] = position
            let variable = space.variables[index]
            let value = variable.scale.value(at: position)
            for (setting, slot) in slots[index].enumerated() {
                if let slot { activations[setting].set(slot, value) }
            }
            if case .moment = variable.scale.unit { follow(Instant(milliseconds: position)) }
        }

        /// Sets the local time, here UTC, to that of an instant.
        private mutating func follow(_ instant: Instant) {
            let local = LocalTime(instant, in: .utc)
            let values = [
                ("local.hour", local.hour), ("local.minute", local.minute),
                ("local.weekday", local.weekday), ("local.day", local.date.day),
            ]
            for setting in activations.indices {
                for (name, value) in values {
                    activations[setting].set(name, .int(Int64(value)))
                }
            }
        }
    }

    /// Calls a closure with one point of each possible combination of cells, `mostPoints` at most,
    /// until it returns false.
    func forEachPoint(_ body: (inout Point) -> Bool) {
        var point = Point(self)
        var chosen = variables.map { _ in 0 }
        for _ in 0..<mostPoints {
            if let positions = possible(chosen) {
                for (index, position) in positions.enumerated() { point.move(index, to: position) }
                guard body(&point) else { return }
            }
            // The next combination, the first variable varying first.
            var index = 0
            while index < chosen.count {
                chosen[index] += 1
                if chosen[index] < variables[index].cells.count { break }
                chosen[index] = 0
                index += 1
            }
            if index == chosen.count { return }
        }
    }

    /// Values within the chosen cells that keep the relations; nil if there are none.
    private func possible(_ chosen: [Int]) -> [Int64]? {
        var positions = chosen.indices.map { variables[$0].cells[chosen[$0]].sample }
        for relation in relations {
            let lowest = positions[relation.lower]
            guard positions[relation.upper] < lowest else { continue }
            let cell = variables[relation.upper].cells[chosen[relation.upper]]
            guard cell.range.contains(lowest) else { return nil }
            positions[relation.upper] = lowest
        }
        return positions
    }
}
