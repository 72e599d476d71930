import API
import RuleFiles
import RuleModel

/// The clock of the daemon's local times: each instant has the offset that holds then.
struct WallClock: Sendable {
    let now: Moment
    /// Nil if it is unknown here; then every instant has the present offset.
    private let zone: TimeZoneRules?

    /// The clock of a zone; `now` gets its offset there.
    init(now: Moment, zone: TimeZoneRules?) {
        self.zone = zone
        self.now = zone.map { now.shown(in: $0) } ?? now
    }

    /// The clock of a zone with this name, if it is known here.
    init(now: Moment, zone name: String, _ environment: PageEnvironment) {
        let zones = ZoneSource(environment: environment.surroundings.environment)
        self.init(now: now, zone: try? zones.zone(shownAs: name).get())
    }

    /// The daemon's clock. A zone in which its present offset does not hold is not the one of its
    /// local times: an older daemon names only the machine's.
    init(_ context: PageContext) throws(CallFailure) {
        let status = try context.daemon.call(DaemonAPI.GetStatus.self)
        let now = Moment(status.now) ?? Moment(seconds: 0, offset: 0)
        let name = status.clock.localTimeZone ?? status.clock.timeZone
        let clock = WallClock(now: now, zone: name, context.environment)
        self = clock.now == now ? clock : WallClock(now: now, zone: nil)
    }

    /// An instant in seconds since 1970-01-01T00:00:00Z.
    func moment(at seconds: Int) -> Moment {
        let moment = Moment(seconds: seconds, offset: now.offset)
        return zone.map { moment.shown(in: $0) } ?? moment
    }

    /// The first instant at which the clock shows a time, in seconds since 1970-01-01T00:00:00 as
    /// the clock shows it; the end of the gap if it skips the time.
    func moment(ofLocal seconds: Int) -> Moment {
        guard let zone else { return Moment(seconds: seconds - now.offset, offset: now.offset) }
        return moment(at: Int(zone.instants(ofLocal: Int64(seconds)).first.seconds))
    }

    /// The times that the clock shows between two instants, in seconds since 1970-01-01T00:00:00 as
    /// it shows them, in order. Times shown twice are there once; skipped ones do not part a range.
    func shown(from start: Moment, to end: Moment) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var lower = start.localSeconds
        var at = start
        while let change = change(after: at), change <= end {
            let before = moment(at: change.seconds - 1).localSeconds + 1
            if change.localSeconds < before {
                if lower < before { ranges.append(lower..<before) }
                lower = change.localSeconds
            }
            at = change
        }
        if lower < end.localSeconds { ranges.append(lower..<end.localSeconds) }
        return ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
            guard let last = merged.last, range.lowerBound <= last.upperBound else {
                return merged.append(range)
            }
            let upper = max(last.upperBound, range.upperBound)
            merged[merged.count - 1] = last.lowerBound..<upper
        }
    }

    /// The first instant after another one at which the zone's offset changes, if any.
    private func change(after moment: Moment) -> Moment? {
        zone?.nextTransition(after: Instant(seconds: Int64(moment.seconds)))
            .map { self.moment(at: Int($0.seconds)) }
    }

    /// The beginning of a day, counted from 1970-01-01.
    func midnight(ofDay day: Int) -> Moment { moment(ofLocal: day * 86400) }
}

extension Moment {
    /// Seconds since 1970-01-01T00:00:00 as the local clock shows them.
    var localSeconds: Int { seconds + offset }

    /// The same instant by the clock of a zone.
    fileprivate func shown(in zone: TimeZoneRules) -> Moment {
        Moment(seconds: seconds, offset: zone.offset(at: Instant(seconds: Int64(seconds))))
    }
}
