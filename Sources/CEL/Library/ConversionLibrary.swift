/// Conversions between types, each under the name of the type that it yields.
enum ConversionLibrary {
    static let functions = [
        conversions("int", .int, from: [.int, .uint, .double, .string, .timestamp], toInt),
        conversions("uint", .uint, from: [.uint, .int, .double, .string], toUInt),
        conversions("double", .double, from: [.double, .int, .uint, .string], toDouble),
        conversions(
            "string", .string,
            from: [.string, .int, .uint, .double, .bool, .bytes, .timestamp, .duration],
            toString),
        conversions("bytes", .bytes, from: [.bytes, .string], toBytes),
        conversions("bool", .bool, from: [.bool, .string], toBool),
        conversions("timestamp", .timestamp, from: [.timestamp, .string, .int], toTimestamp),
        conversions("duration", .duration, from: [.duration, .string], toDuration),
        conversions("dyn", .dyn, from: [.parameter("T")]) { $0 },
        conversions("type", .type(.parameter("T")), from: [.parameter("T")]) {
            .type($0.type)
        },
    ]

    /// Where `convert` gives nil, the value is out of range.
    private static func conversions(
        _ name: String, _ result: CELType, from sources: [CELType],
        _ convert: @escaping @Sendable (Value) throws(EvaluationError) -> Value?
    ) -> Function {
        let overloads = sources.map { source in
            Overload(unary: source, result, estimate: estimate(source, result)) {
                value throws(EvaluationError) in
                guard let result = try convert(value) else {
                    throw EvaluationError(.outOfRange, "\(value) as \(name)")
                }
                return result
            }
        }
        return Function(name: name, overloads: overloads)
    }

    /// The estimate of a conversion: texts and bytes keep their length, scalars become short texts.
    private static func estimate(_ source: CELType, _ result: CELType) -> Overload.Estimate {
        switch (source, result) {
        case (.string, .string), (.bytes, .string), (.string, .bytes), (.bytes, .bytes):
            return { .linear($0, size: .text($0[0].bytes)) }
        case (_, .string): return { .linear($0, size: .text(longestScalar)) }
        case (.parameter, .dyn): return { CallEstimate(steps: 1, size: $0[0]) }
        case (.parameter, _): return { _ in CallEstimate(steps: 1) }
        default: return { .linear($0) }
        }
    }

    /// Bytes of the longest text of a number, truth value, timestamp or duration.
    private static let longestScalar = 48

    @Sendable private static func toInt(_ value: Value) -> Value? {
        switch value {
        case .int: value
        case .uint(let value): Int64(exactly: value).map(Value.int)
        // The bounds themselves are excluded: as doubles they are rounded.
        case .double(let value) where value > -0x1p63 && value < 0x1p63: .int(Int64(value))
        case .string(let text): Int64(text).map(Value.int)
        case .timestamp(let instant): .int(instant.seconds)
        default: nil
        }
    }

    @Sendable private static func toUInt(_ value: Value) -> Value? {
        switch value {
        case .uint: value
        case .int(let value): UInt64(exactly: value).map(Value.uint)
        case .double(let value) where value >= 0 && value < 0x1p64: .uint(UInt64(value))
        case .string(let text): UInt64(text).map(Value.uint)
        default: nil
        }
    }

    @Sendable private static func toDouble(_ value: Value) -> Value? {
        switch value {
        case .double: value
        case .int(let value): .double(Double(value))
        case .uint(let value): .double(Double(value))
        case .string(let text): Double(text).map(Value.double)
        default: nil
        }
    }

    @Sendable private static func toString(_ value: Value) throws(EvaluationError) -> Value? {
        switch value {
        case .string: return value
        case .int(let value): return .string("\(value)")
        case .uint(let value): return .string("\(value)")
        case .double(let value): return .string(decimal(value))
        case .bool(let value): return .string("\(value)")
        case .timestamp(let instant): return .string("\(instant)")
        case .duration(let span): return .string("\(span)")
        case .bytes(let bytes):
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw EvaluationError(.invalidArgument, "the bytes are not UTF-8")
            }
            return .string(text)
        default: return nil
        }
    }

    /// The shortest decimal that reads back as the same double: `1.5`, `1000000`, `6.02e+23`.
    /// Exponents appear below 1e-4 and from 1e21 on.
    private static func decimal(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "+Infinity" }
        if let whole = value.wholeInt64 {
            return whole == 0 && value.sign == .minus ? "-0" : "\(whole)"
        }
        return "\(value)"
    }

    @Sendable private static func toBytes(_ value: Value) -> Value? {
        if case .string(let text) = value { .bytes(Array(text.utf8)) } else { value }
    }

    @Sendable private static func toBool(_ value: Value) throws(EvaluationError) -> Value? {
        guard case .string(let text) = value else { return value }
        switch text {
        case "true", "True", "TRUE", "t", "T", "1": return .bool(true)
        case "false", "False", "FALSE", "f", "F", "0": return .bool(false)
        default: throw EvaluationError(.invalidArgument, "'\(text)' is not a bool")
        }
    }

    @Sendable private static func toTimestamp(_ value: Value) -> Value? {
        switch value {
        case .timestamp: value
        case .int(let seconds): Timestamp(seconds: seconds).map(Value.timestamp)
        case .string(let text): Timestamp(rfc3339: text).map(Value.timestamp)
        default: nil
        }
    }

    @Sendable private static func toDuration(_ value: Value) -> Value? {
        guard case .string(let text) = value else { return value }
        return CELDuration(text).map(Value.duration)
    }
}
