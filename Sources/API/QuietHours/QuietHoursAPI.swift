/// The typed calls of `org.soteria.quiethours`.
///
/// The schedules that block targets at set times.
///
/// Instants are RFC 3339 strings with an offset; times of day and dates are local, in the
/// schedule's time zone.
package enum QuietHoursAPI {
    /// The interface's name on the socket.
    package static let interface = "org.soteria.quiethours"
}

/// The types of `org.soteria.quiethours`, as its file declares them.
extension QuietHoursAPI {
    /// A day of the week.
    package enum Weekday: String, Codable, Hashable, Sendable, CaseIterable {
        /// Monday.
        case mon
        /// Tuesday.
        case tue
        /// Wednesday.
        case wed
        /// Thursday.
        case thu
        /// Friday.
        case fri
        /// Saturday.
        case sat
        /// Sunday.
        case sun
    }

    /// A range of local time that begins on some days; its end is not part of it.
    package struct Range: Codable, Hashable, Sendable {
        /// The days on which it begins, from Monday on.
        package var days: [Weekday]
        /// When it begins, "22:30".
        package var start: String
        /// When it ends, "06:30" or "24:00"; before the start: on the next day.
        package var end: String
        /// The dates on which it does not begin, "2026-12-24".
        package var except: [String]

        /// The value with all that it holds.
        package init(days: [Weekday], start: String, end: String, except: [String]) {
            self.days = days
            self.start = start
            self.end = end
            self.except = except
        }
    }

    /// One stretch in which a schedule is active.
    package struct Occurrence: Codable, Hashable, Sendable {
        /// The schedule's key in the rule files.
        package var schedule: String
        /// The name that people see.
        package var name: String
        /// The keys of the targets that it blocks.
        package var targets: [String]
        /// When it begins, or began.
        package var start: String
        /// When it ends; left out where no end is in sight.
        package var end: String?

        /// The value with all that it holds.
        package init(
            schedule: String, name: String, targets: [String], start: String, end: String? = nil
        ) {
            self.schedule = schedule
            self.name = name
            self.targets = targets
            self.start = start
            self.end = end
        }
    }

    /// A schedule and how it stands.
    package struct Schedule: Codable, Hashable, Sendable {
        /// The schedule's key in the rule files.
        package var schedule: String
        /// The name that people see.
        package var name: String
        /// The keys of the targets that it blocks.
        package var targets: [String]
        /// When it runs: in any of these ranges.
        package var ranges: [Range]
        /// The zone in which its times are read, such as Europe/Berlin.
        package var timeZone: String
        /// Whether it may run.
        package var enabled: Bool
        /// Whether a switch, not the rule files, says whether it may run.
        package var switched: Bool
        /// Whether nothing can be unblocked while it runs.
        package var strict: Bool
        /// Whether it runs now.
        package var active: Bool
        /// When it began if it runs, else when it begins next; left out where it never will.
        package var start: String?
        /// When it ends after that; left out where no end is in sight.
        package var end: String?

        /// The value with all that it holds.
        package init(
            schedule: String, name: String, targets: [String], ranges: [Range], timeZone: String,
            enabled: Bool, switched: Bool, strict: Bool, active: Bool, start: String? = nil,
            end: String? = nil
        ) {
            self.schedule = schedule
            self.name = name
            self.targets = targets
            self.ranges = ranges
            self.timeZone = timeZone
            self.enabled = enabled
            self.switched = switched
            self.strict = strict
            self.active = active
            self.start = start
            self.end = end
        }
    }
}
