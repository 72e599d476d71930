import Engine

/// What is wrong with a value, and what was probably meant.
struct ValueFault: Error, Hashable {
    /// What is wrong, in words.
    var message: String
    /// What was probably meant.
    var suggestion: String?

    /// A fault, with the text that was probably meant where one can be guessed.
    init(_ message: String, suggestion: String? = nil) {
        self.message = message
        self.suggestion = suggestion
    }
}

/// Lengths of time as people write them: `15m`, `1h30m`, `10s`, `2d`.
enum TimeSpanText {
    private static let units: [(name: Character, seconds: Int64)] = [
        ("d", 86400), ("h", 3600), ("m", 60), ("s", 1),
    ]

    /// Reads whole numbers with units, from the longest unit to the shortest, each at most once.
    static func parse(_ text: String) -> Result<TimeSpan, ValueFault> {
        let hint = "write whole numbers with d, h, m or s, such as 15m, 1h30m or 10s"
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
            else {
                return .failure(ValueFault("\"\(text)\" is no length of time; \(hint)"))
            }
            seconds += number * units[unit].seconds
            nextUnit = unit + 1
            digits = ""
        }
        if nextUnit == 0, !digits.isEmpty {
            return .failure(
                ValueFault("\"\(text)\" has no unit; \(hint)", suggestion: "\(text)m"))
        }
        guard digits.isEmpty, nextUnit > 0 else {
            return .failure(ValueFault("\"\(text)\" is no length of time; \(hint)"))
        }
        return .success(.seconds(seconds))
    }

    /// The span as `parse` reads it: `1h30m`.
    static func text(_ span: TimeSpan) -> String {
        var rest = span.seconds
        var text = ""
        for unit in units where rest >= unit.seconds {
            text += "\(rest / unit.seconds)\(unit.name)"
            rest %= unit.seconds
        }
        return text.isEmpty ? "0s" : text
    }
}
