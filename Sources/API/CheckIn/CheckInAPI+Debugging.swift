/// The debug actions.
extension CheckInAPI {
    /// A debug action: what is remembered of a check-in.
    package enum GetState: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.checkin.GetState"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The check-in's key.
            package var checkIn: String

            /// What is asked, part by part.
            package init(checkIn: String) {
                self.checkIn = checkIn
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// How it stands.
            package var phase: Phase
            /// The day that it is about; left out until its first day has begun.
            package var day: String?
            /// When that day began for it; left out as above.
            package var openedAt: String?
            /// When that day lapses at the latest; left out as above.
            package var cap: String?
            /// The last day that was ever answered; left out where none was.
            package var lastDay: String?
            /// How many days in a row were answered with yes; the present day counts once it is
            /// answered.
            package var streak: Int
            /// The longest such row.
            package var longestStreak: Int
            /// How many answers were given in all.
            package var answers: Int
            /// How often the question of that day was raised.
            package var asked: Int

            /// The answer, part by part.
            package init(
                phase: Phase, day: String? = nil, openedAt: String? = nil, cap: String? = nil,
                lastDay: String? = nil, streak: Int, longestStreak: Int, answers: Int, asked: Int
            ) {
                self.phase = phase
                self.day = day
                self.openedAt = openedAt
                self.cap = cap
                self.lastDay = lastDay
                self.streak = streak
                self.longestStreak = longestStreak
                self.answers = answers
                self.asked = asked
            }
        }
    }

    /// A debug action: the answer that was given last.
    package enum GetLastAnswer: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.checkin.GetLastAnswer"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The check-in's key.
            package var checkIn: String

            /// What is asked, part by part.
            package init(checkIn: String) {
                self.checkIn = checkIn
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The answer; left out where none was ever given.
            package var answer: GivenAnswer?

            /// The answer, part by part.
            package init(answer: GivenAnswer? = nil) {
                self.answer = answer
            }
        }
    }

    /// A debug action: forgets all answers, so that the check-in stands as a new one does.
    package enum Reset: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.checkin.Reset"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The check-in's key.
            package var checkIn: String

            /// What is asked, part by part.
            package init(checkIn: String) {
                self.checkIn = checkIn
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The check-in as it stands after that.
            package var checkIn: CheckIn

            /// The answer, part by part.
            package init(checkIn: CheckIn) {
                self.checkIn = checkIn
            }
        }
    }

    /// A debug action: forgets which day it is, but not the answers, so that the question is asked
    /// as on a new day.
    package enum SimulateNewDay: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.checkin.SimulateNewDay"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The check-in's key.
            package var checkIn: String

            /// What is asked, part by part.
            package init(checkIn: String) {
                self.checkIn = checkIn
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The check-in as it stands after that.
            package var checkIn: CheckIn

            /// The answer, part by part.
            package init(checkIn: CheckIn) {
                self.checkIn = checkIn
            }
        }
    }

    /// A debug action: opens the question now, also where it was answered.
    package enum Force: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.checkin.Force"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The check-in's key.
            package var checkIn: String

            /// What is asked, part by part.
            package init(checkIn: String) {
                self.checkIn = checkIn
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The check-in as it stands after that.
            package var checkIn: CheckIn

            /// The answer, part by part.
            package init(checkIn: CheckIn) {
                self.checkIn = checkIn
            }
        }
    }
}
