import RuleModel

/// A set of the minutes of a week, or of some days, a bit for each.
struct MinuteSet: Sendable {
    private let count: Int
    private var words: [UInt64]

    /// A set among the minutes from 0 up to `count` of the ranges' minutes that are among them.
    init(count: Int, _ ranges: some Sequence<Range<Int>>) {
        self.count = count
        words = Array(repeating: 0, count: (count + 63) / 64)
        for range in ranges {
            Self.eachWord(of: range, count) { index, bits in words[index] |= bits }
        }
    }

    /// The first minute of a range, of those that can be in the set, that it does not hold.
    func firstMissing(of range: Range<Int>) -> Int? {
        var first: Int?
        Self.eachWord(of: range, count) { index, bits in
            let missing = bits & ~words[index]
            if first == nil, missing != 0 { first = index * 64 + missing.trailingZeroBitCount }
        }
        return first
    }

    private static func eachWord(
        of range: Range<Int>, _ count: Int, _ body: (Int, UInt64) -> Void
    ) {
        var minute = max(range.lowerBound, 0)
        let end = min(range.upperBound, count)
        while minute < end {
            let bit = minute % 64
            let length = min(64 - bit, end - minute)
            let ones = length == 64 ? UInt64.max : (1 << UInt64(length)) - 1
            body(minute / 64, ones << UInt64(bit))
            minute += length
        }
    }

    static let week = 7 * 1440
    static let twoDays = 2 * 1440
}

extension DailyRange {
    /// Its minutes from Monday 00:00, exceptions left aside; Sunday's night also ends on Monday.
    var minutesOfWeek: [Range<Int>] {
        var minutes: [Range<Int>] = []
        for weekday in 1...7 where days.contains(weekday: weekday) {
            minutes.append(self.minutes(startingAt: (weekday - 1) * 1440))
            if weekday == 7, endsNextDay { minutes.append(self.minutes(startingAt: -1440)) }
        }
        return minutes
    }

    /// Its minutes in two days, exceptions observed; the first is given as days since 1970-01-01.
    func minutes(ofTwoDaysFrom day: Int) -> [Range<Int>] {
        (-1...1).filter { starts(onDay: day + $0) }.map { minutes(startingAt: $0 * 1440) }
    }

    /// The minutes of one occurrence, given its day's first minute.
    private func minutes(startingAt midnight: Int) -> Range<Int> {
        midnight + start..<midnight + end + (endsNextDay ? 1440 : 0)
    }
}
