import API
import Engine
import Localization

extension StatusText {
    /// The figures of this week, as `soteria metrics` has them.
    struct Week: Encodable {
        var requests: Int
        var unblocks: Int
        /// Protection moments.
        var kept: Int
        /// Whether some days count requests in place of episodes.
        var countsRequests: Bool
        var planned: MetricsAPI.Share?
        var impulse: MetricsAPI.Share?
        /// The hour, 0 to 23, and the weekday, 1 to 7, with the most unblocks.
        var busiestHour: Int?
        var busiestWeekday: Int?
        /// Unblocks after which a target was used.
        var used: MetricsAPI.Share?

        init(_ metrics: MetricsAPI.Metrics) {
            let episodes = metrics.byEpisode
            requests = metrics.requests
            unblocks = metrics.unblocks
            kept = episodes.kept
            countsRequests = episodes.countsRequests
            planned = episodes.planned
            impulse = episodes.impulse
            busiestHour = metrics.mostActiveHour
            busiestWeekday = metrics.mostActiveWeekday
            used = metrics.used
        }

        /// `12 requests, 3 protection moments, 60% planned, 40% impulse`; nil without a request.
        var requestsText: String? {
            guard requests > 0 || kept > 0 else { return nil }
            let parts = [
                Count.requests(requests),
                Count.protectionMoments(kept)
                    + (countsRequests ? localized(" (on some days, each request counts)") : ""),
                percent(planned).map { localized("\($0) planned") },
                percent(impulse).map { localized("\($0) impulse") },
            ]
            return parts.compactMap(\.self).joined(separator: ", ")
        }

        /// `5 this week, busiest on Friday and at 22–23, 80% used`; nil without an unblock.
        var unblocksText: String? {
            guard unblocks > 0 else { return nil }
            let weekday = busiestWeekday.flatMap(WeekdayText.name).map { localized("on \($0)") }
            let hour = busiestHour.map { localized("at \(MetricsText.hour($0))") }
            let busiest = [weekday, hour].compactMap(\.self).joined(separator: localized(" and "))
            let parts = [
                localized("\(unblocks) this week"),
                busiest.isEmpty ? nil : localized("busiest \(busiest)"),
                percent(used).map { localized("\($0) used") },
            ]
            return parts.compactMap(\.self).joined(separator: ", ")
        }

        private func percent(_ share: MetricsAPI.Share?) -> String? {
            share.flatMap { Share($0) }.map { "\($0.percent)%" }
        }
    }
}
