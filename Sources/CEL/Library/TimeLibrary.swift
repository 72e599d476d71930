/// Timestamps and durations: arithmetic and parts.
enum TimeLibrary {
    static let functions = arithmetic + durationParts

    private static let arithmetic = [
        Function(
            name: Operator.add,
            overloads: [
                Overload([.timestamp, .duration], .timestamp) { values throws(EvaluationError) in
                    try add(values[0], values[1])
                },
                Overload([.duration, .timestamp], .timestamp) { values throws(EvaluationError) in
                    try add(values[1], values[0])
                },
                Overload([.duration, .duration], .duration) { values throws(EvaluationError) in
                    try combine(values, Arithmetic.add)
                },
            ]),
        Function(
            name: Operator.subtract,
            overloads: [
                Overload([.timestamp, .timestamp], .duration) { values throws(EvaluationError) in
                    guard case (.timestamp(let a), .timestamp(let b)) = (values[0], values[1])
                    else { throw EvaluationError(.noSuchOverload, Operator.subtract) }
                    guard let result = a.since(b) else { throw EvaluationError(.overflow) }
                    return .duration(result)
                },
                Overload([.timestamp, .duration], .timestamp) { values throws(EvaluationError) in
                    guard
                        case (.timestamp(let instant), .duration(let span)) =
                            (values[0], values[1])
                    else { throw EvaluationError(.noSuchOverload, Operator.subtract) }
                    guard let result = instant.subtracting(span) else {
                        throw EvaluationError(.overflow)
                    }
                    return .timestamp(result)
                },
                Overload([.duration, .duration], .duration) { values throws(EvaluationError) in
                    try combine(values, Arithmetic.subtract)
                },
            ]),
    ]

    private static func add(_ instant: Value, _ span: Value) throws(EvaluationError) -> Value {
        guard case (.timestamp(let instant), .duration(let span)) = (instant, span) else {
            throw EvaluationError(.noSuchOverload, Operator.add)
        }
        guard let result = instant.adding(span) else { throw EvaluationError(.overflow) }
        return .timestamp(result)
    }

    private static func combine(
        _ values: [Value], _ operation: (Int64, Int64) throws(EvaluationError) -> Int64
    ) throws(EvaluationError) -> Value {
        guard case (.duration(let a), .duration(let b)) = (values[0], values[1]) else {
            throw EvaluationError(.noSuchOverload, "arithmetic of durations")
        }
        return .duration(CELDuration(nanoseconds: try operation(a.nanoseconds, b.nanoseconds)))
    }

    /// Hours, minutes and seconds are the whole span in that unit; milliseconds are what is left
    /// over the whole seconds.
    private static let durationParts = [
        part("getHours") { $0.seconds / 3600 },
        part("getMinutes") { $0.seconds / 60 },
        part("getSeconds") { $0.seconds },
        part("getMilliseconds") { $0.nanoseconds % 1_000_000_000 / 1_000_000 },
    ]

    private static func part(
        _ name: String, _ part: @escaping @Sendable (CELDuration) -> Int64
    ) -> Function {
        let overload = Overload([.duration], .int, isMember: true) {
            values throws(EvaluationError) in
            guard case .duration(let span) = values[0] else {
                throw EvaluationError(.noSuchOverload, name)
            }
            return .int(part(span))
        }
        return Function(name: name, overloads: [overload])
    }
}

/// The parts of an instant, in UTC or in a zone named as an argument.
enum ZonedTimeLibrary {
    static func functions(_ zones: TimeZones) -> [Function] {
        TimeField.allCases.map { field in
            Function(
                name: field.rawValue,
                overloads: [
                    Overload([.timestamp], .int, isMember: true) {
                        values throws(EvaluationError) in
                        .int(try value(of: field, values[0], zone: "UTC", zones))
                    },
                    Overload([.timestamp, .string], .int, isMember: true) {
                        values throws(EvaluationError) in
                        guard case .string(let zone) = values[1] else {
                            throw EvaluationError(.noSuchOverload, field.rawValue)
                        }
                        return .int(try value(of: field, values[0], zone: zone, zones))
                    },
                ])
        }
    }

    private static func value(
        of field: TimeField, _ value: Value, zone name: String, _ zones: TimeZones
    ) throws(EvaluationError) -> Int64 {
        guard case .timestamp(let instant) = value else {
            throw EvaluationError(.noSuchOverload, field.rawValue)
        }
        guard let zone = zones.zone(name) else {
            throw EvaluationError(.invalidArgument, "no time zone '\(name)'")
        }
        return field.value(of: instant, offset: Int(zone(instant.seconds)))
    }
}
