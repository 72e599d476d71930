/// `text.format(list)`: puts values in the places of the clauses of a text, `%s` and the like.
struct TextFormat {
    private let scalars: [Unicode.Scalar]
    private let arguments: [Value]
    private var position = 0
    private var used = 0

    /// The digits after the point if a clause gives none.
    private static let usualPrecision = 6
    /// Digits after the point that a clause may ask for.
    private static let maxPrecision = 1000

    init(_ text: String, _ arguments: [Value]) {
        scalars = Array(text.unicodeScalars)
        self.arguments = arguments
    }

    mutating func result() throws(EvaluationError) -> String {
        var result = String.UnicodeScalarView()
        while position < scalars.count {
            let scalar = scalars[position]
            position += 1
            guard scalar == "%" else {
                result.append(scalar)
                continue
            }
            if position < scalars.count, scalars[position] == "%" {
                position += 1
                result.append("%")
                continue
            }
            result.append(contentsOf: try clause().unicodeScalars)
        }
        return String(result)
    }

    private mutating func clause() throws(EvaluationError) -> String {
        guard used < arguments.count else {
            throw EvaluationError(.invalidArgument, "index \(used) out of range")
        }
        let argument = arguments[used]
        used += 1
        guard position < scalars.count else {
            throw EvaluationError(.invalidArgument, "unexpected end of string")
        }
        let precision = try precision()
        let letter = scalars[position]
        position += 1
        switch letter {
        case "s": return FormattedValue.text(argument)
        case "d": return try decimal(argument)
        case "f": return try number(argument, "fixed-point") { $0.fixed(precision) }
        case "e": return try number(argument, "scientific") { $0.scientific(precision) }
        case "b": return try binary(argument)
        case "o": return try octal(argument)
        case "x": return try hexadecimal(argument, isUpper: false)
        case "X": return try hexadecimal(argument, isUpper: true)
        default: throw unreadable("unrecognized formatting clause \"\(letter)\"")
        }
    }

    private mutating func precision() throws(EvaluationError) -> Int {
        guard scalars[position] == "." else { return Self.usualPrecision }
        position += 1
        var digits = ""
        while position < scalars.count, ("0"..."9").contains(scalars[position]) {
            digits.unicodeScalars.append(scalars[position])
            position += 1
        }
        guard position < scalars.count else {
            throw unreadable(
                "error while parsing precision: could not find end of precision specifier")
        }
        guard let precision = Int(digits) else {
            throw unreadable(
                "error while parsing precision: '\(digits)' cannot be converted to an integer")
        }
        guard precision <= Self.maxPrecision else {
            throw unreadable(
                "error while parsing precision: precision \(precision) exceeds maximum allowed "
                    + "precision \(Self.maxPrecision)")
        }
        return precision
    }

    private func unreadable(_ problem: String) -> EvaluationError {
        EvaluationError(.invalidArgument, "could not parse formatting clause: \(problem)")
    }

    private func unsuited(_ rule: String, _ value: Value) -> EvaluationError {
        EvaluationError(
            .invalidArgument, "error during formatting: \(rule), was given \(value.type.name)")
    }

    // MARK: - Clauses

    private func decimal(_ value: Value) throws(EvaluationError) -> String {
        switch value {
        case .int, .uint, .double: return FormattedValue.text(value)
        default: throw unsuited("decimal clause can only be used on integers", value)
        }
    }

    private func number(
        _ value: Value, _ clause: String, _ write: (DecimalExpansion) -> String
    ) throws(EvaluationError) -> String {
        let number: Double
        switch value {
        case .int(let value): number = Double(value)
        case .uint(let value): number = Double(value)
        case .double(let value): number = value
        default: throw unsuited("\(clause) clause can only be used on doubles", value)
        }
        return number.isFinite
            ? write(DecimalExpansion(number)) : FormattedValue.text(.double(number))
    }

    private func binary(_ value: Value) throws(EvaluationError) -> String {
        switch value {
        case .bool(let value): return value ? "1" : "0"
        case .int(let value): return String(value, radix: 2)
        case .uint(let value): return String(value, radix: 2)
        default:
            throw unsuited("only integers and bools can be formatted as binary", value)
        }
    }

    private func octal(_ value: Value) throws(EvaluationError) -> String {
        switch value {
        case .int(let value): return String(value, radix: 8)
        case .uint(let value): return String(value, radix: 8)
        default: throw unsuited("octal clause can only be used on integers", value)
        }
    }

    private func hexadecimal(_ value: Value, isUpper: Bool) throws(EvaluationError) -> String {
        switch value {
        case .int(let value): return String(value, radix: 16, uppercase: isUpper)
        case .uint(let value): return String(value, radix: 16, uppercase: isUpper)
        case .string(let text): return Self.hexadecimal(text.utf8, isUpper: isUpper)
        case .bytes(let bytes): return Self.hexadecimal(bytes, isUpper: isUpper)
        default:
            throw unsuited(
                "only integers, byte buffers, and strings can be formatted as hex", value)
        }
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>, isUpper: Bool) -> String {
        bytes.reduce(into: "") {
            if $1 < 16 { $0 += "0" }
            $0 += String($1, radix: 16, uppercase: isUpper)
        }
    }
}

extension StringsLibrary {
    static let format = Function(
        name: "format",
        overloads: [
            Overload(
                binary: .string, .list(.dyn), .string, isMember: true, estimate: formattedSize,
                apply: { (text, arguments) throws(EvaluationError) in
                    guard case .list(let arguments) = arguments else {
                        throw EvaluationError(.noSuchOverload, "format")
                    }
                    var format = TextFormat(try text.text, arguments)
                    return .string(try format.result())
                })
        ])

    /// The longest that a clause makes of a scalar: the greatest double with the most digits.
    private static let longestScalar = 1400

    private static let formattedSize: Overload.Estimate = { sizes in
        let clauses = min(sizes[0].bytes / 2, sizes[1].count)
        let each = sizes[1].element.weight.multipliedSaturated(longestScalar)
        let bytes = sizes[0].bytes.addingSaturated(clauses.multipliedSaturated(each))
        return CallEstimate(
            steps: SizeBound.text(bytes).weight.addingSaturated(sizes[1].weight),
            size: .text(bytes))
    }
}
