/// The figures themselves.
extension MetricsAPI {
    /// The figures of one range.
    package struct Metrics: Codable, Hashable, Sendable {
        /// Which range it is.
        package var range: Range
        /// Its first day.
        package var from: String
        /// Its last day.
        package var to: String
        /// How many unblock requests were opened, pauses among them.
        package var requests: Int
        /// How often something blocked was opened; reloads and retries count.
        package var attempts: Int
        /// How many requests ended with their targets being opened.
        package var unblocks: Int
        /// How many requests ended with the block being kept: protection moments.
        package var kept: Int
        /// How many requests nobody ended in time.
        package var expired: Int
        /// Impulses out of all unblocks.
        package var impulse: Share?
        /// Planned ones out of all unblocks.
        package var planned: Share?
        /// By hour of the local clock: 24 of them, from 0 on.
        package var hours: [Cell]
        /// By weekday: 7 of them, from Monday on.
        package var weekdays: [Cell]
        /// The unblocks by hour of the week: 168 of them, from Monday's hour 0 on.
        package var hourWeekday: [Int]
        /// By category, the one that was given most first; those never given are left out.
        package var categories: [Named]
        /// By mood, the one that was given most first; those never given are left out.
        package var moods: [Named]
        /// Unblocks during quiet hours out of all unblocks.
        package var quietHours: Share?
        /// Requests during quiet hours out of all requests.
        package var quietHoursRequests: Share?
        /// The mean time between one unblock and the next in seconds, from the first to the last of
        /// them; left out below two unblocks.
        package var meanGapSeconds: Int?
        /// Unblocks after which a target was really used out of all unblocks; 0 of them where
        /// nobody reports use.
        package var used: Share?
        /// How long targets were used after an unblock on average, in seconds, over those that were
        /// used.
        package var meanUsedSeconds: Int?
        /// The minutes intended on average, three decimals, over the unblocks that said them.
        package var meanIntendedMinutes: FixedPoint?
        /// How long targets were used on average, in seconds, over the same unblocks, used or not.
        package var meanUsedOfIntendedSeconds: Int?
        /// How many unblocks had their outcome logged.
        package var logged: Int
        /// Those after which something was bought out of all that were logged.
        package var bought: Share?
        /// What was spent as it was logged, by currency.
        package var spent: [Money]
        /// The regret on average, three decimals from 0.000 none to 4.000 strong, over the outcomes
        /// that said it.
        package var meanRegret: FixedPoint?
        /// The estimated amounts of the kept impulses, by currency.
        package var keptAmounts: [Money]
        /// How long the targets were used, the longest first; those never used are left out.
        package var usage: [TargetUse]
        /// How often the daemon protected by itself.
        package var autoProtections: Int
        /// How many protections a person started.
        package var protections: Int
        /// How many check-ins were answered with yes.
        package var checkInsYes: Int
        /// How many check-ins were answered with no.
        package var checkInsNo: Int
        /// The hour with the most unblocks, 0 to 23; left out where two have the most, or none has
        /// any.
        package var mostActiveHour: Int?
        /// The weekday with the most unblocks; left out as above.
        package var mostActiveWeekday: Int?
        /// The mood that was given most, with unblocks and kept blocks; left out as above.
        package var commonMood: String?
        /// The category that was given most, with unblocks and kept blocks; left out as above.
        package var commonCategory: String?
        /// The equally long range just before; left out for all time.
        package var previous: Cell?

        /// The value with all that it holds.
        package init(
            range: Range, from: String, to: String, requests: Int, attempts: Int, unblocks: Int,
            kept: Int, expired: Int, impulse: Share? = nil, planned: Share? = nil, hours: [Cell],
            weekdays: [Cell], hourWeekday: [Int], categories: [Named], moods: [Named],
            quietHours: Share? = nil, quietHoursRequests: Share? = nil, meanGapSeconds: Int? = nil,
            used: Share? = nil, meanUsedSeconds: Int? = nil, meanIntendedMinutes: FixedPoint? = nil,
            meanUsedOfIntendedSeconds: Int? = nil, logged: Int, bought: Share? = nil,
            spent: [Money], meanRegret: FixedPoint? = nil, keptAmounts: [Money], usage: [TargetUse],
            autoProtections: Int, protections: Int, checkInsYes: Int, checkInsNo: Int,
            mostActiveHour: Int? = nil, mostActiveWeekday: Int? = nil, commonMood: String? = nil,
            commonCategory: String? = nil, previous: Cell? = nil
        ) {
            self.range = range
            self.from = from
            self.to = to
            self.requests = requests
            self.attempts = attempts
            self.unblocks = unblocks
            self.kept = kept
            self.expired = expired
            self.impulse = impulse
            self.planned = planned
            self.hours = hours
            self.weekdays = weekdays
            self.hourWeekday = hourWeekday
            self.categories = categories
            self.moods = moods
            self.quietHours = quietHours
            self.quietHoursRequests = quietHoursRequests
            self.meanGapSeconds = meanGapSeconds
            self.used = used
            self.meanUsedSeconds = meanUsedSeconds
            self.meanIntendedMinutes = meanIntendedMinutes
            self.meanUsedOfIntendedSeconds = meanUsedOfIntendedSeconds
            self.logged = logged
            self.bought = bought
            self.spent = spent
            self.meanRegret = meanRegret
            self.keptAmounts = keptAmounts
            self.usage = usage
            self.autoProtections = autoProtections
            self.protections = protections
            self.checkInsYes = checkInsYes
            self.checkInsNo = checkInsNo
            self.mostActiveHour = mostActiveHour
            self.mostActiveWeekday = mostActiveWeekday
            self.commonMood = commonMood
            self.commonCategory = commonCategory
            self.previous = previous
        }
    }
}
