extension Compiler {
    /// Functions whose last argument is a constant that is costly to understand: a regular
    /// expression, a time zone. It is read once, here.
    func prepared(_ name: String, _ codes: [Code]) -> Code? {
        guard codes.count == 2, case .constant(.string(let text)) = codes[1] else { return nil }
        let subject = codes[0].value
        if let field = TimeField(rawValue: name), let zone = env.zones.zone(text) {
            return .int { slots, locals throws(EvaluationError) in
                guard case .timestamp(let instant) = try subject(slots, locals) else {
                    throw EvaluationError(.noSuchOverload, name)
                }
                return field.value(of: instant, offset: Int(zone(instant.seconds)))
            }
        }
        if name == "matches", let expression = try? RegularExpression(text) {
            return .bool { slots, locals throws(EvaluationError) in
                guard case .string(let text) = try subject(slots, locals) else {
                    throw EvaluationError(.noSuchOverload, name)
                }
                return expression.matches(text)
            }
        }
        return nil
    }
}
