import RuleModel

/// The record of a check-in: its day and its answers.
package struct CheckInRecord: Hashable, Sendable, Codable {
    /// The local day of the question, as days since 1970-01-01; nil if the day was forgotten.
    @LocalDayIfAny package var day: Int?
    package var phase: Phase
    /// The time of the day's first question.
    package var opened: State.Moment
    /// The delay of the question because no daemon ran when the day began.
    package var late = TimeSpan.zero
    /// The limit on the restriction's length.
    package var time: Countdown
    /// The number of times that the question was asked on this day.
    package var asked = 1
    /// Whether the day's reminder was given.
    package var isReminded = false
    /// The last answers, oldest first.
    package var answers: [CheckInAnswer] = []
    /// The number of consecutive days answered with yes, up to the last one.
    package var streak = 0
    /// The longest streak so far.
    package var longestStreak = 0
    /// The last day whose text was sent, as days since 1970-01-01; nil: none was.
    package var textSentOn: Int?
    /// True once the greeting was shown; nil if nothing says so, as in early records.
    var welcomed: Bool?

    /// Whether the greeting is over: it was shown, or the question was answered once.
    package var isWelcomed: Bool { welcomed ?? !answers.isEmpty }

    /// The state of a check-in on its day.
    package enum Phase: String, Hashable, Sendable, Codable, CaseIterable {
        case asking
        /// Answered with yes: nothing more today.
        case yes
        /// Answered with no: the targets stay restricted until the next day of the check-in.
        case no
        /// The restriction reached its time limit before the next day began.
        case lapsed
    }

    static let remembered = 60
    /// The longest restriction, regardless of clock and zone changes.
    package static let cap = TimeSpan.hours(25)
    /// The least time between two days, regardless of clock and zone changes.
    package static let shortestDay = TimeSpan.hours(20)

    /// The streak on a day: it ends on that day or the day before.
    package func streak(on day: Int) -> Int {
        answers.last { $0.isYes }.map { $0.day >= day - 1 } ?? false ? streak : 0
    }

    /// Removes the answers of earlier days except the last two, from which a streak continues.
    mutating func forget(before day: Int) {
        answers = answers.dropLast(2).filter { $0.day >= day } + answers.suffix(2)
    }

    mutating func record(_ answer: CheckInAnswer) {
        let isRepeated = answers.last?.day == answer.day
        let before = isRepeated ? answers.dropLast().last : answers.last
        if isRepeated { answers.removeLast() }
        if !answer.isYes {
            streak = 0
        } else if !(isRepeated && streak > 0) {
            streak = before.map { $0.isYes && $0.day == answer.day - 1 } ?? false ? streak &+ 1 : 1
        }
        longestStreak = max(longestStreak, streak)
        answers.append(answer)
        if answers.count > Self.remembered { answers.removeFirst() }
        guard day == answer.day else { return }
        phase = answer.isYes ? .yes : .no
    }
}

package struct CheckInAnswer: Hashable, Sendable, Codable {
    package var checkIn: String
    /// The local day that it is about, as days since 1970-01-01.
    @LocalDay package var day: Int
    package var isYes: Bool
    package var at: Instant

    package init(checkIn: String, day: Int, isYes: Bool, at: Instant) {
        self.checkIn = checkIn
        self.day = day
        self.isYes = isYes
        self.at = at
    }
}

/// The start of a check-in's day, on which its question is asked.
package struct CheckInDayStart: Hashable, Sendable, Codable {
    package var checkIn: String
    /// The local day that it is about, as days since 1970-01-01.
    @LocalDay package var day: Int
    /// The keys of the targets that the check-in restricts until it is answered.
    package var targets: [String]
    /// The limit on the restriction's length.
    package var time: Countdown
    /// The delay of the question because no daemon ran when the day began; nil: no delay.
    package var late: TimeSpan?

    package init(
        checkIn: String, day: Int, targets: [String], time: Countdown, late: TimeSpan? = nil
    ) {
        self.late = late
        self.checkIn = checkIn
        self.day = day
        self.targets = targets
        self.time = time
    }
}

/// A repeated question of an unanswered check-in.
package struct CheckInRepetition: Hashable, Sendable, Codable {
    package var checkIn: String
    package var reason: Reason
    /// The keys of the restricted targets if the question has been closed since; nil if it is still
    /// open.
    package var targets: [String]?

    package enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        case start
        /// The machine woke up.
        case resume
        /// The screen was unlocked.
        case unlock
        /// The time of its reminder came.
        case reminder
        /// The check-in is back in the rules.
        case rules
        /// An answer could not be stored.
        case store
        /// A person who is trying out the rules requested it.
        case forced
    }
}
