/// Comparisons of two operands of one scalar type, without boxing.
///
/// A variable against a constant, the commonest condition, is no call of other closures. Relations
/// are types, not closures, so that each is compiled into the closure that uses it.
enum ScalarComparison {
    /// The comparison that an operator stands for; nil for other operators or operands that are not
    /// both of the representation.
    static func code(
        _ name: String, _ representation: Representation, _ left: Code, _ right: Code
    ) -> Code? {
        switch representation {
        case .int, .duration: range(name, left, right) ?? ints(name, left, right)
        case .uint: uints(name, left, right)
        case .double: doubles(name, left, right)
        case .bool, .boxed: nil
        }
    }

    private static func ints(_ name: String, _ left: Code, _ right: Code) -> Code? {
        switch name {
        case Operator.equal: ints(Equal.self, left, right)
        case Operator.notEqual: ints(NotEqual.self, left, right)
        case Operator.less: ints(Less.self, left, right)
        case Operator.lessOrEqual: ints(LessOrEqual.self, left, right)
        case Operator.greater: ints(Greater.self, left, right)
        case Operator.greaterOrEqual: ints(GreaterOrEqual.self, left, right)
        default: nil
        }
    }

    private static func uints(_ name: String, _ left: Code, _ right: Code) -> Code? {
        switch name {
        case Operator.equal: uints(Equal.self, left, right)
        case Operator.notEqual: uints(NotEqual.self, left, right)
        case Operator.less: uints(Less.self, left, right)
        case Operator.lessOrEqual: uints(LessOrEqual.self, left, right)
        case Operator.greater: uints(Greater.self, left, right)
        case Operator.greaterOrEqual: uints(GreaterOrEqual.self, left, right)
        default: nil
        }
    }

    private static func doubles(_ name: String, _ left: Code, _ right: Code) -> Code? {
        switch name {
        case Operator.equal: doubles(Equal.self, left, right)
        case Operator.notEqual: doubles(NotEqual.self, left, right)
        case Operator.less: doubles(Less.self, left, right)
        case Operator.lessOrEqual: doubles(LessOrEqual.self, left, right)
        case Operator.greater: doubles(Greater.self, left, right)
        case Operator.greaterOrEqual: doubles(GreaterOrEqual.self, left, right)
        default: nil
        }
    }

    private static func range(_ name: String, _ left: Code, _ right: Code) -> Code? {
        guard let (slot, constant) = slotAndConstant(left, right) else { return nil }
        return RangeTest(name, slot, constant).map { .range($0) }
    }

    /// The slot and the raw bits of a comparison between a variable and a constant.
    private static func slotAndConstant(_ left: Code, _ right: Code) -> (slot: Int, raw: Int64)? {
        guard case .slot(let slot, let representation) = left, case .constant(let value) = right,
            let raw = representation.raw(value)
        else { return nil }
        return (slot, raw)
    }

    private static func ints<R: Relation>(_: R.Type, _ left: Code, _ right: Code) -> Code {
        let (a, b) = (left.int, right.int)
        return .bool { slots, locals throws(EvaluationError) in
            R.holds(try a(slots, locals), try b(slots, locals))
        }
    }

    private static func uints<R: Relation>(_: R.Type, _ left: Code, _ right: Code) -> Code {
        let (a, b) = (left.uint, right.uint)
        return .bool { slots, locals throws(EvaluationError) in
            R.holds(try a(slots, locals), try b(slots, locals))
        }
    }

    private static func doubles<R: Relation>(_: R.Type, _ left: Code, _ right: Code) -> Code {
        if let (slot, raw) = slotAndConstant(left, right) {
            let constant = Double(raw: raw)
            return .bool { slots, _ throws(EvaluationError) in
                guard slots.isComplete else { return try slots.test(slot, R.self, constant) }
                return R.holds(Double(raw: slots.raw[slot]), constant)
            }
        }
        let (a, b) = (left.double, right.double)
        return .bool { slots, locals throws(EvaluationError) in
            R.holds(try a(slots, locals), try b(slots, locals))
        }
    }
}

extension Slots {
    /// The comparison where a variable may be unset; apart, so that the usual path needs no frame.
    @inline(never)
    fileprivate func test<R: Relation>(
        _ slot: Int, _: R.Type, _ constant: Double
    ) throws(EvaluationError) -> Bool {
        R.holds(Double(raw: try read(slot)), constant)
    }
}

extension Double {
    /// The number that an activation's raw bits stand for.
    init(raw: Int64) { self.init(bitPattern: UInt64(bitPattern: raw)) }
}

/// A relation between two numbers of one type.
private protocol Relation: SendableMetatype {
    static func holds<T: Comparable>(_ a: T, _ b: T) -> Bool
}

private enum Equal: Relation {
    static func holds<T: Comparable>(_ a: T, _ b: T) -> Bool { a == b }
}

private enum NotEqual: Relation {
    static func holds<T: Comparable>(_ a: T, _ b: T) -> Bool { a != b }
}

private enum Less: Relation {
    static func holds<T: Comparable>(_ a: T, _ b: T) -> Bool { a < b }
}

private enum LessOrEqual: Relation {
    static func holds<T: Comparable>(_ a: T, _ b: T) -> Bool { a <= b }
}

private enum Greater: Relation {
    static func holds<T: Comparable>(_ a: T, _ b: T) -> Bool { a > b }
}

private enum GreaterOrEqual: Relation {
    static func holds<T: Comparable>(_ a: T, _ b: T) -> Bool { a >= b }
}
