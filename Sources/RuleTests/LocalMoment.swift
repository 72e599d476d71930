import CEL
import RuleFiles
import RuleModel

/// A moment as a test writes it, in local time: `22:30`, `thu 06:30`,
/// `2026-11-18 22:30`, `sun 2026-10-25 02:30+01:00`.
struct LocalMoment: Hashable, Sendable {
    /// The weekday, 1 Monday to 7 Sunday; nil: not given.
    var weekday: Int?
    /// The date, as days since 1970-01-01; nil: not given.
    var day: Int?
    /// Seconds after midnight.
    var second: Int
    /// Seconds east of UTC; nil: the zone's.
    var offset: Int?

    static let examples = "22:30, thu 06:30 or 2026-11-18 22:30"

    static func parse(_ text: String) -> Result<LocalMoment, ValueFault> {
        var words = text.split(separator: " ", omittingEmptySubsequences: true)[...]
        // A date and a time may be joined by a T, as elsewhere.
        if let last = words.last, let joint = last.firstIndex(of: "T"),
            last.distance(from: last.startIndex, to: joint) == 10
        {
            words.removeLast()
            words += [last[..<joint], last[last.index(after: joint)...]]
        }
        var moment = LocalMoment(second: 0)
        if let word = words.first, let weekday = weekday(word) {
            moment.weekday = weekday
            words.removeFirst()
        }
        if words.count == 2, let word = words.popFirst() {
            guard let day = day(word) else {
                return .fault(
                    "\"\(word)\" is not a date; write a date like 2026-11-18",
                    suggestion: guess(text))
            }
            moment.day = day
        }
        guard words.count == 1, let word = words.first, moment.parseTime(word) else {
            return .fault(
                "\"\(text)\" is not a time; write a time like \(examples)", suggestion: guess(text))
        }
        if let day = moment.day, let weekday = moment.weekday {
            let actual = CivilDate.weekday(daysSince1970: day)
            guard weekday == actual else {
                let written = text.split(separator: " ").first.map(String.init) ?? ""
                let name = ClockText.shortWeekdays[actual - 1]
                return .fault(
                    "\(CivilDate(daysSince1970: day)) is not a \"\(written)\"",
                    suggestion: name.lowercased() + text.dropFirst(written.count))
            }
        }
        return .success(moment)
    }

    private static func weekday(_ word: Substring) -> Int? {
        ClockText.shortWeekdays.firstIndex { $0.lowercased() == word.lowercased() }.map { $0 + 1 }
    }

    private static func day(_ word: Substring) -> Int? {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2] else { return nil }
        let numbers = parts.compactMap { number($0) }
        guard numbers.count == 3 else { return nil }
        return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])?.daysSince1970
    }

    /// `22:30`, `22:30:15`, followed by `Z` or an offset such as `+01:00`.
    private mutating func parseTime(_ word: Substring) -> Bool {
        var clock = word
        if clock.last == "Z" {
            offset = 0
            clock.removeLast()
        } else if let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) {
            guard let span = Self.seconds(clock[clock.index(after: sign)...]), span <= 14 * 3600
            else { return false }
            offset = clock[sign] == "+" ? span : -span
            clock = clock[..<sign]
        }
        guard let second = Self.seconds(clock), second < 86400 else { return false }
        self.second = second
        return true
    }

    private static func seconds(_ clock: Substring) -> Int? {
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.count == 2 ? number($0) : nil }
        guard (2...3).contains(parts.count), numbers.count == parts.count,
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }

    private static func number(_ digits: Substring) -> Int? {
        digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
    }

    /// The right form of a misspelled time of day, such as `9:30` or `10 pm`.
    private static func guess(_ text: String) -> String? {
        guard case .failure(let fault) = ClockTime.parse(text) else { return nil }
        return fault.suggestion
    }
}

// MARK: - On the time line

extension LocalMoment {
    /// The choice among matching moments if no date is given.
    enum Direction: Sendable {
        /// The first that is not before an instant.
        case from(Instant)
        /// The last that is not after an instant.
        case upTo(Instant)
    }

