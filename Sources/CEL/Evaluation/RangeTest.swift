/// A condition on one variable kept in raw bits that is a range: any comparison of an int or a
/// duration with a constant, or a bool itself.
///
/// It is data and not a closure, so that `&&` and `||` compute it in place.
struct RangeTest: Sendable {
    private let slot: Int
    private let low: Int64
    private let high: Int64
    private let isInside: Bool

    init(_ slot: Int, _ low: Int64, _ high: Int64, isInside: Bool = true) {
        self.slot = slot
        self.low = low
        self.high = high
        self.isInside = isInside
    }

    /// A bool variable's own value.
    init(bool slot: Int) {
        self.init(slot, 1, 1)
    }

    /// A variable against a constant; nil for operators that are no relation.
    init?(_ name: String, _ slot: Int, _ constant: Int64) {
        switch name {
        case Operator.equal: self.init(slot, constant, constant)
        case Operator.notEqual: self.init(slot, constant, constant, isInside: false)
        case Operator.less: self.init(slot, constant, .max, isInside: false)
        case Operator.lessOrEqual: self.init(slot, .min, constant)
        case Operator.greater: self.init(slot, .min, constant, isInside: false)
        case Operator.greaterOrEqual: self.init(slot, constant, .max)
        default: return nil
        }
    }

    /// The opposite condition.
    var negated: RangeTest { RangeTest(slot, low, high, isInside: !isInside) }

    /// True if the condition holds in an activation in which every variable has a value.
    @inline(__always)
    func holds(_ slots: Slots) -> Bool {
        let value = slots.raw[slot]
        return (value >= low && value <= high) == isInside
    }

    /// The condition alone.
    var bool: BoolCode {
        { slots, _ throws(EvaluationError) in
            guard slots.isComplete else { return try checked(slots) }
            return holds(slots)
        }
    }

    /// The condition if variables may be unset; separate, so that the usual path needs no frame.
    @inline(never)
    private func checked(_ slots: Slots) throws(EvaluationError) -> Bool {
        _ = try slots.read(slot)
        return holds(slots)
    }
}
