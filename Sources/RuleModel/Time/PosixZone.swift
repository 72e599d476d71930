import CEL

/// A POSIX `TZ` rule such as `CET-1CEST,M3.5.0,M10.5.0/3`, with RFC 8536's hours from -167 to 167.
struct PosixZone: Hashable {
    /// Seconds east of UTC outside summer time.
    var standard: Int32
    var summer: Summer?

    struct Summer: Hashable {
        var offset: Int32
        /// When it begins, in local standard time.
        var begins: Day
        /// When it ends, in local summer time.
        var ends: Day
    }

    /// A day of the year and a time of that day.
    struct Day: Hashable {
        var rule: Rule
        /// Seconds after local midnight; may lie outside the day.
        var time: Int64

        enum Rule: Hashable {
            /// 1 to 365; 29 February is never counted.
            case julian(Int)
            /// 0 to 365; 29 February is counted.
            case ordinal(Int)
            /// Weekday 0 Sunday to 6 Saturday of the week 1 to 5 (5: the last) of a month.
            case weekday(month: Int, week: Int, day: Int)
        }

        /// Seconds since 1970 as the local clock shows them.
        func seconds(inYear year: Int) -> Int64 {
            let newYear = Self.days(year, 1, 1)
            let days: Int
            switch rule {
            case .julian(let day):
                days = newYear + day - 1 + (CivilDate.isLeap(year) && day >= 60 ? 1 : 0)
            case .ordinal(let day):
                days = newYear + day
            case .weekday(let month, let week, let day):
                let first = Self.days(year, month, 1)
                let weekday = CivilDate.weekday(daysSince1970: first) % 7
                var candidate = first + (day - weekday + 7) % 7 + (week - 1) * 7
                if candidate >= first + CivilDate.days(inMonth: month, of: year) { candidate -= 7 }
                days = candidate
            }
            return Int64(days) * 86400 + time
        }

        private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
            CivilDate(year: year, month: month, day: day)?.daysSince1970 ?? 0
        }
    }

    init?(_ text: [UInt8]) {
        var parser = Parser(text: text[...])
        guard parser.name(), let standard = parser.time(limit: 24) else { return nil }
        self.standard = Int32(-standard)
        if parser.text.isEmpty { return }
        guard parser.name() else { return nil }
        var offset = -standard + 3600
        if let next = parser.text.first, next != UInt8(ascii: ",") {
            guard let given = parser.time(limit: 24) else { return nil }
            offset = -given
        }
        guard let begins = parser.day(), let ends = parser.day(), parser.text.isEmpty else {
            return nil
        }
        summer = Summer(offset: Int32(offset), begins: begins, ends: ends)
    }

    private struct Parser {
        var text: ArraySlice<UInt8>

        mutating func consume(_ character: Character) -> Bool {
            guard let byte = character.asciiValue, text.first == byte else { return false }
            text.removeFirst()
            return true
        }

        /// At least three letters, or anything between `<` and `>`.
        mutating func name() -> Bool {
            if consume("<") {
                guard let end = text.firstIndex(of: UInt8(ascii: ">")) else { return false }
                text = text[(end + 1)...]
                return true
            }
            let letters = text.prefix { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7a }
            text = text.dropFirst(letters.count)
            return letters.count >= 3
        }

        mutating func number(_ range: ClosedRange<Int>) -> Int? {
            let digits = text.prefix { $0 >= 0x30 && $0 <= 0x39 }
            guard (1...4).contains(digits.count) else { return nil }
            text = text.dropFirst(digits.count)
            let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            return range.contains(value) ? value : nil
        }

        /// `[+-]hh[:mm[:ss]]` in seconds.
        mutating func time(limit: Int) -> Int64? {
            let sign: Int64 = consume("-") ? -1 : 1
            if sign == 1 { _ = consume("+") }
            guard let hours = number(0...limit) else { return nil }
            var seconds = hours * 3600
            for unit in [60, 1] where consume(":") {
                guard let value = number(0...59) else { return nil }
                seconds += value * unit
            }
            return sign * Int64(seconds)
        }

        /// `,Mm.w.d[/time]`, `,Jn[/time]` or `,n[/time]`.
        mutating func day() -> Day? {
            guard consume(","), let rule = rule() else { return nil }
            var seconds: Int64 = 7200
            if consume("/") {
                guard let given = time(limit: 167) else { return nil }
                seconds = given
            }
            return Day(rule: rule, time: seconds)
        }

        private mutating func rule() -> Day.Rule? {
            if consume("J") { return number(1...365).map { .julian($0) } }
            guard consume("M") else { return number(0...365).map { .ordinal($0) } }
            guard let month = number(1...12), consume("."), let week = number(1...5), consume("."),
                let day = number(0...6)
            else { return nil }
            return .weekday(month: month, week: week, day: day)
        }
    }
}