    /// The instant that the moment means in a zone.
    ///
    /// Fails if the clock never shows the time on that day, if it shows the time twice and nothing
    /// tells which one is meant, or if a date is missing.
    func instant(in zone: TimeZoneRules, _ direction: Direction) -> Result<Instant, ValueFault> {
        if let day { return instant(on: day, in: zone) }
        let reference: Instant
        let step: Int
        switch direction {
        case .from(let instant): (reference, step) = (instant, 1)
        case .upTo(let instant): (reference, step) = (instant, -1)
        }
        var day = LocalTime(reference, in: zone).date.daysSince1970
        for _ in 0..<16 {
            defer { day += step }
            if let weekday, CivilDate.weekday(daysSince1970: day) != weekday { continue }
            var found: Instant?
            switch candidates(on: day, in: zone) {
            case .one(let instant): found = instant
            case .two(let first, let last):
                let fitting = [first, last].filter { step > 0 ? $0 >= reference : $0 <= reference }
                if fitting.count == 2 { return instant(on: day, in: zone) }
                found = fitting.first
            case .none: continue
            }
            // A range of times reads as a time with an offset: only one of the zone's is taken.
            if let found, offset.map({ zone.offset(at: found) == $0 }) ?? true,
                step > 0 ? found >= reference : found <= reference
            {
                return .success(found)
            }
        }
        if let offset {
            return .fault(
                "\(zone.name) does not have the UTC offset \(TestTimeText.offset(offset)) at that "
                    + "time; write one time, not a range of times, or add the date")
        }
        return .fault("no such time was found within 16 days; add the date")
    }

    private enum Candidates {
        case none
        case one(Instant)
        case two(Instant, Instant)
    }

    private func candidates(on day: Int, in zone: TimeZoneRules) -> Candidates {
        let local = Int64(day) * 86400 + Int64(second)
        if let offset { return .one(Instant(seconds: local - Int64(offset))) }
        let (first, last) = zone.instants(ofLocal: local)
        guard LocalTime(first, in: zone).secondOfDay == second else { return .none }
        return first == last ? .one(first) : .two(first, last)
    }

    private func instant(on day: Int, in zone: TimeZoneRules) -> Result<Instant, ValueFault> {
        let date = "\(CivilDate(daysSince1970: day))"
        let clock = TestTimeText.clock(second)
        switch candidates(on: day, in: zone) {
        case .one(let instant): return .success(instant)
        case .none:
            return .fault(
                "clocks in \(zone.name) never show \(clock) on \(date), "
                    + "because they skip that time when they go forward")
        case .two(let first, let last):
            let offsets = [first, last].map { TestTimeText.offset(zone.offset(at: $0)) }
            return .fault(
                "clocks in \(zone.name) show \(clock) twice on \(date); write "
                    + "\(clock)\(offsets[0]) or \(clock)\(offsets[1])")
        }
    }
}

/// Times as the messages of tests write them.
enum TestTimeText {
    /// `22:30`, with seconds if there are any.
    static func clock(_ second: Int) -> String {
        let minutes = ClockText.time(minute: second / 60)
        return second % 60 == 0 ? minutes : minutes + ":" + ClockText.two(second % 60)
    }

    /// `+01:00`.
    static func offset(_ seconds: Int) -> String {
        let magnitude = abs(seconds) / 60
        return (seconds < 0 ? "-" : "+") + ClockText.time(minute: magnitude)
    }

    /// `Wed 2026-11-18 22:30`, with the offset if the clock shows it twice.
    static func text(_ instant: Instant, in zone: TimeZoneRules) -> String {
        let local = LocalTime(instant, in: zone)
        let (first, last) = zone.instants(
            ofLocal: Int64(local.date.daysSince1970) * 86400 + Int64(local.secondOfDay))
        return ClockText.shortWeekdays[local.date.weekday - 1] + " \(local.date) "
            + clock(local.secondOfDay) + (first == last ? "" : offset(local.offset))
    }
}
