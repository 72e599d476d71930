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
}
