/// The variables' values for one evaluation, by slot: see ``Env/slot(of:)``.
///
/// Keep one and change it in place: setting a scalar allocates nothing. Conditions are fastest
/// if every variable has a value, even those that they do not read. Reading one without a value
/// is an ``EvaluationError`` (`unsetVariable`), setting one to a value of another type traps.
public struct Activation: Sendable {
    private(set) var slots: Slots
    var layout: Layout { slots.layout }

    /// An activation of an environment's variables, all without a value.
    public init(_ env: Env) {
        slots = Slots(env.layout)
    }

    /// Gives an `int` variable its value.
    public mutating func setInt(_ slot: Int, _ value: Int64) {
        set(slot, raw: value, .int)
    }

    /// Gives a `uint` variable its value.
    public mutating func setUInt(_ slot: Int, _ value: UInt64) {
        set(slot, raw: Int64(bitPattern: value), .uint)
    }

    /// Gives a `double` variable its value.
    public mutating func setDouble(_ slot: Int, _ value: Double) {
        set(slot, raw: Int64(bitPattern: value.bitPattern), .double)
    }

    /// Gives a `bool` variable its value.
    public mutating func setBool(_ slot: Int, _ value: Bool) {
        set(slot, raw: value ? 1 : 0, .bool)
    }

    /// Gives a `duration` variable its value.
    public mutating func setDuration(_ slot: Int, _ value: CELDuration) {
        set(slot, raw: value.nanoseconds, .duration)
    }

    /// Gives a `timestamp` variable its value.
    public mutating func setTimestamp(_ slot: Int, _ value: Timestamp) {
        guard case .timestamp = layout.variables[slot].type else {
            return set(slot, .timestamp(value))
        }
        slots.set(slot, boxed: .timestamp(value))
    }

    /// Sets the value of a variable of any type; leaves it without a value if the value is larger
    /// than ``Variable/size``.
    public mutating func set(_ slot: Int, _ value: Value) {
        precondition(isOfType(slot, value), "the value does not have the variable's type")
        assign(slot, value)
    }

    /// Sets the value of a variable by name. Returns false and does nothing if there is no such
    /// variable or it has another type. Returns false and leaves it without a value if the value is
    /// larger than ``Variable/size``.
    @discardableResult
    public mutating func set(_ name: String, _ value: Value) -> Bool {
        guard let slot = layout.slots[name], isOfType(slot, value) else { return false }
        return assign(slot, value)
    }

    /// Removes a variable's value.
    public mutating func unset(_ slot: Int) {
        slots.unset(slot)
    }

    /// A variable's value; nil if it has none.
    public func value(_ slot: Int) -> Value? {
        guard slots.holds(slot) else { return nil }
        return layout.representations[slot].value(slots.raw[slot]) ?? slots.values[slot]
    }

    @inline(__always)
    private mutating func set(_ slot: Int, raw: Int64, _ representation: Representation) {
        precondition(
            layout.representations[slot] == representation,
            "the value does not have the variable's type")
        slots.set(slot, raw: raw)
    }

    private func isOfType(_ slot: Int, _ value: Value) -> Bool {
        let wanted = layout.variables[slot].type
        if case (.string, .string) = (wanted, value) { return true }
        return wanted == .dyn || wanted.name == value.type.name
    }

    /// Sets a slot to a value of its type; returns false if the value is too large.
    @discardableResult
    private mutating func assign(_ slot: Int, _ value: Value) -> Bool {
        if let raw = layout.representations[slot].raw(value) {
            slots.set(slot, raw: raw)
            return true
        }
        let variable = layout.variables[slot]
        guard !variable.isBounded || variable.size.contains(SizeBound(of: value)) else {
            slots.unset(slot)
            return false
        }
        slots.set(slot, boxed: value)
        return true
    }
}
