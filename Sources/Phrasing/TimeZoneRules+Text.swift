import RuleModel

extension TimeZoneRules {
    /// An instant as the socket tells it: RFC 3339 at the zone's offset then, to the hundredth of a
    /// second.
    package func text(_ instant: Instant) -> String {
        let told = instant.rounded(to: TimeSpan(milliseconds: 10))
        return LocalTime.rfc3339(told, offset: offset(at: told))
    }
}
