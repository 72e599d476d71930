import CEL
import RuleModel

/// Telling of hours that have been risky before.
extension Engine {
    /// Looks at each local hour once, when it begins or soon after.
    mutating func foresee() {
        guard rules.plan.hasPredictiveAlerts else { return }
        let local = LocalTime(now, in: localZone)
        let today = local.daysSince1970
        let hour = today * 24 + local.hour
        guard hour != riskWatch.hour else { return }
        riskWatch.look(at: hour)
        // Nothing is risky for somebody who has never unblocked, and sums cost their time.
        guard state.behaviour.lastUnblock != nil, state.riskyHourToldOn != today,
            let risky = state.tally.riskyHour(
                weekday: local.weekday, hour: local.hour, today: today)
        else { return }
        record(.riskyHourTold(risky))
    }

    /// The next hour within a week that would be told of, with its beginning, if any.
    package var nextRiskyHour: (hour: RiskyHour, at: Instant)? {
        let zone = localZone
        let local = LocalTime(now, in: zone)
        let today = local.daysSince1970
        let risky = state.tally.riskyHours(today: today)
        for ahead in 1...168 {
            let hours = local.hour + ahead
            let day = today + hours / 24
            let hour = hours % 24
            let weekday = CivilDate.weekday(daysSince1970: day)
            // At most one is told of on a day.
            if day == today, state.riskyHourToldOn == today { continue }
            guard let next = risky.first(where: { $0.weekday == weekday && $0.hour == hour })
            else { continue }
            return (next, zone.instant(ofDay: day, minute: hour * 60))
        }
        return nil
    }
}
