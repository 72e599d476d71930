extension CheckInAPI {
    /// Every check-in of the rules in force, by key.
    package enum List: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.checkin.List"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The check-ins, by key.
            package var checkIns: [CheckIn]
            /// Whether the rules allow the debug actions.
            package var debug: Bool

            /// The answer, part by part.
            package init(checkIns: [CheckIn], debug: Bool) {
                self.checkIns = checkIns
                self.debug = debug
            }
        }
    }

    /// Answers the question of the day. Answered when it is on disk; what could not be recorded is
    /// asked again.
    package enum Answer: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.checkin.Answer"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The check-in's key.
            package var checkIn: String
            /// Whether the answer is yes.
            package var yes: Bool

            /// What is asked, part by part.
            package init(checkIn: String, yes: Bool) {
                self.checkIn = checkIn
                self.yes = yes
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
