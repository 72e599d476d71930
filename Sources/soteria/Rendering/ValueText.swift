import Engine
import RuleModel

/// Values of variables, which come as the Common Expression Language writes them, as people do.
enum ValueText {
    /// Cut off like every length in words, so that nothing below 30 minutes reads as 30 minutes:
    /// `20 min` for `duration("1200s")`, `none yet` for a time that stands for never, `0.67` for
    /// `0.6666666666666666`; what needs no other form stays as it is.
    static func text(_ value: String) -> String {
        if let span = inner(value, of: "duration"), span.last == "s",
            let seconds = Double(span.dropLast()),
            let whole = Int(exactly: seconds.rounded(.towardZero))
        {
            if whole >= Int(Vocabulary.never.milliseconds / 1000) { return "none yet" }
            return (whole < 0 ? "-" : "") + TimeWords.length(seconds: whole)
        }
        // Every double has a point, or no digits at all.
        if value.contains("."), let number = Double(value), number.isFinite {
            return decimals(number) ?? value
        }
        return timestamp(value) ?? value
    }

    /// An instant without its wrapping and fraction, which are long and say nothing; nil for
    /// anything else.
    static func timestamp(_ value: String) -> String? {
        guard let inner = inner(value, of: "timestamp")?.prefix(19), inner.count == 19 else {
            return nil
        }
        return "\(inner)Z"
    }

    /// What stands in `function("...")`.
    private static func inner(_ value: String, of function: String) -> Substring? {
        let (start, end) = ("\(function)(\"", "\")")
        guard value.hasPrefix(start), value.hasSuffix(end), value.count >= start.count + end.count
        else { return nil }
        return value.dropFirst(start.count).dropLast(end.count)
    }

    /// Two decimals; nil for a number that is too large for them.
    private static func decimals(_ number: Double) -> String? {
        guard let hundredths = Int(exactly: (number * 100).rounded()) else { return nil }
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(hundredths < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
