import CEL

/// The variables that conditions in rule files can read.
package enum Vocabulary {
    /// One variable.
    package struct Entry: Hashable, Sendable {
        /// The name as conditions write it: `local.hour`.
        package var name: String
        /// Its CEL type.
        package var type: CELType
        /// Whether it rests on what a person typed in; such variables never protect by themselves.
        package var isReported: Bool
        /// What it holds, in one sentence.
        package var summary: String
    }

    /// Every variable; its index is its slot in an activation.
    package static let entries: [Entry] = Slot.allCases.map(\.entry)

    /// The environment that conditions are compiled against; `zones` serves accessors such as
    /// `now.getHours("Europe/Berlin")`. Without zones it is always the same one.
    package static func environment(zones: ZoneLookup? = nil) -> Env {
        guard let zones else { return withoutZones }
        // Conditions are compiled on threads with half a megabyte of stack.
        return Env(
            variables: entries.map { Variable(name: $0.name, type: $0.type) }, zones: zones,
            maxDepth: 50)
    }

    private static let withoutZones = environment { _ in nil }

    /// Whether a condition reads automatic variables only.
    package static func isAutomatic(_ condition: Program) -> Bool {
        condition.references.allSatisfy { name in
            entries.contains { $0.name == name && !$0.isReported }
        }
    }

    /// The slots, in the order in which the environment declares them.
    enum Slot: Int, CaseIterable {
        case now, localHour, localMinute, localWeekday, localDay
        case quietHoursActive, quietHoursSwitchedOff

        var entry: Entry {
            switch self {
            case .now:
                automatic("now", .timestamp, "Trusted time.")
            case .localHour:
                automatic("local.hour", .int, "The hour on the local clock, 0 to 23.")
            case .localMinute:
                automatic("local.minute", .int, "The minute on the local clock, 0 to 59.")
            case .localWeekday:
                automatic("local.weekday", .int, "The local weekday, 1 Monday to 7 Sunday.")
            case .localDay:
                automatic("local.day", .int, "The local day of the month, 1 to 31.")
            case .quietHoursActive:
                automatic("quiet_hours.active", .bool, "Whether a quiet-hours schedule runs.")
            case .quietHoursSwitchedOff:
                automatic(
                    "quiet_hours.switched_off", .bool,
                    "Whether a schedule that would run now is switched off.")
            }
        }

        private func automatic(_ name: String, _ type: CELType, _ summary: String) -> Entry {
            Entry(name: name, type: type, isReported: false, summary: summary)
        }
    }
}

/// The values of the vocabulary at one moment.
package struct Features: Hashable, Sendable {
    /// Trusted time.
    package var now: Instant
    /// What the local clock shows.
    package var local: LocalTime
    /// Whether a quiet-hours schedule runs.
    package var quietHoursActive: Bool
    /// Whether a schedule that would run now is switched off.
    package var quietHoursSwitchedOff: Bool

    /// The features at a moment.
    package init(
        now: Instant, local: LocalTime, quietHoursActive: Bool, quietHoursSwitchedOff: Bool
    ) {
        self.now = now
        self.local = local
        self.quietHoursActive = quietHoursActive
        self.quietHoursSwitchedOff = quietHoursSwitchedOff
    }

    /// Puts the values into an activation of `Vocabulary.environment`.
    package func fill(_ activation: inout Activation) {
        for slot in Vocabulary.Slot.allCases {
            switch slot {
            case .now: activation.setTimestamp(slot.rawValue, now.timestamp)
            case .localHour: activation.setInt(slot.rawValue, Int64(local.hour))
            case .localMinute: activation.setInt(slot.rawValue, Int64(local.minute))
            case .localWeekday: activation.setInt(slot.rawValue, Int64(local.date.weekday))
            case .localDay: activation.setInt(slot.rawValue, Int64(local.date.day))
            case .quietHoursActive: activation.setBool(slot.rawValue, quietHoursActive)
            case .quietHoursSwitchedOff: activation.setBool(slot.rawValue, quietHoursSwitchedOff)
            }
        }
    }
}
