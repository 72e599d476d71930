/// The typed calls of `org.soteria.checkin`.
///
/// The questions that are asked once a day, and what is blocked until they are answered.
///
/// A check-in's day begins at its opening, not at midnight. From then on its question is open and
/// its targets are blocked. "Yes" ends that; "no" blocks what the rules say until the next opening.
/// The next day asks afresh, whatever was answered.
///
/// Instants are RFC 3339 strings with an offset; times of day, "04:00", and days, "2026-11-21", are
/// local, in the check-in's time zone.
package enum CheckInAPI {
    /// The interface's name on the socket.
    package static let interface = "org.soteria.checkin"
}

/// The types of `org.soteria.checkin`, as its file declares them.
extension CheckInAPI {
    /// How a check-in stands.
    package enum Phase: String, Codable, Hashable, Sendable, CaseIterable {
        /// Its question is open.
        case asking
        /// It was answered with yes.
        case yes
        /// It was answered with no.
        case no
        /// Its day has lasted for 25 hours of elapsed time: nothing is blocked until the next
        /// opening.
        case lapsed
        /// Its first day has not begun.
        case waiting
    }

    /// An answer that was given.
    package struct GivenAnswer: Codable, Hashable, Sendable {
        /// The day that it is about.
        package var day: String
        /// Whether it was yes.
        package var yes: Bool
        /// When it was given.
        package var at: String

        /// The value with all that it holds.
        package init(day: String, yes: Bool, at: String) {
            self.day = day
            self.yes = yes
            self.at = at
        }
    }

    /// A check-in and how it stands.
    package struct CheckIn: Codable, Hashable, Sendable {
        /// The check-in's key in the rule files.
        package var checkIn: String
        /// What is asked.
        package var question: String
        /// How it stands.
        package var phase: Phase
        /// The day that it is about; left out until its first day has begun.
        package var day: String?
        /// The time of day at which its day begins.
        package var opens: String
        /// When its next day begins.
        package var next: String
        /// The time of day at which an open question is told again; left out: it is not.
        package var reminder: String?
        /// The keys of the targets that are blocked until it is answered.
        package var blocks: [String]
        /// The keys of the targets that are blocked after a "no".
        package var blocksOnNo: [String]
        /// What stands above the suggestions after a "no"; left out where nothing does.
        package var heading: String?
        /// What could be done instead after a "no".
        package var suggestions: [String]
        /// The text of the day after a "no"; left out where the rules have none.
        package var text: String?
        /// The greeting before the very first question; left out once it was ever answered.
        package var welcome: String?
        /// How many days in a row were answered with yes; the present day counts once it is
        /// answered.
        package var streak: Int
        /// The longest such row.
        package var longestStreak: Int
        /// Whether nothing of what it blocks can be unblocked.
        package var strict: Bool
        /// When what it blocks now is over at the latest; left out where it blocks nothing.
        package var until: String?
        /// The last answers, the newest first, at most 14.
        package var answers: [GivenAnswer]

        /// The value with all that it holds.
        package init(
            checkIn: String, question: String, phase: Phase, day: String? = nil, opens: String,
            next: String, reminder: String? = nil, blocks: [String], blocksOnNo: [String],
            heading: String? = nil, suggestions: [String], text: String? = nil,
            welcome: String? = nil, streak: Int, longestStreak: Int, strict: Bool,
            until: String? = nil, answers: [GivenAnswer]
        ) {
            self.checkIn = checkIn
            self.question = question
            self.phase = phase
            self.day = day
            self.opens = opens
            self.next = next
            self.reminder = reminder
            self.blocks = blocks
            self.blocksOnNo = blocksOnNo
            self.heading = heading
            self.suggestions = suggestions
            self.text = text
            self.welcome = welcome
            self.streak = streak
            self.longestStreak = longestStreak
            self.strict = strict
            self.until = until
            self.answers = answers
        }
    }
}
