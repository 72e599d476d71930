import RuleModel

/// The times of events within a span. The instants ascend, so a count is a search: it costs the
/// same for any number of events.
///
/// Events that have left the span are removed once they are the larger part.
package struct Window: Hashable, Sendable, Codable {
    /// The longest time that the window looks back.
    package let span: TimeSpan
    /// The times of the events, ascending, in milliseconds of trusted time.
    private var times: [Int64] = []
    /// The running total of the weights, up to and including the event of the same index.
    private var totals: [Int64] = []
    /// The total weight of the removed events.
    private var gone: Int64 = 0

    package init(span: TimeSpan) { self.span = span }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        span = try container.decode(TimeSpan.self, forKey: .span)
        times = try container.decode([Int64].self, forKey: .times)
        totals = try container.decode([Int64].self, forKey: .totals)
        gone = try container.decode(Int64.self, forKey: .gone)
        let isWhole =
            times.count == totals.count && times.allSatisfy(Instant.recordable.contains)
            && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
        guard isWhole else {
            throw DecodingError.dataCorruptedError(
                forKey: .times, in: container, debugDescription: "the instants do not ascend")
        }
    }

    mutating func add(at instant: Instant, weight: Int64 = 0) {
        if let last = times.last, last > instant.milliseconds { goBack(to: instant) }
        let oldest = instant.milliseconds - span.milliseconds
        // Each removal takes away as much as it moves.
        if !times.isEmpty, times[times.count / 2] <= oldest {
            let stale = times.count(upTo: oldest)
            gone = totals[stale - 1]
            times.removeFirst(stale)
            totals.removeFirst(stale)
        }
        times.append(instant.milliseconds)
        totals.append((totals.last ?? gone) &+ weight)
    }

    /// Moves events from the future to `instant`, after trusted time went back.
    mutating func goBack(to instant: Instant) {
        var index = times.count
        while index > 0, times[index - 1] > instant.milliseconds {
            index -= 1
            times[index] = instant.milliseconds
        }
    }

    /// The number of events after an instant, and their total weight.
    func sum(after instant: Instant) -> (count: Int, weight: Int64) {
        let index = times.count(upTo: instant.milliseconds)
        guard index < times.count else { return (0, 0) }
        let before = index == 0 ? gone : totals[index - 1]
        return (times.count - index, (totals.last ?? gone) &- before)
    }

    func first(after instant: Instant) -> Instant? {
        let index = times.count(upTo: instant.milliseconds)
        return index < times.count ? Instant(milliseconds: times[index]) : nil
    }

    /// The number of events from an instant on. `place` is where the last such search ended: while
    /// only events are added, this one ends there too.
    func count(from instant: Instant, near place: inout Int) -> Int {
        let limit = instant.milliseconds - 1
        let isSame =
            place <= times.count && (place == 0 || times[place - 1] <= limit)
            && (place == times.count || times[place] > limit)
        if !isSame { place = times.count(upTo: limit) }
        return times.count - place
    }

    /// The events from an instant on, with their weights.
    func events(from instant: Instant) -> [(at: Instant, weight: Int64)] {
        let first = times.count(upTo: instant.milliseconds - 1)
        return times.indices.dropFirst(first).map { index in
            let before = index == 0 ? gone : totals[index - 1]
            return (Instant(milliseconds: times[index]), totals[index] &- before)
        }
    }

    func sum(from instant: Instant) -> (count: Int, weight: Int64) {
        sum(after: instant - TimeSpan(milliseconds: 1))
    }
}
