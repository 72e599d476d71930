import RuleModel

/// Lengths of time as people write them: `15m`, `1h30m`, `10s`, `2d`.
package struct TimeSpanText: Sendable {
    /// The units from the longest to the shortest.
    private let units: [(name: Character, seconds: Int64)]
    package let examples: String

    /// Spans in days, hours, minutes and seconds.
    package static let short = TimeSpanText(
        units: [("d", 86400), ("h", 3600), ("m", 60), ("s", 1)], examples: "15m, 1h30m or 10s")
    /// Spans in years of 365 days, and days.
    static let long = TimeSpanText(
        units: [("y", 365 * 86400), ("d", 86400)], examples: "2y, 1y180d or 90d")

    /// A regular expression (ECMA 262) that matches exactly the valid texts, from end to end.
    package var pattern: String {
        "^(?=.)" + units.map { "([0-9]{1,9}\($0.name))?" }.joined() + "$"
    }

    /// Reads whole numbers with units, from the longest unit to the shortest, each at most once.
    func parse(_ text: String) -> Result<TimeSpan, ValueFault> {
        let hint = "write whole numbers followed by \(names.alternatives), such as \(examples)"
        var seconds: Int64 = 0
        var digits = ""
        var nextUnit = 0
        for character in text {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            guard let unit = units[nextUnit...].firstIndex(where: { $0.name == character }),
                let number = Int64(digits), digits.utf8.count <= 9
            else { return .fault("\"\(text)\" is not a valid length of time; \(hint)") }
            seconds += number * units[unit].seconds
            nextUnit = unit + 1
            digits = ""
        }
        if nextUnit == 0, !digits.isEmpty {
            // Probably minutes were meant, or days in a form without minutes.
            let unit = names.contains("m") ? "m" : "d"
            return .fault("\"\(text)\" has no unit; \(hint)", suggestion: text + unit)
        }
        guard digits.isEmpty, nextUnit > 0 else {
            return .fault("\"\(text)\" is not a valid length of time; \(hint)")
        }
        return .success(.seconds(seconds))
    }

    private var names: [String] { units.map { String($0.name) } }

    /// The span in the format that `parse` reads: `1h30m`.
    package func text(_ span: TimeSpan) -> String {
        var rest = span.seconds
        var text = ""
        for unit in units where rest >= unit.seconds {
            text += "\(rest / unit.seconds)\(unit.name)"
            rest %= unit.seconds
        }
        return text.isEmpty ? "0s" : text
    }
}
