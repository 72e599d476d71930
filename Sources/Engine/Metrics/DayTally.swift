import CEL
import RuleModel

/// The figures of one local day, small however much happened.
///
/// Zeros take no space; each other figure takes 8 bytes.
struct DayTally: Hashable, Sendable {
    /// Days since 1970-01-01, local.
    let day: Int
    /// The instants of the first and the last unblock, in milliseconds; nil if there was none.
    private(set) var unblocked: ClosedRange<Int64>?
    /// The figures, ascending by place: the place in the upper 16 bits, the number below.
    private(set) var entries: [UInt64] = []

    /// The limit of one figure of a day: 281 times the greatest amount of money.
    static let limit: Int64 = 1 << 48 - 1

    init(day: Int) { self.day = day }

    /// A recorded day; nil if the entries do not ascend or one is zero.
    init?(day: Int, unblocked: ClosedRange<Int64>?, entries: [UInt64]) {
        let places = entries.lazy.map(Self.place)
        guard zip(places, places.dropFirst()).allSatisfy(<),
            entries.allSatisfy({ Self.number($0) > 0 })
        else { return nil }
        self.day = day
        self.unblocked = unblocked
        self.entries = entries
    }

    static func place(_ entry: UInt64) -> UInt16 { UInt16(entry >> 48) }
    static func number(_ entry: UInt64) -> Int64 { Int64(entry & UInt64(limit)) }
    static func entry(_ place: UInt16, _ number: Int64) -> UInt64 {
        UInt64(place) << 48 | UInt64(min(max(number, 0), limit))
    }

    subscript(place: UInt16) -> Int64 {
        let index = index(of: place)
        return holds(place, at: index) ? Self.number(entries[index]) : 0
    }

    mutating func add(_ figure: DayFigure) { add(1, figure.rawValue) }

    /// Adds a number, clamped, to a figure: a figure is never negative.
    mutating func add(_ number: Int64, _ figure: DayFigure) { add(number, figure.rawValue) }

    mutating func add(_ number: Int64, _ place: UInt16) {
        let number = min(max(number, 0), Self.limit)
        guard number > 0 else { return }
        let index = index(of: place)
        if holds(place, at: index) {
            entries[index] = Self.entry(place, Self.number(entries[index]) + number)
        } else {
            entries.insert(Self.entry(place, number), at: index)
        }
    }

    mutating func subtract(_ number: Int64, _ figure: DayFigure) {
        subtract(number, figure.rawValue)
    }

    /// Subtracts a number from a figure, down to zero.
    mutating func subtract(_ number: Int64, _ place: UInt16) {
        let index = index(of: place)
        guard holds(place, at: index) else { return }
        let rest = Self.number(entries[index]) - min(max(number, 0), Self.limit)
        if rest > 0 {
            entries[index] = Self.entry(place, rest)
        } else {
            entries.remove(at: index)
        }
    }

    /// Adds a number that may be negative to a figure.
    mutating func change(_ number: Int64, _ figure: DayFigure) { change(number, figure.rawValue) }

    mutating func change(_ number: Int64, _ place: UInt16) {
        if number < 0 { subtract(-max(number, -Self.limit), place) } else { add(number, place) }
    }

    /// Records the time of an unblock, clamped to the nearest recordable instant.
    mutating func recordUnblock(at instant: Instant) {
        let at = instant.nearestRecordable.milliseconds
        unblocked = min(unblocked?.lowerBound ?? at, at)...max(unblocked?.upperBound ?? at, at)
    }

    /// 0 Monday to 6 Sunday.
    var weekday: Int {
        // The remainder has the same weekday, and no day is too large for it.
        CivilDate.weekday(daysSince1970: day % 7) - 1
    }

    func entries(from place: UInt16) -> ArraySlice<UInt64> { entries[index(of: place)...] }

    private func holds(_ place: UInt16, at index: Int) -> Bool {
        index < entries.count && Self.place(entries[index]) == place
    }

    private func index(of place: UInt16) -> Int {
        let least = Self.entry(place, 0)
        return entries.prefixCount(while: { $0 < least })
    }
}
