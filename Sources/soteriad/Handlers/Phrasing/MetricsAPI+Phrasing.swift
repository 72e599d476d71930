import API
import Engine
import RuleModel

extension MetricsAPI.Metrics {
    /// Creates the figures of a range and of the range before it.
    init(
        _ figures: Metrics, _ range: MetricsAPI.Range, _ imported: [TargetUse],
        names: [String: String]
    ) {
        self.init(
            range: range, from: LocalDay.text(figures.days.lowerBound),
            to: LocalDay.text(figures.days.upperBound - 1), requests: figures.total.requests,
            attempts: figures.attempts, unblocks: figures.total.unblocks,
            kept: figures.total.kept, expired: figures.expired,
            impulse: figures.impulseShare.map { .init($0) },
            planned: figures.plannedShare.map { .init($0) },
            hours: figures.hours.map { .init($0) }, weekdays: figures.weekdays.map { .init($0) },
            hourWeekday: figures.hoursOfWeek.map(\.unblocks),
            categories: figures.categories.map { .init($0) },
            moods: figures.moods.map { .init($0) },
            quietHours: figures.quietUnblocks.map { .init($0) },
            quietHoursRequests: figures.quietRequests.map { .init($0) },
            meanGapSeconds: figures.meanGap.map(\.seconds),
            used: figures.useShare.map { .init($0) },
            meanUsedSeconds: figures.meanUse.map(\.seconds),
            meanIntendedMinutes: figures.meanIntended.flatMap(\.fixedPoint),
            meanUsedOfIntendedSeconds: figures.meanUseOfIntended.map(\.seconds),
            logged: figures.outcomes, bought: figures.purchaseShare.map { .init($0) },
            spent: figures.purchases.map { .init($0) },
            meanRegret: figures.meanRegret.flatMap(\.fixedPoint),
            keptAmounts: figures.keptAmounts.map { .init($0) },
            usage: figures.usage.map { .init($0, names) }, autoProtections: figures.autoProtections,
            protections: figures.manualProtections,
            checkInsYes: figures.checkInsYes, checkInsNo: figures.checkInsNo,
            mostActiveHour: figures.mostActiveHour,
            mostActiveWeekday: figures.mostActiveWeekday, commonMood: figures.commonMood,
            commonCategory: figures.commonCategory,
            previous: range == .all ? nil : MetricsAPI.Cell(figures.previous),
            episodes: MetricsAPI.Episodes(figures.episodes, range),
            imported: imported.isEmpty ? nil : imported.map { .init($0, names) })
    }
}

extension MetricsAPI.TargetUse {
    fileprivate init(_ use: TargetUse, _ names: [String: String]) {
        self.init(
            target: use.target, name: names[use.target] ?? use.target,
            seconds: Int(use.time.seconds))
    }
}

extension MetricsAPI.Episodes {
    fileprivate init(_ episodes: EpisodeMetrics, _ range: MetricsAPI.Range) {
        self.init(
            countsRequests: episodes.countsRequests, all: episodes.all, opened: episodes.opened,
            kept: episodes.kept, keptBefore: range == .all ? nil : episodes.keptBefore,
            keptShare: episodes.keptShare.map { .init($0) },
            impulse: episodes.impulseShare.map { .init($0) },
            planned: episodes.plannedShare.map { .init($0) }, hours: episodes.hours,
            weekdays: episodes.weekdays, categories: episodes.categories.map { .init($0) },
            moods: episodes.moods.map { .init($0) }, commonCategory: episodes.commonCategory,
            commonMood: episodes.commonMood,
            meanIntendedMinutes: episodes.meanIntended.flatMap(\.fixedPoint),
            meanUsedOfIntendedSeconds: episodes.meanUseOfIntended.map(\.seconds),
            keptAmounts: episodes.keptAmounts.map { .init($0) })
    }
}

extension MetricsAPI.NamedEpisodes {
    fileprivate init(_ named: NameCount) {
        self.init(name: named.name, opened: named.unblocks, kept: named.kept)
    }
}

extension MetricsAPI.Emergency {
    init(_ standing: EmergencyStanding) {
        let per: MetricsAPI.EmergencyPeriod =
            switch standing.rules.per {
            case .day: .day
            case .week: .week
            case .month: .month
            }
        self.init(count: standing.rules.count, per: per, used: standing.used)
    }
}

extension MetricsAPI.Share {
    fileprivate init(_ share: Share) { self.init(count: share.count, of: share.of) }
}

extension MetricsAPI.Cell {
    fileprivate init(_ cell: Cell) {
        self.init(requests: cell.requests, unblocks: cell.unblocks, kept: cell.kept)
    }
}

extension MetricsAPI.Named {
    fileprivate init(_ named: NameCount) {
        self.init(name: named.name, unblocks: named.unblocks, kept: named.kept)
    }
}

extension MetricsAPI.Money {
    fileprivate init(_ amount: Amount) {
        self.init(amount: amount.decimal, currency: amount.currency)
    }
}

extension MetricsAPI.Insight {
    init(_ insight: Insight) {
        self.init(
            kind: insight.kind.rawValue, text: insight.text, count: insight.count,
            of: insight.of, value: insight.value, weekday: insight.weekday,
            part: insight.part?.rawValue)
    }
}

extension Mean {
    /// The mean of milliseconds, in whole seconds.
    fileprivate var seconds: Int { Int(rounded(per: 1000)) }

    fileprivate var fixedPoint: FixedPoint? { FixedPoint(Int(total), over: of) }
}
