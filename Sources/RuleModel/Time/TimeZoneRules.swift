/// A time zone's offsets from UTC for all time, as a value: what a TZif file says, its footer
/// (the POSIX rule for the years after the table) included.
///
/// A footer with summer time is expanded for 400 years beyond the table when the file is read; the
/// Gregorian calendar repeats itself after that, weekdays included, so later instants are looked
/// up there.
package struct TimeZoneRules: Hashable, Sendable {
    /// The zone's name: `Europe/Berlin`.
    package let name: String
    /// UTC seconds at which the offset changes, ascending.
    package let transitions: [Int64]
    /// Seconds east of UTC: `offsets[0]` before the first transition, `offsets[i + 1]` from
    /// transition `i` on; one more than there are transitions.
    let offsets: [Int32]
    /// True if the last 400 years of the table repeat themselves forever.
    package let repeats: Bool

    /// A zone from its transitions; `offsets` holds one element more than `transitions`.
    init(name: String, transitions: [Int64], offsets: [Int32], repeats: Bool) {
        precondition(offsets.count == transitions.count + 1)
        self.repeats = repeats
        self.name = name
        self.transitions = transitions
        self.offsets = offsets
    }

    /// The name of zones whose files are not in a database; each has a part of its own after it.
    package static let copiedFile = "localtime"

    /// Whether a name is only a new one of the same kind of zone: an earlier version named every
    /// copied file alike.
    package static func isRenamed(_ former: String, to name: String) -> Bool {
        former == copiedFile && name.hasPrefix(copiedFile + "-")
    }

    package static let utc = TimeZoneRules(
        name: "UTC", transitions: [], offsets: [0], repeats: false)

    /// The seconds after which the calendar, weekdays included, repeats itself: 400 years.
    static let cycle: Int64 = 146_097 * 86400

    /// Seconds east of UTC at an instant.
    package func offset(at instant: Instant) -> Int {
        Int(offsets[transitions.count(upTo: folded(instant.seconds))])
    }

    /// Seconds east of UTC at an instant, if they are the same for five days before and after it.
    func steadyOffset(around instant: Instant) -> Int64? {
        let moment = folded(instant.seconds)
        let place = transitions.count(upTo: moment - 5 * 86400)
        guard place == transitions.count || transitions[place] > moment + 5 * 86400 else {
            return nil
        }
        return Int64(offsets[place])
    }

    /// The first instant after the given one at which the offset changes; nil if it never does.
    package func nextTransition(after instant: Instant) -> Instant? {
        let moment = folded(instant.seconds)
        let place = transitions.count(upTo: moment)
        guard place < transitions.count else { return nil }
        return Instant(seconds: transitions[place] + (instant.seconds - moment))
    }

    /// The instants at which local clocks show a time.
    ///
    /// `local` is in seconds since 1970-01-01T00:00:00 as the local clock shows it. Usually there
    /// is one instant; in a repeated hour the first and the last are given; a time that is skipped
    /// gives the first instant after the gap, twice.
    package func instants(ofLocal local: Int64) -> (first: Instant, last: Instant) {
        // No zone is ever further from UTC than a day and a bit (Pacific/Apia jumped over one).
        let shift = local - folded(local)
        let local = local - shift
        var first: Int64?
        var last: Int64?
        var gapEnd: Int64?
        var index = transitions.count(upTo: local - 26 * 3600)
        while index < offsets.count {
            let begin = index == 0 ? Int64.min : transitions[index - 1]
            if begin != .min, begin > local + 26 * 3600 { break }
            let end = index < transitions.count ? transitions[index] : Int64.max
            let candidate = local - Int64(offsets[index])
            if candidate >= begin, candidate < end {
                first = first ?? candidate
                last = candidate
            } else if candidate < begin, gapEnd == nil, first == nil {
                gapEnd = begin
            }
            index += 1
        }
        let lower = (first ?? gapEnd ?? local) + shift
        let upper = (last ?? gapEnd ?? local) + shift
        return (Instant(seconds: lower), Instant(seconds: upper))
    }

    /// The same moment within the table and the 400 years after it.
    private func folded(_ seconds: Int64) -> Int64 {
        guard repeats, let end = transitions.last, seconds > end - 7 * 86400 else { return seconds }
        let over = seconds - (end - 7 * 86400)
        return seconds - ((over - 1) / Self.cycle + 1) * Self.cycle
    }
}
