import RuleModel

/// A time of day as rule files write it: `04:00`.
package enum ClockTime {
    /// Reads `HH:MM`, 00:00 to 23:59, in minutes after midnight; other understandable forms are
    /// refused with a suggestion.
    package static func parse(_ text: String) -> Result<Int, ValueFault> {
        let bytes = Array(text.utf8)
        let digits = [0, 1, 3, 4].map { bytes.count == 5 ? Int(bytes[$0]) - 0x30 : -1 }
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"),
            digits.allSatisfy({ (0...9).contains($0) })
        else {
            return .fault(
                "\"\(text)\" is not a valid time of day; write times in the form 04:00",
                suggestion: guess(text))
        }
        let (hour, minute) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
        guard hour < 24, minute < 60 else {
            return .fault(
                "\"\(text)\" is not a valid time of day; times go from 00:00 to 23:59",
                suggestion: text == "24:00" ? "00:00" : nil)
        }
        return .success(hour * 60 + minute)
    }

    /// The correct form of other common notations: `4:00`, `4.30`, `4`, `4am`, `4:30 pm`, `4h`.
    private static func guess(_ text: String) -> String? {
        var rest = text.lowercased().filter { $0 != " " }[...]
        var half: Character?
        for name in ["am", "pm"] where rest.hasSuffix(name) {
            half = name.first
            rest.removeLast(2)
        }
        if rest.last == "h" { rest.removeLast() }
        let parts = rest.split(omittingEmptySubsequences: false) { ":.h".contains($0) }
        let numbers = parts.compactMap { $0.utf8.count <= 2 ? Int($0) : nil }
        guard numbers.count == parts.count, (1...2).contains(numbers.count),
            var hour = numbers.first
        else { return nil }
        if half == "p", hour < 12 { hour += 12 }
        if half == "a", hour == 12 { hour = 0 }
        let time = ClockText.two(hour) + ":" + ClockText.two(numbers.count == 2 ? numbers[1] : 0)
        guard case .success = parse(time) else { return nil }
        return time
    }
}
