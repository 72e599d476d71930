import CEL
import Testing

/// Compiles and evaluates, with the failure's text where there is no value.
func evaluate(
    _ source: String, in env: Env = Env(), _ values: [String: Value] = [:], check: Bool = true
) -> Outcome {
    switch env.compile(source, check: check) {
    case .failure(let issues): return .issues(issues.map(\.description))
    case .success(let program):
        var activation = Activation(env)
        for (name, value) in values {
            let isSet = activation.set(name, value)
            #expect(isSet, "no variable \(name) of that type")
        }
        switch program.evaluate(activation) {
        case .success(let value): return .value(value)
        case .failure(let error): return .error(error.code)
        }
    }
}

/// The result of a source.
enum Outcome: Equatable {
    case value(Value)
    case error(EvaluationError.Code)
    case issues([String])

    static let yes = Outcome.value(.bool(true))
    static let no = Outcome.value(.bool(false))
}
