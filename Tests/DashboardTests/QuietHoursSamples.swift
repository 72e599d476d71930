import API
import RuleFiles

@testable import Dashboard

/// Texts that a page must show as they are.
enum Hostile {
    /// HTML, in and out of attributes, with places for values of templates and catalogues.
    static let html =
        #"<script>alert(1)</script>"><img src=x onerror=alert(1)> & 'x' {{base}} {name}"#
    static let emoji = "🎁👨‍👩‍👧‍👦 عربى"
    static let long = String(repeating: "Nächte ", count: 1429)

    /// Whether a page has markup that came out of a text.
    static func isInjected(_ html: String) -> Bool {
        html.contains("<script>alert") || html.contains("<img src=x")
            || html.contains("onerror=alert(1)>")
    }
}

extension QuietHoursAPI.Schedule {
    /// A schedule of nights.
    static func sample(
        _ key: String = "nights", name: String = "Quiet nights", targets: [String] = ["shopping"],
        ranges: [QuietHoursAPI.Range] = [.sample()], zone: String = "Europe/Berlin",
        enabled: Bool = true, switched: Bool = false, strict: Bool = false, active: Bool = false,
        start: String? = "2026-07-15T22:30:00+02:00", end: String? = "2026-07-16T06:30:00+02:00"
    ) -> QuietHoursAPI.Schedule {
        QuietHoursAPI.Schedule(
            schedule: key, name: name, targets: targets, ranges: ranges, timeZone: zone,
            enabled: enabled, switched: switched, strict: strict, active: active, start: start,
            end: end)
    }
}

extension QuietHoursAPI.Range {
    static func sample(
        _ days: [QuietHoursAPI.Weekday] = [.sun, .mon, .tue, .wed, .thu], _ start: String = "22:30",
        _ end: String = "06:30", except: [String] = []
    ) -> QuietHoursAPI.Range {
        QuietHoursAPI.Range(days: days, start: start, end: end, except: except)
    }
}

extension TargetsAPI.Target {
    /// A target with three sites and an app.
    static func sample(
        _ key: String = "shopping", name: String = "Shopping",
        sites: [String] = ["amazon.com", "ebay.com", "etsy.com"], siteCount: Int? = nil,
        apps: [String] = ["org.gnome.Shop"], monitored: Bool = true, blocked: Bool = false,
        names: [TargetsAPI.PlaceName] = [], executables: [String] = []
    ) -> TargetsAPI.Target {
        TargetsAPI.Target(
            target: key, name: name, sites: sites, siteCount: siteCount ?? sites.count,
            apps: apps, appCount: apps.count, monitored: monitored, blocked: blocked,
            names: names, enforcement: .freeze, kill: false, executables: executables,
            executableCount: executables.count)
    }
}

extension EditableRules {
    /// One target and one schedule, both in the tools' file.
    static func small() throws -> EditableRules {
        let rules = try EditableRules()
        rules.targets = [.sample()]
        rules.schedules = [.sample()]
        try rules.write { file in
            try file.set(
                TargetEntry(
                    key: "shopping", name: "Shopping", sites: ["amazon.com", "ebay.com"],
                    apps: ["org.gnome.Shop"]))
            try file.set(
                ScheduleEntry(
                    key: "nights", name: "Quiet nights", block: ["shopping"],
                    ranges: [RangeEntry(days: ["sun-thu"], time: "22:30-06:30")]))
        }
        return rules
    }
}
