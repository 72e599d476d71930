/// The typed calls of `org.soteria.metrics`.
///
/// Figures of what happened over a range of days, and what can be said of them.
///
/// Every figure counts on the local day on which it happened; what came of an unblock (its use, its
/// logged outcome) counts with the unblock. Ratios are exact fractions, a count out of a count, and
/// are left out where nothing was counted; so are means of nothing. Amounts are decimals as text.
/// Days are local dates, "2026-11-21", and both ends of a range belong to it; weekdays run from 1
/// Monday to 7 Sunday.
package enum MetricsAPI {
    /// The interface's name on the socket.
    package static let interface = "org.soteria.metrics"
}

/// The types of `org.soteria.metrics`, as its file declares them.
extension MetricsAPI {
    /// A range of days that ends today, or one of one's own.
    package enum Range: String, Codable, Hashable, Sendable, CaseIterable {
        /// Today.
        case today
        /// From Monday on.
        case thisWeek = "this_week"
        /// From the first of the month on.
        case thisMonth = "this_month"
        /// From the first day that is recorded.
        case all
        /// From one day to another.
        case custom
    }

    /// A part of a whole.
    package struct Share: Codable, Hashable, Sendable {
        /// How many.
        package var count: Int
        /// Out of how many, at least 1.
        package var of: Int

        /// The value with all that it holds.
        package init(count: Int, of: Int) {
            self.count = count
            self.of = of
        }
    }

    /// What happened in one hour of the day, on one weekday, or in one range.
    package struct Cell: Codable, Hashable, Sendable {
        /// How many unblock requests were opened.
        package var requests: Int
        /// How many of them ended with their targets being opened, counted when that was.
        package var unblocks: Int
        /// How many ended with the block being kept, counted when that was.
        package var kept: Int

        /// The value with all that it holds.
        package init(requests: Int, unblocks: Int, kept: Int) {
            self.requests = requests
            self.unblocks = unblocks
            self.kept = kept
        }
    }

    /// What happened with one category or one mood.
    package struct Named: Codable, Hashable, Sendable {
        /// The category or mood.
        package var name: String
        /// How many unblocks it was given with.
        package var unblocks: Int
        /// How many kept blocks it was given with.
        package var kept: Int

        /// The value with all that it holds.
        package init(name: String, unblocks: Int, kept: Int) {
            self.name = name
            self.unblocks = unblocks
            self.kept = kept
        }
    }

    /// The sum of amounts of one currency.
    package struct Money: Codable, Hashable, Sendable {
        /// The sum.
        package var amount: String
        /// The currency, such as "EUR"; left out for the amounts without one.
        package var currency: String?

        /// The value with all that it holds.
        package init(amount: String, currency: String? = nil) {
            self.amount = amount
            self.currency = currency
        }
    }

    /// How long a target was used.
    package struct TargetUse: Codable, Hashable, Sendable {
        /// The target's key.
        package var target: String
        /// The name that people see; the key where no rule has it any more.
        package var name: String
        /// How long it was used, in seconds.
        package var seconds: Int

        /// The value with all that it holds.
        package init(target: String, name: String, seconds: Int) {
            self.target = target
            self.name = name
            self.seconds = seconds
        }
    }
}
