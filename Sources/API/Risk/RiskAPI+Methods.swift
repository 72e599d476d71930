extension RiskAPI {
    /// The risk as it was last assessed.
    package enum GetStatus: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.risk.GetStatus"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The score with everything that made it.
            package var status: Status

            /// The answer, part by part.
            package init(status: Status) {
                self.status = status
            }
        }
    }

    /// Follows the risk; needs "more". The first reply has the present status, every later one the
    /// status after score, level or factors changed.
    package enum Monitor: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.risk.Monitor"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The score with everything that made it.
            package var status: Status

            /// The answer, part by part.
            package init(status: Status) {
                self.status = status
            }
        }
    }

    /// The recorded scores, oldest first; needs "more". Only the last reply may have none.
    package enum History: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.risk.History"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// Only those at this instant or later.
            package var from: String?
            /// Only those before this instant.
            package var to: String?
            /// At most so many, the newest of them; left out: all.
            package var limit: Int?

            /// What is asked, part by part.
            package init(from: String? = nil, to: String? = nil, limit: Int? = nil) {
                self.from = from
                self.to = to
                self.limit = limit
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The next scores.
            package var points: [Point]

            /// The answer, part by part.
            package init(points: [Point]) {
                self.points = points
            }
        }
    }
}
