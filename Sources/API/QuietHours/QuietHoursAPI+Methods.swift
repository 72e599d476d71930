extension QuietHoursAPI {
    /// Every schedule of the rules in force, by key.
    package enum List: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.quiethours.List"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The schedules, by key.
            package var schedules: [Schedule]

            /// The answer, part by part.
            package init(schedules: [Schedule]) {
                self.schedules = schedules
            }
        }
    }

    /// Switches a schedule on or off. A later edit of its entry in the rule files clears the
    /// switch. Switching off is refused while the schedule is strict and runs.
    package enum SetEnabled: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.quiethours.SetEnabled"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The schedule's key.
            package var schedule: String
            /// Whether it may run.
            package var enabled: Bool

            /// What is asked, part by part.
            package init(schedule: String, enabled: Bool) {
                self.schedule = schedule
                self.enabled = enabled
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The schedule as it stands after that.
            package var schedule: Schedule
            /// When it is switched off, where the rules have that wait; until then switching it on
            /// leaves all as it is. Left out where nothing waits.
            package var pendingUntil: String?

            /// The answer, part by part.
            package init(schedule: Schedule, pendingUntil: String? = nil) {
                self.pendingUntil = pendingUntil
                self.schedule = schedule
            }
        }
    }

    /// The stretches that run now or come next, by their beginning.
    package enum Next: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.quiethours.Next"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// A schedule's key; left out: all that are enabled.
            package var schedule: String?
            /// How many at most, 1 to 100; left out: 1.
            package var count: Int?

            /// What is asked, part by part.
            package init(schedule: String? = nil, count: Int? = nil) {
                self.schedule = schedule
                self.count = count
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The stretches; fewer than asked for where no more come within the next year.
            package var occurrences: [Occurrence]

            /// The answer, part by part.
            package init(occurrences: [Occurrence]) {
                self.occurrences = occurrences
            }
        }
    }
}
