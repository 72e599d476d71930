/// The typed calls of `org.soteria.prompts`.
///
/// What a person should be asked or told now. Whoever can show it follows Monitor, shows what is
/// open, takes away what is closed, and gives the person's answer. That something was shown, or
/// went away unanswered, is no answer.
///
/// Instants are RFC 3339 strings with an offset.
package enum PromptsAPI {
    /// The interface's name on the socket.
    package static let interface = "org.soteria.prompts"
}

/// The types of `org.soteria.prompts`, as its file declares them.
extension PromptsAPI {
    /// What a prompt is about. Kinds may be added later.
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// A blocked app or site was opened: planned or impulse?
        case blockedOpened = "blocked_opened"
        /// The risk has become high: quiet hours are suggested.
        case riskHigh = "risk_high"
        /// The daemon protects by itself: the person is informed.
        case autoProtection = "auto_protection"
        /// A session of use under a permission ended: what came of it?
        case logOutcome = "log_outcome"
        /// The question of a check-in is open.
        case checkIn = "check_in"
        /// An hour begins that is likely to be a risky one: the person is informed.
        case riskyHour = "risky_hour"
    }

    /// What a person can answer. Answers may be added later.
    package enum Choice: String, Codable, Hashable, Sendable, CaseIterable {
        /// Keep the block.
        case keep
        /// Open it: it was planned.
        case planned
        /// Open it: it is an impulse.
        case impulse
        /// Protect everything for an hour.
        case protect
        /// Not now; seen.
        case dismiss
        /// Show why.
        case why
        /// Something was bought: logged so, without an amount.
        case bought
        /// Nothing was bought.
        case nothingBought = "nothing_bought"
        /// Say it later.
        case later
        /// The question's answer is yes.
        case yes
        /// The question's answer is no.
        case no
    }

    /// Something to be asked or told.
    package struct Prompt: Codable, Hashable, Sendable {
        /// Its number.
        package var prompt: Int
        /// What it is about.
        package var kind: Kind
        /// Since when it is open.
        package var at: String
        /// When it closes by itself; left out where that is not known.
        package var until: String?
        /// One line for its head.
        package var title: String
        /// What it says.
        package var text: String
        /// The keys of the targets that it is about; empty where it is about none in particular.
        package var targets: [String]
        /// The site that was opened; left out where none was.
        package var site: String?
        /// The app that was opened; left out where none was.
        package var app: String?
        /// The answers that it takes; the first one is the one to offer first.
        package var choices: [Choice]
        /// Of log_outcome: the number of the unblock request whose outcome is wanted.
        package var request: Int?
        /// Of check_in: the check-in's key.
        package var checkIn: String?
        /// Of check_in: a greeting to be shown before the question; left out where there is none.
        package var welcome: String?
        /// Of check_in: whether the question was raised before on this day; left out: no.
        package var reminder: Bool?

        /// The value with all that it holds.
        package init(
            prompt: Int, kind: Kind, at: String, until: String? = nil, title: String, text: String,
            targets: [String], site: String? = nil, app: String? = nil, choices: [Choice],
            request: Int? = nil, checkIn: String? = nil, welcome: String? = nil,
            reminder: Bool? = nil
        ) {
            self.prompt = prompt
            self.kind = kind
            self.at = at
            self.until = until
            self.title = title
            self.text = text
            self.targets = targets
            self.site = site
            self.app = app
            self.choices = choices
            self.request = request
            self.checkIn = checkIn
            self.welcome = welcome
            self.reminder = reminder
        }
    }

    /// What an answer led to; what it did not lead to is left out. On the wire it is the type
    /// `Result`, a name that in Swift is the standard library's.
    package struct AnswerResult: Codable, Hashable, Sendable {
        /// The number of the unblock request that was opened, or whose outcome was logged: see
        /// org.soteria.unblock.
        package var request: Int?
        /// When that request can be confirmed at the earliest.
        package var waitEnds: String?
        /// How many seconds are left until then.
        package var waitSeconds: Int?
        /// The id of the protection that was started.
        package var protection: Int?
        /// When that protection ends, or what a "no" to a check-in blocks.
        package var until: String?
        /// The answer to "why" in words, or the text of the day after a "no" to a check-in.
        package var text: String?
        /// The key of the check-in that was answered: see org.soteria.checkin.
        package var checkIn: String?
        /// What stands above the suggestions after a "no" to a check-in.
        package var heading: String?
        /// What could be done instead after a "no" to a check-in.
        package var suggestions: [String]?

        /// The value with all that it holds.
        package init(
            request: Int? = nil, waitEnds: String? = nil, waitSeconds: Int? = nil,
            protection: Int? = nil, until: String? = nil, text: String? = nil,
            checkIn: String? = nil, heading: String? = nil, suggestions: [String]? = nil
        ) {
            self.request = request
            self.waitEnds = waitEnds
            self.waitSeconds = waitSeconds
            self.protection = protection
            self.until = until
            self.text = text
            self.checkIn = checkIn
            self.heading = heading
            self.suggestions = suggestions
        }
    }

    /// Why a prompt is no longer open.
    package enum Closing: String, Codable, Hashable, Sendable, CaseIterable {
        /// It was answered.
        case answered
        /// Its time was over.
        case expired
        /// What it was about is over.
        case settled
    }
}
