/// How a person ends a request.
extension UnblockAPI {
    /// Ends a request by keeping the block: a protection moment. Nothing has to be waited for.
    package enum Keep: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.unblock.Keep"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The request's number.
            package var request: Int

            /// What is asked, part by part.
            package init(request: Int) {
                self.request = request
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// How many protection moments there were today, this one included.
            package var today: Int

            /// The answer, part by part.
            package init(today: Int) {
                self.today = today
            }
        }
    }

    /// Ends a request by opening its targets, once its wait is over. Answered when it is on disk.
    package enum Confirm: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.unblock.Confirm"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The request's number.
            package var request: Int

            /// What is asked, part by part.
            package init(request: Int) {
                self.request = request
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The permission; left out where a protection was ended instead.
            package var grant: Grant?
            /// The targets that stay blocked, by restrictions that the request was not about.
            package var blocked: [String]

            /// The answer, part by part.
            package init(grant: Grant? = nil, blocked: [String]) {
                self.grant = grant
                self.blocked = blocked
            }
        }
    }

    /// Ends a request with a protection of its targets.
    package enum Protect: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.unblock.Protect"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The request's number.
            package var request: Int
            /// How long, at least 60 seconds and at most 604800 (seven days); left out: one hour.
            package var seconds: Int?

            /// What is asked, part by part.
            package init(request: Int, seconds: Int? = nil) {
                self.request = request
                self.seconds = seconds
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The protection's id.
            package var protection: Int
            /// The keys of the targets that it blocks.
            package var targets: [String]
            /// When it ends by the clock as it stands.
            package var until: String

            /// The answer, part by part.
            package init(protection: Int, targets: [String], until: String) {
                self.protection = protection
                self.targets = targets
                self.until = until
            }
        }
    }
}
