/// Comparisons of two operands of one scalar type, without boxing.
///
/// A variable against a constant, the commonest condition, is no call of other closures. Relations
/// are types, not closures, so that each is compiled into the closure that uses it.
enum ScalarComparison {
    /// Nil for other operators and for what is no number.
    static func code(
        _ name: String, _ representation: Representation, _ left: Code, _ right: Code
    ) -> Code? {
        if representation == .int || representation == .duration,
            let (slot, constant) = slotAndConstant(left, right),
            let test = RangeTest(name, slot, constant)
        {
            return .range(test)
        }
        return switch name {
        case Operator.equal: code(Equal.self, representation, left, right)
        case Operator.notEqual: code(NotEqual.self, representation, left, right)
        case Operator.less: code(Less.self, representation, left, right)
        case Operator.lessOrEqual: code(LessOrEqual.self, representation, left, right)
        case Operator.greater: code(Greater.self, representation, left, right)
        case Operator.greaterOrEqual: code(GreaterOrEqual.self, representation, left, right)
        default: nil
        }
    }

    private static func code<R: Relation>(
        _: R.Type, _ representation: Representation, _ left: Code, _ right: Code
    ) -> Code? {
        switch representation {
        case .int, .duration: ints(R.self, left, right)
        case .uint: uints(R.self, left, right)
        case .double: doubles(R.self, left, right)
        case .bool, .boxed: nil
        }
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
    /// The comparison if a variable may be unset; separate, so that the usual path needs no frame.
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
