import API

/// A range of days cut into days, weeks or months: at most 31 parts, none of them empty.
struct DayParts {
    /// How long the parts are. The first and the last may be cut short by the range.
    enum Unit: Hashable {
        case days
        /// From Monday on, as the daemon's weeks are.
        case weeks
        /// So many months; beyond one they begin where a year is divided by them, or the years.
        case months(Int)
    }

    /// One part: its first and its last day.
    struct Part: Hashable {
        let first: CalendarDay
        let last: CalendarDay
    }

    static let most = 31

    let unit: Unit
    let parts: [Part]

    /// The days from the first to the last, both included; no parts where the last lies before.
    init(from first: CalendarDay, to last: CalendarDay) {
        let (unit, starts) = Self.starts(first, last)
        self.unit = unit
        parts = starts.indices.map { place in
            let next = place + 1 < starts.count ? starts[place + 1] : last.number + 1
            return Part(
                first: CalendarDay(number: max(starts[place], first.number)),
                last: CalendarDay(number: next - 1))
        }
    }

    private static func starts(_ first: CalendarDay, _ last: CalendarDay) -> (Unit, [Int]) {
        guard first.number <= last.number else { return (.days, []) }
        let days = Array(first.number...min(last.number, first.number + most))
        if days.count <= most { return (.days, days) }
        let monday = first.number - first.weekday + 1
        let weeks = Array(stride(from: monday, through: last.number, by: 7).prefix(most + 1))
        if weeks.count <= most { return (.weeks, weeks) }
        let months = month(first)...month(last)
        let length = lengths.first { months.upperBound / $0 - months.lowerBound / $0 < most } ?? 12
        let places = months.lowerBound / length...months.upperBound / length
        return (
            .months(length),
            places.prefix(most).map { place in
                let month = place * length
                return CalendarDay(year: month / 12, month: month % 12 + 1, day: 1).number
            }
        )
    }

    /// Months since the year 0.
    private static func month(_ day: CalendarDay) -> Int { day.year * 12 + day.month - 1 }

    /// Every part begins where a person expects it: with a quarter, a half, a year, a decade. The
    /// longest cuts all years of four digits into fewer than 31.
    private static let lengths =
        [1, 3, 6] + [1, 2, 5, 10, 20, 50, 100, 200, 500].map { $0 * 12 }
}
