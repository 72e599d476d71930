import RuleModel

extension TimeZoneRules {
    /// When the local day begins that an instant lies in.
    func midnight(of instant: Instant) -> Instant {
        midnight(ofDay: LocalTime(instant, in: self).date.daysSince1970)
    }

    /// When a local day begins, as days since 1970-01-01.
    func midnight(ofDay day: Int) -> Instant {
        instants(ofLocal: Int64(day) * 86400).first
    }

    /// The same local time so many days later, or earlier where it is negative.
    func instant(_ count: Int, daysFrom instant: Instant) -> Instant {
        let local = LocalTime(instant, in: self)
        let day = Int64(local.date.daysSince1970 + count)
        return instants(ofLocal: day * 86400 + Int64(local.secondOfDay)).first
    }
}
