/// What the figures tell.
extension MetricsAPI {
    /// Something that the numbers support: at least five events stand behind it.
    ///
    /// What the numbers are depends on its kind:
    /// - busiest_part: unblocks in one part of one weekday, of all; weekday and part say which
    /// - impulse_share: impulses, of all unblocks
    /// - common_mood: unblocks and kept blocks with the mood that is the value, of those that said
    ///   one
    /// - common_category: unblocks and kept blocks with the category that is the value, of those
    ///   that said one
    /// - use_rate: unblocks after which a target was used, of all
    /// - quiet_share: unblocks during quiet hours, of all
    /// - kept_share: kept blocks, of those and the unblocks
    /// - mean_regret: the sum of the regrets, of as many outcomes that said one
    /// - minutes_used: all minutes used after the unblocks that said minutes, of all minutes
    ///   intended
    /// - trend: the requests, of those in the equally long range before; it may be more than the
    ///   whole
    /// Kinds may be added later.
    package struct Insight: Codable, Hashable, Sendable {
        /// What it is about.
        package var kind: String
        /// What there is to say, one English sentence with the numbers.
        package var text: String
        /// The number above the line.
        package var count: Int
        /// The number below the line; left out where there is none.
        package var of: Int?
        /// What it is about in particular, as said above; left out where nothing is.
        package var value: String?
        /// The weekday; left out where it is about none.
        package var weekday: Int?
        /// The part of the day: morning from 5:00, afternoon from 12:00, evening from 17:00, night
        /// from 22:00, which belongs to the day on which it begins. Left out where it is about
        /// none.
        package var part: String?

        /// The value with all that it holds.
        package init(
            kind: String, text: String, count: Int, of: Int? = nil, value: String? = nil,
            weekday: Int? = nil, part: String? = nil
        ) {
            self.kind = kind
            self.text = text
            self.count = count
            self.of = of
            self.value = value
            self.weekday = weekday
            self.part = part
        }
    }

    /// An hour of the week in which the person opened more than in most others over the last 8
    /// weeks.
    package struct RiskyHour: Codable, Hashable, Sendable {
        /// Its weekday.
        package var weekday: Int
        /// Its hour of the local clock, 0 to 23.
        package var hour: Int
        /// How many unblocks there were in that hour of the week.
        package var count: Int
        /// How many there were in all.
        package var of: Int
        /// When it begins next, as an RFC 3339 string with an offset.
        package var begins: String

        /// The value with all that it holds.
        package init(weekday: Int, hour: Int, count: Int, of: Int, begins: String) {
            self.weekday = weekday
            self.hour = hour
            self.count = count
            self.of = of
            self.begins = begins
        }
    }
}
