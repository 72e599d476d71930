/// Doubles as texts.
enum DecimalText {
    /// The shortest decimal that reads back as the same double: `1.5`, `1000000`, `6.02e+23`.
    /// Exponents appear below 1e-4 and from 1e21 on.
    static func shortest(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "+Infinity" }
        if let whole = value.wholeInt64 {
            return whole == 0 && value.sign == .minus ? "-0" : "\(whole)"
        }
        return "\(value)"
    }
}
