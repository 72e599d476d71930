import CEL
import Testing

struct EvaluationErrorTests {
    @Test(
        arguments: [
            (.noSuchOverload, "no such overload"),
            (.noSuchKey, "no such key"),
            (.indexOutOfRange, "index out of range"),
            (.divisionByZero, "division by zero"),
            (.overflow, "overflow"),
            (.outOfRange, "out of range"),
            (.invalidArgument, "invalid argument"),
            (.undeclaredReference, "undeclared reference"),
            (.unsetVariable, "variable has no value"),
            (.unboundFunction, "unbound function"),
            (.duplicateKey, "repeated key"),
            (.unsupportedKey, "unsupported key type"),
        ] as [(EvaluationError.Code, String)])
    func descriptions(code: EvaluationError.Code, text: String) {
        #expect(EvaluationError(code).description == text)
        #expect(EvaluationError(code, "the place").description == text + ": the place")
        #expect(EvaluationError(code).detail.isEmpty)
        #expect(EvaluationError(code) != EvaluationError(code, "the place"))
    }

    /// Where two errors meet, one of them stands; nothing else comes of it.
    @Test(arguments: [
        "1 / 0 > 0 && [1][5] > 0",
        "1 / 0 > 0 || [1][5] > 0",
        "[1 / 0, [1][5]].size() > 0",
        "1 / 0 == [1][5]",
        "[1, 2].all(x, x / 0 > 0)",
    ])
    func twoErrors(source: String) {
        let outcome = evaluate(source)
        #expect(outcome == .error(.divisionByZero) || outcome == .error(.indexOutOfRange))
    }

    /// Errors of constants wait for evaluation, where logic may absorb them.
    @Test(
        arguments: [
            ("1 / 0", .error(.divisionByZero)),
            ("1 / 0 > 1 || true", .yes),
            ("false && 1 / 0 > 1", .no),
            ("true ? 1 : 1 / 0", .value(.int(1))),
            ("false ? 1 / 0 : 2", .value(.int(2))),
            ("[1, 2].exists(x, x == 2 || 1 / 0 > 1)", .yes),
            ("9223372036854775807 + 1 > 0 || 1 == 1", .yes),
            ("{'a': 1}.b == 1 || 'x' == 'x'", .yes),
            ("[][0] == 1 && false", .no),
            ("int('x') == 1 || true", .yes),
            ("'x'.matches('y') || bool('maybe') || true", .yes),
        ] as [(String, Outcome)])
    func constants(source: String, outcome: Outcome) {
        #expect(evaluate(source) == outcome)
        #expect(evaluate(source, check: false) == outcome)
    }
}
