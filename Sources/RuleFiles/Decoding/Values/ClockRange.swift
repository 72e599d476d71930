import RuleModel

/// A range of the day as rule files write it: `22:30-06:30`.
struct ClockRange: Hashable {
    /// Minutes after midnight, 0 to 1439.
    var start: Int
    /// Minutes after midnight, 0 to 1440; on the next day if below `start`.
    var end: Int

    /// Reads `HH:MM-HH:MM`; other understandable forms are refused with a suggestion.
    static func parse(_ text: String) -> Result<ClockRange, ValueFault> {
        guard let numbers = fields(of: text) else {
            return .fault(
                "\"\(text)\" is not a valid time range; write time ranges in the form 22:30-06:30",
                suggestion: guess(text))
        }
        let (start, end) = (numbers[0] * 60 + numbers[1], numbers[2] * 60 + numbers[3])
        guard numbers[1] < 60, numbers[3] < 60, start <= 1440, end <= 1440 else {
            return .fault("\"\(text)\" is not a valid time range; times go from 00:00 to 24:00")
        }
        if start == 1440 {
            return .fault(
                "\"\(text)\" begins at 24:00, which is allowed only as the end of a range",
                suggestion: "00:00" + text.dropFirst(5))
        }
        if start == end {
            return .fault(
                "\"\(text)\" begins and ends at the same time; write 00:00-24:00 for a whole day")
        }
        return .success(ClockRange(start: start, end: end))
    }

    /// The four numbers of a text in exactly the right form.
    private static func fields(of text: String) -> [Int]? {
        let bytes = Array(text.utf8)
        guard bytes.count == 11 else { return nil }
        for (index, separator) in [(2, ":"), (5, "-"), (8, ":")] {
            guard bytes[index] == separator.utf8.first else { return nil }
        }
        let numbers = [0, 3, 6, 9].compactMap { index -> Int? in
            guard bytes[index].isDigit, bytes[index + 1].isDigit else { return nil }
            return Int(bytes[index] - 0x30) * 10 + Int(bytes[index + 1] - 0x30)
        }
        return numbers.count == 4 ? numbers : nil
    }

    /// The correct form of `8-12`, `22:00..06:00`, `22.30 – 6.30`, `10pm-6am`.
    private static func guess(_ text: String) -> String? {
        var times: [Time] = []
        var digits = ""
        var isMinute = false
        // A trailing blank makes the last number end as the others do.
        for character in text.lowercased().replacing("..", with: "-") + " " {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            if let number = Int(digits), digits.count <= 2 {
                if isMinute, !times.isEmpty {
                    times[times.count - 1].minute = number
                } else {
                    times.append(Time(hour: number))
                }
            } else if !digits.isEmpty {
                return nil
            }
            digits = ""
            isMinute = ":.h".contains(character)
            guard !times.isEmpty, ":.hap-–— mto".contains(character) else { return nil }
            if "ap".contains(character) { times[times.count - 1].half = character }
        }
        guard times.count == 2 else { return nil }
        let guess = times.map(\.text).joined(separator: "-")
        guard guess != text, case .success = parse(guess) else { return nil }
        return guess
    }

    /// A guessed time of day.
    private struct Time {
        var hour: Int
        var minute = 0
        /// `a` or `p`, of am and pm.
        var half: Character?

        var text: String {
            let noon = half == "p" && hour < 12 ? 12 : (half == "a" && hour == 12 ? -12 : 0)
            return ClockText.two(hour + noon) + ":" + ClockText.two(minute)
        }
    }
}
