/// Integer arithmetic of the language: what leaves the range is an error, never wrapped.
enum Arithmetic {
    @inline(__always)
    static func add<T: FixedWidthInteger>(_ a: T, _ b: T) throws(EvaluationError) -> T {
        let (result, overflow) = a.addingReportingOverflow(b)
        guard !overflow else { throw EvaluationError(.overflow) }
        return result
    }

    @inline(__always)
    static func subtract<T: FixedWidthInteger>(_ a: T, _ b: T) throws(EvaluationError) -> T {
        let (result, overflow) = a.subtractingReportingOverflow(b)
        guard !overflow else { throw EvaluationError(.overflow) }
        return result
    }

    @inline(__always)
    static func multiply<T: FixedWidthInteger>(_ a: T, _ b: T) throws(EvaluationError) -> T {
        let (result, overflow) = a.multipliedReportingOverflow(by: b)
        guard !overflow else { throw EvaluationError(.overflow) }
        return result
    }

    /// Division towards zero.
    @inline(__always)
    static func divide<T: FixedWidthInteger>(_ a: T, _ b: T) throws(EvaluationError) -> T {
        guard b != 0 else { throw EvaluationError(.divisionByZero) }
        let (result, overflow) = a.dividedReportingOverflow(by: b)
        guard !overflow else { throw EvaluationError(.overflow) }
        return result
    }

    /// The remainder, with the sign of the dividend.
    @inline(__always)
    static func modulo<T: FixedWidthInteger>(_ a: T, _ b: T) throws(EvaluationError) -> T {
        guard b != 0 else { throw EvaluationError(.divisionByZero) }
        let (result, overflow) = a.remainderReportingOverflow(dividingBy: b)
        guard !overflow else { throw EvaluationError(.overflow) }
        return result
    }

    static func negate(_ a: Int64) throws(EvaluationError) -> Int64 {
        try subtract(0, a)
    }
}
