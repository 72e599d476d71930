import RuleModel

extension ActivityWatchExport {
    /// The use of each target on each local day before an instant, measured by one computer: an app
    /// or a page of it was in front, and the person was there.
    static func use(
        of host: Host, in zone: TimeZoneRules, before now: Instant
    ) -> [(target: String, day: Int, seconds: Int)] {
        let targets = Set(host.apps.keys).union(host.pages.keys).sorted()
        return targets.flatMap { target in
            // A page also counts as open while another app is in front.
            var ranges = host.pages[target] ?? TimeRanges()
            if let browser = host.browser { ranges = ranges.intersection(browser) }
            if let apps = host.apps[target] { ranges.add(apps) }
            if let presence = host.presence { ranges = ranges.intersection(presence) }
            let past = TimeRanges([Instant.recordable.lowerBound..<now.milliseconds])
            let days = milliseconds(byDay: ranges.intersection(past), in: zone)
            return days.sorted { $0.key < $1.key }.compactMap { day, length in
                length < 1000 ? nil : (target, day, Int(length / 1000))
            }
        }
    }

    private static func milliseconds(
        byDay ranges: TimeRanges, in zone: TimeZoneRules
    ) -> [Int: Int64] {
        var days: [Int: Int64] = [:]
        for range in ranges.merged.all {
            var start = range.lowerBound
            while start < range.upperBound {
                let day = LocalTime(Instant(milliseconds: start), in: zone).daysSince1970
                let next = zone.instant(ofDay: day + 1).milliseconds
                // A clock that is set back at midnight shows a day's end twice.
                let end = next > start ? min(range.upperBound, next) : range.upperBound
                days[day, default: 0] += end - start
                start = end
            }
        }
        return days
    }

    /// The time of `2026-11-21T22:30:00.123000+00:00`, in milliseconds since 1970; nil for another
    /// text.
    static func milliseconds(_ text: String) -> Int64? {
        guard let instant = Instant(rfc3339: text),
            Instant.recordable.contains(instant.milliseconds)
        else { return nil }
        return instant.milliseconds
    }

    /// The host of an address, in lower case; nil for an address that is none of the web.
    static func host(of address: String) -> String? {
        guard let scheme = address.firstRange(of: "://"),
            ["http", "https"].contains(address[..<scheme.lowerBound].lowercased())
        else { return nil }
        var host = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
        if let user = host.lastIndex(of: "@") { host = host[host.index(after: user)...] }
        if let port = host.lastIndex(of: ":"), !host.hasSuffix("]") { host = host[..<port] }
        return host.isEmpty ? nil : host.lowercased()
    }

    /// True for an app in which ActivityWatch's extension sees pages.
    static func isBrowser(_ app: String) -> Bool {
        let app = app.lowercased()
        return browsers.contains { app.contains($0) }
    }

    private static let browsers = [
        "firefox", "chrom", "brave", "edge", "opera", "vivaldi", "safari", "librewolf", "waterfox",
        "floorp", "zen", "epiphany", "navigator", "browser",
    ]
}
