extension Compiler {
    // Logic absorbs errors: an operand that decides wins over one that fails, on either side.

    static func and(_ codes: [Code]) -> Code {
        reduce(codes) { left, right in
            let (left, right) = (left.bool, right.bool)
            return .bool { slots, locals throws(EvaluationError) in
                do throws(EvaluationError) {
                    guard try left(slots, locals) else { return false }
                } catch {
                    return try absorb(error, slots, locals, unless: true, right)
                }
                return try right(slots, locals)
            }
        }
    }

    static func or(_ codes: [Code]) -> Code {
        reduce(codes) { left, right in
            let (left, right) = (left.bool, right.bool)
            return .bool { slots, locals throws(EvaluationError) in
                do throws(EvaluationError) {
                    guard !(try left(slots, locals)) else { return true }
                } catch {
                    return try absorb(error, slots, locals, unless: false, right)
                }
                return try right(slots, locals)
            }
        }
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

    static func not(_ operand: @escaping BoolCode) -> Code {
        .bool { slots, locals throws(EvaluationError) in !(try operand(slots, locals)) }
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
