import RuleModel

/// What is recorded of a check-in: the day that it asks about, and what was answered.
package struct CheckInRecord: Hashable, Sendable, Codable {
    /// The local day that it is about, as days since 1970-01-01; nil if that was forgotten.
    @LocalDayIfAny package var day: Int?
    package var phase: Phase
    /// When it was asked first on that day.
    package var opened: State.Moment
    /// How much earlier the day had begun for it: no daemon ran then.
    package var late = TimeSpan.zero
    /// For how long it can restrict at most.
    package var time: Countdown
    /// How often it was asked on this day.
    package var asked = 1
    /// Whether the day's reminder was given.
    package var isReminded = false
    /// The last answers, oldest first.
    package var answers: [CheckInAnswer] = []
    /// How many days in a row were answered with yes, up to the last one.
    package var streak = 0
    /// The most days in a row so far.
    package var longestStreak = 0

    /// How a check-in stands on its day.
    package enum Phase: String, Hashable, Sendable, Codable, CaseIterable {
        case asking
        /// It was answered with yes: nothing more today.
        case yes
        /// It was answered with no: it restricts until the next day begins for it.
        case no
        /// It was over before the next day began.
        case lapsed
    }

    /// How many answers are remembered.
    static let remembered = 60
    /// No restriction holds longer than this, whatever becomes of clock and zone.
    package static let cap = TimeSpan.hours(25)
    /// No day begins sooner than this after the one before, whatever becomes of clock and zone.
    package static let shortestDay = TimeSpan.hours(20)

    /// The days in a row up to today or yesterday, seen from a day.
    package func streak(on day: Int) -> Int {
        answers.last { $0.isYes }.map { $0.day >= day - 1 } ?? false ? streak : 0
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

/// An answer to a check-in.
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

/// A new day begins for a check-in: its question is asked.
package struct CheckInDayStart: Hashable, Sendable, Codable {
    package var checkIn: String
    /// The local day that it is about, as days since 1970-01-01.
    @LocalDay package var day: Int
    /// The keys of the targets that it holds until it is answered.
    package var targets: [String]
    /// For how long it can restrict at most.
    package var time: Countdown
    /// How much earlier the day had begun for it, no daemon running then; nil: not at all.
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

/// A check-in that was not answered yet is asked again.
package struct CheckInRepetition: Hashable, Sendable, Codable {
    package var checkIn: String
    package var reason: Reason
    /// The keys of the targets that it holds, where its question was closed meanwhile; nil if it
    /// stands open.
    package var targets: [String]?

    package enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        case start
        /// The machine woke up.
        case resume
        /// The screen was unlocked.
        case unlock
        /// The time of its reminder came.
        case reminder
        /// The rules have it again.
        case rules
        /// An answer could not be stored.
        case store
        /// A person who tries the rules asked for it.
        case forced
    }
}
