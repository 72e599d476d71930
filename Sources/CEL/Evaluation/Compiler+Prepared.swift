extension Compiler {
    /// Code of functions whose last argument is a constant that is costly to parse: a regular
    /// expression or a time zone. It is parsed once, here. An instant's part in UTC needs no
    /// look-up.
    func prepared(_ name: String, _ operands: [Expression], _ codes: [Code]) -> Code? {
        if codes.count == 1, resolution.types[operands[0].id] == .timestamp,
            let field = TimeField(rawValue: name)
        {
            return part(field, of: codes[0].value) { _ in 0 }
        }
        guard codes.count == 2, case .constant(.string(let text)) = codes[1] else { return nil }
        let subject = codes[0].value
        if let field = TimeField(rawValue: name), let zone = env.zones.zone(text) {
            return part(field, of: subject, zone)
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

    private func part(
        _ field: TimeField, of subject: @escaping ValueCode,
        _ offset: @escaping @Sendable (Int64) -> Int32
    ) -> Code {
        .int { slots, locals throws(EvaluationError) in
            guard case .timestamp(let instant) = try subject(slots, locals) else {
                throw EvaluationError(.noSuchOverload, field.rawValue)
            }
            return field.value(of: instant, offset: Int(offset(instant.seconds)))
        }
    }

    /// Code that tests if a value is one of several constants of its own type: ints, durations or
    /// strings.
    func membership(_ name: String, _ operands: [Expression], _ codes: [Code]) -> Code? {
        guard name == Operator.in, case .constant(.list(let elements)) = codes[1],
            !elements.isEmpty
        else { return nil }
        switch representation(codes[0], operands[0]) {
        case let wanted where wanted == .int || wanted == .duration:
            let members = elements.compactMap { wanted.raw($0) }
            guard members.count == elements.count else { return nil }
            return Self.isMember(codes[0], Set(members).sorted())
        case .boxed where resolution.types[operands[0].id] == .string:
            let members = elements.compactMap { element -> ExactString? in
                guard case .string(let text) = element else { return nil }
                return ExactString(text: text)
            }
            guard members.count == elements.count else { return nil }
            return Self.isMember(codes[0], Set(members))
        default: return nil
        }
    }

    private static func isMember(_ code: Code, _ members: [Int64]) -> Code {
        let (low, high) = (members[0], members[members.count - 1])
        if case .slot(let slot, _) = code,
            high.subtractingReportingOverflow(low) == (
                partialValue: Int64(members.count - 1), overflow: false
            )
        {
            return .range(RangeTest(slot, low, high))
        }
        let element = code.int
        return .bool { slots, locals throws(EvaluationError) in
            let value = try element(slots, locals)
            var (start, end) = (0, members.count)
            while start < end {
                let middle = (start + end) / 2
                if members[middle] < value { start = middle + 1 } else { end = middle }
            }
            return start < members.count && members[start] == value
        }
    }

    private static func isMember(_ code: Code, _ members: Set<ExactString>) -> Code {
        let element = code.value
        // A text longer than all of them is not gone through.
        let longest = members.map(\.text.utf8.count).max() ?? 0
        return .bool { slots, locals throws(EvaluationError) in
            guard case .string(let text) = try element(slots, locals),
                text.utf8.count <= longest
            else { return false }
            return members.contains(ExactString(text: text))
        }
    }
}
