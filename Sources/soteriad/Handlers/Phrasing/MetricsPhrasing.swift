import API
import Engine
import RuleModel

/// Figures and insights in the types of the socket.
extension Daemon {
    func phrase(_ figures: Metrics, _ range: MetricsAPI.Range) -> MetricsAPI.Metrics {
        MetricsAPI.Metrics(
            range: range, from: LocalDay.text(figures.days.lowerBound),
            to: LocalDay.text(figures.days.upperBound - 1), requests: figures.total.requests,
            attempts: figures.attempts, unblocks: figures.total.unblocks,
            kept: figures.total.kept, expired: figures.expired,
            impulse: figures.impulseShare.map(phrase), planned: figures.plannedShare.map(phrase),
            hours: figures.hours.map(phrase), weekdays: figures.weekdays.map(phrase),
            hourWeekday: figures.hoursOfWeek.map(\.unblocks),
            categories: figures.categories.map(phrase), moods: figures.moods.map(phrase),
            quietHours: figures.quietUnblocks.map(phrase),
            quietHoursRequests: figures.quietRequests.map(phrase),
            meanGapSeconds: figures.meanGap.map(seconds), used: figures.useShare.map(phrase),
            meanUsedSeconds: figures.meanUse.map(seconds),
            meanIntendedMinutes: figures.meanIntended.flatMap(fixedPoint),
            meanUsedOfIntendedSeconds: figures.meanUseOfIntended.map(seconds),
            logged: figures.outcomes, bought: figures.purchaseShare.map(phrase),
            spent: figures.purchases.map(phrase),
            meanRegret: figures.meanRegret.flatMap(fixedPoint),
            keptAmounts: figures.keptAmounts.map(phrase),
            usage: figures.usage.map { use in
                MetricsAPI.TargetUse(
                    target: use.target, name: names[use.target] ?? use.target,
                    seconds: Int(use.time.seconds))
            }, autoProtections: figures.autoProtections, protections: figures.manualProtections,
            checkInsYes: figures.checkInsYes, checkInsNo: figures.checkInsNo,
            mostActiveHour: figures.mostActiveHour,
            mostActiveWeekday: figures.mostActiveWeekday, commonMood: figures.commonMood,
            commonCategory: figures.commonCategory,
            previous: range == .all ? nil : phrase(figures.previous))
    }

    private func phrase(_ share: Share) -> MetricsAPI.Share {
        MetricsAPI.Share(count: share.count, of: share.of)
    }

    private func phrase(_ cell: Cell) -> MetricsAPI.Cell {
        MetricsAPI.Cell(requests: cell.requests, unblocks: cell.unblocks, kept: cell.kept)
    }

    private func phrase(_ named: Named) -> MetricsAPI.Named {
        MetricsAPI.Named(name: named.name, unblocks: named.unblocks, kept: named.kept)
    }

    private func phrase(_ amount: Amount) -> MetricsAPI.Money {
        MetricsAPI.Money(amount: amount.decimal, currency: amount.currency)
    }

    /// A mean of milliseconds in whole seconds.
    private func seconds(_ mean: Mean) -> Int { Int(mean.rounded(per: 1000)) }

    private func fixedPoint(_ mean: Mean) -> FixedPoint? {
        FixedPoint(Int(mean.total), over: mean.of)
    }

    func phrase(_ insight: Insight) -> MetricsAPI.Insight {
        MetricsAPI.Insight(
            kind: insight.kind.rawValue, text: insight.text, count: insight.count,
            of: insight.of, value: insight.value, weekday: insight.weekday,
            part: insight.part?.rawValue)
    }
}
