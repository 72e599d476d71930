extension Compiler {
    // Logic absorbs errors: an operand that decides wins over one that fails, on either side.

    static func and(_ codes: [Code]) -> Code {
        reduce(codes) { left, right in
            let general = both(left.bool, right.bool)
            if let a = left.range, let b = right.range {
                let both = TwoRanges(a, b, general)
                return .bool { slots, locals throws(EvaluationError) in
                    guard slots.isComplete else { return try both.general(slots, locals) }
                    return both.first.holds(slots) && both.second.holds(slots)
                }
            }
            guard let (test, other) = rangeFirst(left, right) else { return .bool(general) }
            let both = RangeAndRest(test, other.bool, general)
            return .bool { slots, locals throws(EvaluationError) in
                guard slots.isComplete else { return try both.general(slots, locals) }
                return both.test.holds(slots) ? try both.rest(slots, locals) : false
            }
        }
    }

    static func or(_ codes: [Code]) -> Code {
        reduce(codes) { left, right in
            let general = either(left.bool, right.bool)
            if let a = left.range, let b = right.range {
                let either = TwoRanges(a, b, general)
                return .bool { slots, locals throws(EvaluationError) in
                    guard slots.isComplete else { return try either.general(slots, locals) }
                    return either.first.holds(slots) || either.second.holds(slots)
                }
            }
            guard let (test, other) = rangeFirst(left, right) else { return .bool(general) }
            let either = RangeAndRest(test, other.bool, general)
            return .bool { slots, locals throws(EvaluationError) in
                guard slots.isComplete else { return try either.general(slots, locals) }
                return either.test.holds(slots) ? true : try either.rest(slots, locals)
            }
        }
    }

    private static func both(_ left: @escaping BoolCode, _ right: @escaping BoolCode) -> BoolCode {
        { slots, locals throws(EvaluationError) in
            do throws(EvaluationError) {
                guard try left(slots, locals) else { return false }
            } catch {
                return try absorb(error, slots, locals, unless: true, right)
            }
            return try right(slots, locals)
        }
    }

    private static func either(
        _ left: @escaping BoolCode, _ right: @escaping BoolCode
    ) -> BoolCode {
        { slots, locals throws(EvaluationError) in
            do throws(EvaluationError) {
                guard !(try left(slots, locals)) else { return true }
            } catch {
                return try absorb(error, slots, locals, unless: false, right)
            }
            return try right(slots, locals)
        }
    }

    /// The operand that is a range, which cannot fail and so may go first on either side, and the
    /// other; nil where neither is.
    private static func rangeFirst(_ left: Code, _ right: Code) -> (RangeTest, Code)? {
        if let test = left.range { return (test, right) }
        if let test = right.range { return (test, left) }
        return nil
    }

    /// The left operand failed: the right decides, or the error stands.
    @inline(never)
    private static func absorb(
        _ error: EvaluationError, _ slots: Slots, _ locals: Locals?, unless neutral: Bool,
        _ right: BoolCode
    ) throws(EvaluationError) -> Bool {
        guard let second = try? right(slots, locals), second != neutral else { throw error }
        return second
    }

    static func not(_ code: Code) -> Code {
        if let test = code.range { return .range(test.negated) }
        let operand = code.bool
        return .bool { slots, locals throws(EvaluationError) in !(try operand(slots, locals)) }
    }

    /// Joins operands by halves, so that a long chain costs few levels of calls.
    private static func reduce(_ codes: [Code], _ join: (Code, Code) -> Code) -> Code {
        var level = codes
        while level.count > 1 {
            level = stride(from: 0, to: level.count, by: 2).map {
                $0 + 1 < level.count ? join(level[$0], level[$0 + 1]) : level[$0]
            }
        }
        let whole = level.first ?? .constant(.bool(true))
        return constants(codes) == nil ? whole : folded(whole)
    }

    /// Only the chosen branch is evaluated.
    func conditional(_ arguments: [Expression]) -> Code {
        let codes = arguments.map { code($0) }
        let condition = codes[0].bool
        if case .constant(.bool(let isTrue)) = codes[0] { return isTrue ? codes[1] : codes[2] }
        let types = (
            representation(codes[1], arguments[1]), representation(codes[2], arguments[2])
        )
        if types == (.bool, .bool) {
            let (yes, no) = (codes[1].bool, codes[2].bool)
            return .bool { slots, locals throws(EvaluationError) in
                try condition(slots, locals) ? try yes(slots, locals) : try no(slots, locals)
            }
        }
        let (yes, no) = (codes[1].value, codes[2].value)
        return .boxed { slots, locals throws(EvaluationError) in
            try condition(slots, locals) ? try yes(slots, locals) : try no(slots, locals)
        }
    }
}

extension Code {
    /// The condition as a range of one variable, where it is one.
    fileprivate var range: RangeTest? {
        switch self {
        case .range(let test): test
        case .slot(let slot, .bool): RangeTest(bool: slot)
        default: nil
        }
    }
}

// What a joined condition captures: one reference, where a dozen words would be unpacked at each
// call.

private final class TwoRanges: Sendable {
    let first: RangeTest
    let second: RangeTest
    let general: BoolCode

    init(_ first: RangeTest, _ second: RangeTest, _ general: @escaping BoolCode) {
        self.first = first
        self.second = second
        self.general = general
    }
}

private final class RangeAndRest: Sendable {
    let test: RangeTest
    let rest: BoolCode
    let general: BoolCode

    init(_ test: RangeTest, _ rest: @escaping BoolCode, _ general: @escaping BoolCode) {
        self.test = test
        self.rest = rest
        self.general = general
    }
}
