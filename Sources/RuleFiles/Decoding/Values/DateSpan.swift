import CEL
import RuleModel

/// A date or a span of dates as rule files write it: `2026-12-24`, `2026-12-24..2026-12-31`.
enum DateSpan {
    /// Reads a span as days since 1970-01-01; a date is a span of one day.
    static func parse(_ text: String) -> Result<ClosedRange<Int>, ValueFault> {
        let ends = text.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
        let dates = ends.map { CivilDate($0)?.daysSince1970 }
        guard ends.count <= 2, let first = dates[0], let last = dates[ends.count - 1] else {
            let wrong = zip(ends, dates).first { $0.1 == nil && $0.0.count == 10 }?.0
            return .fault(
                "\"\(wrong ?? text)\" is not a valid date; write dates in the form 2026-12-24"
                    + (dates.count > 1 ? ", and spans in the form 2026-12-24..2026-12-31" : ""),
                suggestion: span(in: text))
        }
        guard first <= last else {
            return .fault(
                "the span \(text) ends before it begins", suggestion: "\(ends[1])..\(ends[0])")
        }
        return .success(first...last)
    }

    /// The span that a text with two dates was probably meant as.
    private static func span(in text: String) -> String? {
        guard text.utf8.count < 40 else { return nil }
        let parts = [text.prefix(10), text.suffix(10)].map(String.init)
        let between = text.dropFirst(10).dropLast(10)
        guard text.count > 20, !between.contains(where: \.isNumber),
            parts.allSatisfy({ CivilDate($0) != nil })
        else { return nil }
        return parts.joined(separator: "..")
    }
}
