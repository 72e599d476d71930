import API

/// The targets' sites and apps that were used recently.
struct RecentUse {
    struct PlaceUse {
        var times: Int
        /// The last time, in the daemon's format.
        var last: String
        var targets: [String]
    }

    private(set) var places: [NamedPlace: PlaceUse] = [:]
    /// The places, the most recently used first.
    private(set) var order: [NamedPlace] = []
    /// Today's use of each monitored target, in seconds.
    private(set) var today: [String: UsageAPI.TargetUse] = [:]

    /// The number of past days, and the largest number of sessions.
    private static let days = 7
    private static let most = 500

    /// Asks the daemon. If the record cannot be read, no use is shown.
    init(_ context: PageContext, now: Moment, target: String? = nil) throws {
        do throws(CallFailure) {
            for use in try context.daemon.call(UsageAPI.Today.self).targets {
                today[use.target] = use
            }
        } catch .refused {}
        let from = now.later(by: -Self.days * 86400)
        do {
            try context.daemon.follow(
                UsageAPI.Sessions.self,
                .init(target: target, from: from.rfc3339, limit: Self.most, newestFirst: true)
            ) { reply in
                for session in reply.sessions { count(session) }
                return true
            }
        } catch CallFailure.refused {}
    }

    private mutating func count(_ session: UsageAPI.Session) {
        for place in session.places {
            guard
                let named = place.siteName.map(NamedPlace.site) ?? place.app.map(NamedPlace.app)
            else { continue }
            if places[named] == nil { order.append(named) }
            var use = places[named] ?? PlaceUse(times: 0, last: session.at, targets: [])
            use.times += 1
            // Those that run come before all others, whenever they began.
            if let at = Moment(session.at), let last = Moment(use.last), at > last {
                use.last = session.at
            }
            if !use.targets.contains(session.target) { use.targets.append(session.target) }
            places[named] = use
        }
    }

    /// A place's use in words; nil if it was not used.
    func words(_ place: NamedPlace, _ context: PageContext, now: Moment) -> String? {
        places[place].map { use in
            context.texts(
                "places.seen", count: use.times,
                [
                    "count": context.formats.number(use.times),
                    "last": context.formats.moment(use.last, now: now),
                ])
        }
    }

    /// Today's use of a target in words; nil if use is not tracked.
    func words(today target: String, _ context: PageContext) -> String? {
        today[target].map { use in
            use.seconds > 0
                ? context.texts(
                    use.running ? "places.usedNow" : "places.usedToday",
                    ["length": context.formats.length(seconds: use.seconds)])
                : context.texts("places.unusedToday")
        }
    }
}
