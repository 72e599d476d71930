/// Timestamps and durations: arithmetic and parts.
enum TimeLibrary {
    static let functions = arithmetic + durationParts

    private static let arithmetic = [
        Function(
            name: Operator.add,
            overloads: [
                Overload(binary: .timestamp, .duration, .timestamp) {
                    (instant, span) throws(EvaluationError) in
                    try moved(instant, span) { $0.adding($1) }
                },
                Overload(binary: .duration, .timestamp, .timestamp) {
                    (span, instant) throws(EvaluationError) in
                    try moved(instant, span) { $0.adding($1) }
                },
                spans(Add.self),
            ]),
        Function(
            name: Operator.subtract,
            overloads: [
                Overload(binary: .timestamp, .timestamp, .duration) {
                    (left, right) throws(EvaluationError) in
                    guard case (.timestamp(let a), .timestamp(let b)) = (left, right)
                    else { throw EvaluationError(.noSuchOverload, Operator.subtract) }
                    guard let result = a.since(b) else { throw EvaluationError(.overflow) }
                    return .duration(result)
                },
                Overload(binary: .timestamp, .duration, .timestamp) {
                    (instant, span) throws(EvaluationError) in
                    try moved(instant, span) { $0.subtracting($1) }
                },
                spans(Subtract.self),
            ]),
    ]

    private static func moved(
        _ instant: Value, _ span: Value, _ move: (Timestamp, CELDuration) -> Timestamp?
    ) throws(EvaluationError) -> Value {
        guard case (.timestamp(let instant), .duration(let span)) = (instant, span) else {
            throw EvaluationError(.noSuchOverload, "timestamp arithmetic")
        }
        guard let result = move(instant, span) else { throw EvaluationError(.overflow) }
        return .timestamp(result)
    }

    private static func spans<O: Operation>(_: O.Type) -> Overload {
        Overload(binary: .duration, .duration, .duration) { (left, right) throws(EvaluationError) in
            guard case (.duration(let a), .duration(let b)) = (left, right) else {
                throw EvaluationError(.noSuchOverload, "duration arithmetic")
            }
            return .duration(CELDuration(nanoseconds: try O.apply(a.nanoseconds, b.nanoseconds)))
        }
    }

    /// The whole span in hours, minutes or seconds; milliseconds are those beyond whole seconds.
    private static let durationParts = [
        part("getHours") { $0.seconds / 3600 },
        part("getMinutes") { $0.seconds / 60 },
        part("getSeconds") { $0.seconds },
        part("getMilliseconds") { $0.nanoseconds % 1_000_000_000 / 1_000_000 },
    ]

    private static func part(
        _ name: String, _ part: @escaping @Sendable (CELDuration) -> Int64
    ) -> Function {
        let overload = Overload(unary: .duration, .int, isMember: true) {
            value throws(EvaluationError) in
            guard case .duration(let span) = value else {
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
                    Overload(unary: .timestamp, .int, isMember: true) {
                        instant throws(EvaluationError) in
                        .int(try value(of: field, instant, zone: "UTC", zones))
                    },
                    Overload(binary: .timestamp, .string, .int, isMember: true) {
                        (instant, zone) throws(EvaluationError) in
                        .int(try value(of: field, instant, zone: try zone.text, zones))
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
            throw EvaluationError(.invalidArgument, "unknown time zone '\(name)'")
        }
        return field.value(of: instant, offset: Int(zone(instant.seconds)))
    }
}
