/// A kind of news: a notification that a person can switch off, under the names of rule files and
/// of the socket. Questions about what blocks right now are no news.
package enum News: String, Hashable, Sendable, CaseIterable {
    /// The risk has become high.
    case riskHigh = "risk_high"
    /// An auto-protection has begun.
    case autoProtection = "auto_protection"
    /// An hour begins that has been risky.
    case riskyHour = "risky_hour"
    /// An opened target is no longer used.
    case logOutcome = "log_outcome"
    /// An app or a site in use closes soon.
    case closing
    /// A check-in's text of the day.
    case checkInText = "check_in_text"
}
