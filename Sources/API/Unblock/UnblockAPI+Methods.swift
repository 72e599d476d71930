/// What opens requests, and what asks how they stand.
extension UnblockAPI {
    /// What a person can choose from, and what the rules make them wait.
    package enum Options: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.unblock.Options"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// What a planned purchase can be for.
            package var categories: [String]
            /// How a person can feel.
            package var moods: [String]
            /// The wait in seconds of what was planned; during auto-protection at least that of an
            /// impulse.
            package var plannedWait: Int
            /// The wait in seconds of an impulse.
            package var impulseWait: Int
            /// For how many seconds targets are opened.
            package var grant: Int

            /// The answer, part by part.
            package init(
                categories: [String], moods: [String], plannedWait: Int, impulseWait: Int,
                grant: Int
            ) {
                self.categories = categories
                self.moods = moods
                self.plannedWait = plannedWait
                self.impulseWait = impulseWait
                self.grant = grant
            }
        }
    }

    /// Opens a request, or goes on with the open one about the same place: what the person says
    /// more is taken down. Its wait begins when the purpose is said, and anew when another one is;
    /// what is said again changes nothing.
    package enum Request: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.unblock.Request"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// What it is about.
            package var place: Place
            /// What the person says; left out: not yet known.
            package var intent: Intent?
            /// Whether the person opens it without having met a block; left out: no. Only a pause
            /// can be about what is not blocked.
            package var pause: Bool?

            /// What is asked, part by part.
            package init(place: Place, intent: Intent? = nil, pause: Bool? = nil) {
                self.place = place
                self.intent = intent
                self.pause = pause
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The request.
            package var request: OpenRequest

            /// The answer, part by part.
            package init(request: OpenRequest) {
                self.request = request
            }
        }
    }

    /// Says that a blocked app or site was opened: an attempt, which is counted, and something to
    /// be asked (org.soteria.prompts). Attempts at one entry of the rules within a second count
    /// once.
    package enum Attempt: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.unblock.Attempt"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// A host name.
            package var site: String?
            /// An application id, or the path of an executable.
            package var app: String?

            /// What is asked, part by part.
            package init(site: String? = nil, app: String? = nil) {
                self.site = site
                self.app = app
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// Whether it is blocked; what is not blocked is no attempt.
            package var blocked: Bool
            /// The keys of the blocked targets that it belongs to.
            package var targets: [String]

            /// The answer, part by part.
            package init(blocked: Bool, targets: [String]) {
                self.blocked = blocked
                self.targets = targets
            }
        }
    }

    /// The open requests and the running permissions, by number; and how one request stands.
    package enum List: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.unblock.List"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// A request's number, of which the outcome is wanted; left out: of none.
            package var request: Int?

            /// What is asked, part by part.
            package init(request: Int? = nil) {
                self.request = request
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The open requests.
            package var requests: [OpenRequest]
            /// The running permissions.
            package var grants: [Grant]
            /// What became of the request that was asked for; left out where none was.
            package var outcome: Outcome?

            /// The answer, part by part.
            package init(requests: [OpenRequest], grants: [Grant], outcome: Outcome? = nil) {
                self.requests = requests
                self.grants = grants
                self.outcome = outcome
            }
        }
    }
}
