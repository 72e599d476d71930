import API

/// The risk over a range. The record holds each change of the score, which is constant in between.
/// The chart shows the highest score of each of several intervals of equal length. Intervals of
/// more than an hour are equally long by the clock: a day in which it changes is one interval.
struct RiskHistory {
    /// The largest number of changes requested; the newest ones are kept.
    static let mostChanges = 366
    static let mostSlots = 62
    /// The possible lengths of an interval in seconds, from an hour to 60 days.
    private static let lengths = [1, 6, 12, 24, 48, 168, 336, 720, 1440].map { $0 * 3600 }

    /// An interval and its highest score; nil before the first known change.
    struct Slot: Hashable {
        let start: Moment
        let highest: FixedPoint?
    }

    let length: Int
    let slots: [Slot]

    /// The history between two instants, from changes in order; the last score holds to the end.
    init(
        _ changes: [(at: Moment, score: FixedPoint)], from: Moment, to: Moment, by clock: WallClock
    ) {
        let local = to.localSeconds - from.localSeconds
        let span = max(to.seconds - from.seconds, local, 1)
        let length =
            Self.lengths.first { span <= $0 * Self.mostSlots }
            ?? (span / Self.mostSlots / 86400 + 1) * 86400
        self.length = length
        let starts = Self.starts(from, to, length, clock)
        var slots: [Slot] = []
        var present: FixedPoint?
        var next = 0
        for (start, end) in zip(starts, starts.dropFirst() + [to]) {
            var highest = present
            while next < changes.count, changes[next].at < end {
                let score = changes[next].score
                // Of what was before the first time, the last is what the score was then.
                let isBefore = changes[next].at < start
                highest = isBefore ? score : max(highest ?? score, score)
                present = score
                next += 1
            }
            slots.append(Slot(start: start, highest: highest))
        }
        self.slots = slots
    }

    /// The beginnings of the intervals, in order.
    private static func starts(
        _ from: Moment, _ to: Moment, _ length: Int, _ clock: WallClock
    ) -> [Moment] {
        if length == 3600 {
            return stride(from: from.seconds, to: to.seconds, by: length).map(clock.moment(at:))
        }
        var starts: [Moment] = []
        for local in stride(from: from.localSeconds, to: to.localSeconds, by: length) {
            let start = clock.moment(ofLocal: local)
            // The clock may skip a whole interval.
            if start < to, starts.last.map({ $0 < start }) ?? true { starts.append(start) }
        }
        return starts
    }
}

extension RiskHistory {
    /// The chart over the days of the figures; nil if no score is known for them.
    static func group(
        _ metrics: MetricsAPI.Metrics, _ context: PageContext, _ words: FigureFormats
    ) throws(CallFailure) -> MetricsResult.Group? {
        let thresholds = try context.daemon.call(RiskAPI.GetStatus.self).status.thresholds
        guard let first = CalendarDay(metrics.from), let last = CalendarDay(metrics.to)
        else { return nil }
        let clock = try WallClock(context)
        let days = (
            clock.midnight(ofDay: first.number),
            min(clock.midnight(ofDay: last.number + 1), clock.now)
        )
        guard days.0 < days.1 else { return nil }
        do {
            let changes = try changes(before: days.1, context.daemon)
            guard let earliest = changes.first?.at else { return nil }
            // Years before the first score would only be empty.
            let start = max(days.0, clock.midnight(ofDay: earliest.day.number))
            let course = RiskHistory(changes, from: start, to: days.1, by: clock)
            let isCut = changes.count >= mostChanges && earliest > days.0
            return .init(
                words("risk"),
                wide: course.picture(thresholds, words),
                hint: isCut
                    ? words(
                        "riskCut",
                        [
                            "count": words.formats.number(mostChanges),
                            "day": words.formats.day(earliest.day),
                        ]) : nil)
        } catch CallFailure.refused(let error as RiskAPI.StoreUnavailable) {
            return .init(
                words("risk"),
                hint: words.texts("trouble.unreadable", ["reason": error.reason]))
        } catch let failure as CallFailure {
            throw failure
        } catch {
            throw .broken(String(describing: error))
        }
    }

    /// The newest changes; those before the range give the score at its beginning.
    private static func changes(
        before end: Moment, _ daemon: any DaemonCalls
    ) throws -> [(at: Moment, score: FixedPoint)] {
        var changes: [(at: Moment, score: FixedPoint)] = []
        let end = Moment(seconds: end.seconds, offset: 0).rfc3339.replacing("+00:00", with: "Z")
        try daemon.follow(
            RiskAPI.History.self, .init(to: end, limit: mostChanges)
        ) { reply in
            for point in reply.points {
                if let at = Moment(point.at) { changes.append((at, point.score)) }
            }
            return changes.count < mostChanges
        }
        return changes
    }

    private func picture(
        _ thresholds: RiskAPI.Thresholds, _ words: FigureFormats
    ) -> MetricsResult.Picture {
        let formats = words.formats
        let counts = words("riskCounts", ["time": formats.length(seconds: length)])
        let chart = LineChart(
            caption: words.caption("risk", "riskHighest", counts),
            points: CategoryAxis(title: words("from"), labels: slots.map { label($0, formats) }),
            values: ValueAxis(title: words("riskScore"), scale: .fraction, range: 0...1) {
                formats.number($0, digits: 2)
            },
            series: [
                ChartSeries(
                    name: words("riskScore"),
                    values: slots.map { $0.highest.map { FiniteNumber($0) } })
            ],
            bands: ValueBand.levels(thresholds) { words("level.\($0)") },
            bandsTitle: words("level"))
        return .init(chart: chart.html, counts: counts)
    }

    private func label(_ slot: Slot, _ formats: Formats) -> ChartLabel {
        let day = formats.day(slot.start.day)
        let time = formats.time(slot.start)
        if length >= 86400 { return ChartLabel(day, short: formats.shortDay(slot.start.day)) }
        let short = slots.count <= 24 && length == 3600 ? time : formats.shortDay(slot.start.day)
        return ChartLabel("\(day), \(time)", short: short)
    }
}
