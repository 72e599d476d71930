import RuleModel

/// A question or a notice for the person.
package struct Prompt: Hashable, Sendable, Codable {
    /// The prompt's number on this device: the sequence of the event that raised it.
    package var id: Int64
    package var kind: Kind
    /// The time at which the prompt was raised.
    package var at: Instant
    /// The keys of the targets concerned.
    package var targets: [String]
    package var place: Place?
    /// The risk that raised it; nil if none did.
    package var risk: RiskRecord?
    /// The unblock request whose outcome is asked for; nil if none.
    package var request: Int64?
    /// The key of the check-in that asks, or whose text it is; nil if none.
    package var checkIn: String?
    /// Whether the prompt is a check-in's reminder; nil: no.
    package var isReminder: Bool?
    /// The risky hour; nil if the prompt is about none.
    package var riskyHour: RiskyHour?
    /// The closing that the prompt announces; nil if it announces none.
    package var openTimeEnd: OpenTimeEnd?
    package var expires: Countdown

    /// The kinds of prompts, under the names of the socket.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// A blocked app or site was opened.
        case blockedOpened = "blocked_opened"
        /// The risk has become high.
        case riskHigh = "risk_high"
        case autoProtection = "auto_protection"
        /// An opened target is no longer used.
        case logOutcome = "log_outcome"
        /// A check-in is due.
        case checkIn = "check_in"
        /// An hour begins that has been risky.
        case riskyHour = "risky_hour"
        /// Targets in use close soon.
        case closing
        /// A check-in's text of the day.
        case checkInText = "check_in_text"

        /// The answers that a prompt of this kind accepts, the most important first.
        package var choices: [Choice] {
            switch self {
            case .blockedOpened: [.keep, .planned, .impulse]
            case .riskHigh, .riskyHour: [.protect, .dismiss]
            case .autoProtection: [.why, .dismiss]
            case .logOutcome: [.bought, .nothingBought, .later]
            case .checkIn: [.yes, .no]
            case .closing: [.end, .dismiss]
            case .checkInText: [.dismiss]
            }
        }
    }

    package enum Choice: String, Hashable, Sendable, Codable, CaseIterable {
        case keep, planned, impulse, protect, dismiss, why, bought
        case nothingBought = "nothing_bought"
        case worthIt = "worth_it"
        case notWorthIt = "not_worth_it"
        case later, yes, no, end
        case switchOn = "switch_on"
    }

    /// The reason why a prompt was closed, if no other event tells.
    package enum Closing: String, Hashable, Sendable, Codable, CaseIterable {
        case answered, expired
    }

    /// How long a prompt about an attempt or about quiet hours stays open.
    static let attemptLength = TimeSpan.minutes(10)
    static let suggestionLength = TimeSpan.hours(1)
    /// How long a text of the day stays open, unless the next day begins.
    static let textLength = TimeSpan.hours(24)
    /// How long a prompt for an outcome stays open.
    static let logLength = TimeSpan.hours(24)
}
