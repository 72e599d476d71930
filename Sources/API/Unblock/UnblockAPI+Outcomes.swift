/// What came of unblocks.
extension UnblockAPI {
    /// What a person says came of an unblock.
    package struct LoggedOutcome: Codable, Hashable, Sendable {
        /// Whether something was bought.
        package var bought: Bool
        /// What was spent, as a decimal such as "49.90"; only where something was bought.
        package var amount: String?
        /// The amount's currency, three capital letters such as "EUR"; only with an amount.
        package var currency: String?
        /// How much the person regrets it, 0 not at all to 4 strongly; left out where they did not
        /// say.
        package var regret: Int?
        /// When it was logged.
        package var at: String

        /// The value with all that it holds.
        package init(
            bought: Bool, amount: String? = nil, currency: String? = nil, regret: Int? = nil,
            at: String
        ) {
            self.bought = bought
            self.amount = amount
            self.currency = currency
            self.regret = regret
            self.at = at
        }
    }

    /// An unblock and what came of it.
    package struct Unblocked: Codable, Hashable, Sendable {
        /// The number of the request that led to it.
        package var request: Int
        /// The keys of the targets that were opened.
        package var targets: [String]
        /// When they were opened.
        package var at: String
        /// What was behind the wish.
        package var purpose: Purpose
        /// What it was for; left out where the person did not say.
        package var category: String?
        /// How the person felt; left out where they did not say.
        package var mood: String?
        /// The amount that was expected to be spent; left out where the person did not say.
        package var estimate: String?
        /// That amount's currency; left out where the person did not say.
        package var currency: String?
        /// For how many minutes the targets were meant to be used; left out where the person did
        /// not say.
        package var intendedMinutes: Int?
        /// Whether one of them was really used.
        package var used: Bool
        /// For how many seconds, without the time in which the person was idle; grows while it is
        /// used.
        package var usedSeconds: Int
        /// What the person says came of it; left out until they do.
        package var outcome: LoggedOutcome?

        /// The value with all that it holds.
        package init(
            request: Int, targets: [String], at: String, purpose: Purpose, category: String? = nil,
            mood: String? = nil, estimate: String? = nil, currency: String? = nil,
            intendedMinutes: Int? = nil, used: Bool, usedSeconds: Int, outcome: LoggedOutcome? = nil
        ) {
            self.request = request
            self.targets = targets
            self.at = at
            self.purpose = purpose
            self.category = category
            self.mood = mood
            self.estimate = estimate
            self.currency = currency
            self.intendedMinutes = intendedMinutes
            self.used = used
            self.usedSeconds = usedSeconds
            self.outcome = outcome
        }
    }

    /// Takes down what came of an unblock, within 30 days of it. Logged again, it replaces what was
    /// said before. Answered when it is on disk.
    package enum LogOutcome: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.unblock.LogOutcome"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The request's number.
            package var request: Int
            /// Whether something was bought.
            package var bought: Bool
            /// What was spent, as a decimal such as "49.90": from 0 to 1000000000, at most three
            /// decimals; where nothing was bought the answer is InvalidParameter.
            package var amount: String?
            /// The amount's currency, three capital letters such as "EUR"; only with an amount.
            package var currency: String?
            /// How much the person regrets it, 0 not at all to 4 strongly.
            package var regret: Int?

            /// What is asked, part by part.
            package init(
                request: Int, bought: Bool, amount: String? = nil, currency: String? = nil,
                regret: Int? = nil
            ) {
                self.request = request
                self.bought = bought
                self.amount = amount
                self.currency = currency
                self.regret = regret
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// What is on record now.
            package var outcome: LoggedOutcome

            /// The answer, part by part.
            package init(outcome: LoggedOutcome) {
                self.outcome = outcome
            }
        }
    }

    /// The unblocks of the last 30 days, the newest first, and what came of them. The early end of
    /// a protection is one too.
    package enum Unblocks: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.unblock.Unblocks"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// At most so many; left out: all.
            package var limit: Int?
            /// True: only those whose outcome is not logged; left out: all.
            package var unlogged: Bool?

            /// What is asked, part by part.
            package init(limit: Int? = nil, unlogged: Bool? = nil) {
                self.limit = limit
                self.unlogged = unlogged
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The unblocks.
            package var unblocks: [Unblocked]

            /// The answer, part by part.
            package init(unblocks: [Unblocked]) {
                self.unblocks = unblocks
            }
        }
    }
}
