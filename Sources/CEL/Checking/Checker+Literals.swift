extension Checker {
    /// Reports literals that can only fail at evaluation, such as `duration("30 minutes")`.
    mutating func checkLiterals(_ function: Function, _ operands: [Expression]) {
        guard isChecked, let last = operands.last, case .literal(.string(let text)) = last.kind,
            let problem = problem(function.name, text, count: operands.count)
        else { return }
        report(problem, at: last)
    }

    private func problem(_ function: String, _ text: String, count: Int) -> String? {
        switch (function, count) {
        case ("duration", 1) where CELDuration(text) == nil:
            return "'\(text)' is not a valid duration; write a duration such as 90s or 1h30m"
        case ("timestamp", 1) where Timestamp(rfc3339: text) == nil:
            return "'\(text)' is not a valid timestamp; write a timestamp such as "
                + "2026-12-24T18:00:00Z"
        case ("matches", 2):
            do throws(RegexError) {
                _ = try RegularExpression(text)
                return nil
            } catch {
                return "'\(text)' is not a valid regular expression: \(error.message)"
            }
        case (_, 2) where TimeField(rawValue: function) != nil && env.zones.zone(text) == nil:
            return "unknown time zone '\(text)'"
        default:
            return nil
        }
    }
}
