/// The values of variables by slot, as compiled code reads them.
///
/// With five words the compiler hands it to closures by address; it must not shrink below that, or
/// each call moves all of them.
struct Slots: Sendable {
    let layout: Layout
    /// Scalars as raw bits; 0 at the slots of boxed values.
    private(set) var raw: [Int64]
    /// Boxed values; null at the slots of scalars.
    private(set) var values: [Value]
    private var isSet: [Bool]
    /// The number of slots without a value; while it is 0, reads need no check.
    private var unsetCount: Int

    init(_ layout: Layout) {
        let count = layout.variables.count
        self.layout = layout
        raw = Array(repeating: 0, count: count)
        values = Array(repeating: .null, count: count)
        isSet = Array(repeating: false, count: count)
        unsetCount = count
    }

    @inline(__always)
    mutating func set(_ slot: Int, raw bits: Int64) {
        raw[slot] = bits
        recordSet(slot)
    }

    mutating func set(_ slot: Int, boxed value: Value) {
        values[slot] = value
        recordSet(slot)
    }

    mutating func unset(_ slot: Int) {
        guard isSet[slot] else { return }
        isSet[slot] = false
        unsetCount += 1
        values[slot] = .null
    }

    func holds(_ slot: Int) -> Bool { isSet[slot] }

    @inline(__always)
    private mutating func recordSet(_ slot: Int) {
        guard !isSet[slot] else { return }
        isSet[slot] = true
        unsetCount -= 1
    }

    @inline(__always)
    var isComplete: Bool { unsetCount == 0 }

    @inline(__always)
    func read(_ slot: Int) throws(EvaluationError) -> Int64 {
        if unsetCount != 0 { try require(slot) }
        return raw[slot]
    }

    @inline(__always)
    func readBoxed(_ slot: Int) throws(EvaluationError) -> Value {
        if unsetCount != 0 { try require(slot) }
        return values[slot]
    }

    @inline(never)
    private func require(_ slot: Int) throws(EvaluationError) {
        guard isSet[slot] else { throw EvaluationError(.unsetVariable) }
    }
}

/// The macros' variables in one evaluation, by their depth, and its count of steps, if any.
final class Locals {
    private var values: [Value]
    let meter: Meter?

    init(count: Int, meter: Meter?) {
        values = Array(repeating: .null, count: count)
        self.meter = meter
    }

    /// Counts steps if there is a count.
    @inline(__always)
    func charge(_ steps: Int) throws(EvaluationError) {
        try meter?.charge(steps)
    }

    subscript(index: Int) -> Value {
        get { values[index] }
        set { values[index] = newValue }
    }
}
