extension Compiler {
    // Logic absorbs errors: an operand that decides wins over one that fails, on either side.

    /// Joins by halves, so that a long chain is few calls deep; constants decide or are left out.
    static func joined<C: Connective>(_: C.Type, _ codes: [Code]) -> Code {
        var level: [Code] = []
        for code in codes {
            guard case .constant(.bool(let value)) = code else {
                level.append(code)
                continue
            }
            if value == C.decisive { return code }
        }
        if level.count == 1, level[0].representation != .bool { return .bool(level[0].bool) }
        while level.count > 1 {
            level = stride(from: 0, to: level.count, by: 2).map {
                $0 + 1 < level.count ? joined(C.self, level[$0], level[$0 + 1]) : level[$0]
            }
        }
        return level.first ?? .constant(.bool(!C.decisive))
    }

    private static func joined<C: Connective>(_: C.Type, _ left: Code, _ right: Code) -> Code {
        let general = both(C.self, left.bool, right.bool)
        if let a = left.range, let b = right.range {
            let both = TwoRanges(a, b, general)
            return .bool { slots, locals throws(EvaluationError) in
                guard slots.isComplete else { return try both.general(slots, locals) }
                return both.first.holds(slots) == C.decisive
                    ? C.decisive : both.second.holds(slots)
            }
        }
        guard let (test, other) = rangeFirst(left, right) else { return .bool(general) }
        let both = RangeAndRest(test, other.bool, general)
        return .bool { slots, locals throws(EvaluationError) in
            guard slots.isComplete else { return try both.general(slots, locals) }
            return both.test.holds(slots) == C.decisive
                ? C.decisive : try both.rest(slots, locals)
        }
    }

    private static func both<C: Connective>(
        _: C.Type, _ left: @escaping BoolCode, _ right: @escaping BoolCode
    ) -> BoolCode {
        { slots, locals throws(EvaluationError) in
            do throws(EvaluationError) {
                if try left(slots, locals) == C.decisive { return C.decisive }
            } catch {
                return try absorb(error, slots, locals, unless: !C.decisive, right)
            }
            return try right(slots, locals)
        }
    }

    /// The operand that is a range, and the other one. A range cannot fail, so it may always be
    /// evaluated first.
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

    /// Only the chosen branch is evaluated; of two scalars of one type without boxing.
    func conditional(_ arguments: [Expression]) -> Code {
        let codes = arguments.map(code)
        if case .constant(.bool(let isTrue)) = codes[0] { return isTrue ? codes[1] : codes[2] }
        let (condition, yes, no) = (codes[0].bool, codes[1], codes[2])
        let types = (representation(yes, arguments[1]), representation(no, arguments[2]))
        switch types {
        case (.bool, .bool):
            let (a, b) = (yes.bool, no.bool)
            return .bool { slots, locals throws(EvaluationError) in
                try condition(slots, locals) ? try a(slots, locals) : try b(slots, locals)
            }
        case (.int, .int), (.duration, .duration):
            let (a, b) = (yes.int, no.int)
            let choice: IntCode = { slots, locals throws(EvaluationError) in
                try condition(slots, locals) ? try a(slots, locals) : try b(slots, locals)
            }
            return types == (.int, .int) ? .int(choice) : .duration(choice)
        case (.uint, .uint):
            let (a, b) = (yes.uint, no.uint)
            return .uint { slots, locals throws(EvaluationError) in
                try condition(slots, locals) ? try a(slots, locals) : try b(slots, locals)
            }
        case (.double, .double):
            let (a, b) = (yes.double, no.double)
            return .double { slots, locals throws(EvaluationError) in
                try condition(slots, locals) ? try a(slots, locals) : try b(slots, locals)
            }
        default:
            let (a, b) = (yes.value, no.value)
            return .boxed { slots, locals throws(EvaluationError) in
                try condition(slots, locals) ? try a(slots, locals) : try b(slots, locals)
            }
        }
    }
}

/// `&&` or `||`, as a type, so that each is compiled into the closures that use it.
protocol Connective: SendableMetatype {
    /// The operand that decides, regardless of the other.
    static var decisive: Bool { get }
}

enum And: Connective {
    static var decisive: Bool { false }
}

enum Or: Connective {
    static var decisive: Bool { true }
}

extension Code {
    /// The condition as a range of one variable; nil if it is none.
    fileprivate var range: RangeTest? {
        switch self {
        case .range(let test): test
        case .slot(let slot, .bool): RangeTest(bool: slot)
        default: nil
        }
    }
}

// A joined condition captures one reference: a dozen words would be unpacked at each call.

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
