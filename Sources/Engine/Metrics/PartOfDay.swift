/// A part of the day in everyday terms.
package enum PartOfDay: String, Hashable, Sendable, CaseIterable {
    /// 5 to 12 o'clock.
    case morning
    /// 12 to 17 o'clock.
    case afternoon
    /// 17 to 22 o'clock.
    case evening
    /// 22 to 5 o'clock; it belongs to the day on which it begins.
    case night

    init(hour: Int) {
        switch hour {
        case 5..<12: self = .morning
        case 12..<17: self = .afternoon
        case 17..<22: self = .evening
        default: self = .night
        }
    }
}

/// A part of the week: the nights after Fridays, the mornings of Mondays.
struct PartOfWeek: Hashable {
    /// 1 Monday to 7 Sunday.
    var weekday: Int
    var part: PartOfDay

    /// The part that an hour of the week, 0 to 167 from Monday 0 o'clock, belongs to.
    init(hourOfWeek: Int) {
        let (day, hour) = hourOfWeek.quotientAndRemainder(dividingBy: 24)
        part = PartOfDay(hour: hour)
        // The hours after midnight are the night of the day before.
        weekday = (hour < 5 ? day + 6 : day) % 7 + 1
    }
}
