import RuleModel

/// Something that a person should be asked or told now.
package struct Prompt: Hashable, Sendable, Codable {
    /// Its number on this device: the sequence of the event that raised it.
    package var id: Int64
    package var kind: Kind
    /// Since when it is open.
    package var at: Instant
    /// The keys of the targets that it is about.
    package var targets: [String]
    package var place: Place?
    /// The risk that raised it; nil if none did.
    package var risk: RiskRecord?
    /// The unblock request whose outcome it asks for; nil if it asks for none.
    package var request: Int64?
    /// The key of the check-in that it asks; nil if it asks none.
    package var checkIn: String?
    /// Whether it is a check-in's reminder; nil: no.
    package var isReminder: Bool?
    /// The hour that is risky; nil if it is about none.
    package var riskyHour: RiskyHour?
    package var expires: Countdown

    /// What prompts are about, under the names that the socket uses.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// A blocked app or site was opened.
        case blockedOpened = "blocked_opened"
        /// The risk has become high.
        case riskHigh = "risk_high"
        case autoProtection = "auto_protection"
        /// A target is no longer used that was opened.
        case logOutcome = "log_outcome"
        /// A check-in is due.
        case checkIn = "check_in"
        /// An hour begins that has been risky.
        case riskyHour = "risky_hour"

        /// The answers that a prompt of this kind takes, the first one to be offered first.
        package var choices: [Choice] {
            switch self {
            case .blockedOpened: [.keep, .planned, .impulse]
            case .riskHigh, .riskyHour: [.protect, .dismiss]
            case .autoProtection: [.why, .dismiss]
            case .logOutcome: [.bought, .nothingBought, .later]
            case .checkIn: [.yes, .no]
            }
        }
    }

    package enum Choice: String, Hashable, Sendable, Codable, CaseIterable {
        case keep, planned, impulse, protect, dismiss, why, bought
        case nothingBought = "nothing_bought"
        case later, yes, no
    }

    /// Why a prompt was closed, where nothing else that is recorded tells.
    package enum Closing: String, Hashable, Sendable, Codable, CaseIterable {
        case answered, expired
    }

    /// How long an attempt, or the suggestion of quiet hours, stays open.
    static let attemptLength = TimeSpan.minutes(10)
    static let suggestionLength = TimeSpan.hours(1)
    /// How long it is asked what came of an unblock.
    static let logLength = TimeSpan.hours(24)
}
