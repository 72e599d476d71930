import API

/// Texts about the emergency way out.
enum EmergencyText {
    /// `1 of 1 used this month`.
    static func used<Period: RawRepresentable<String>>(
        _ used: Int, of count: Int, _ per: Period
    ) -> String {
        "\(used) of \(count) used \(period(per))"
    }

    /// `today`, `this month`.
    static func period<Period: RawRepresentable<String>>(_ per: Period) -> String {
        per.rawValue == "day" ? "today" : "this \(per.rawValue)"
    }

    /// `1 of 1 used this month, the next one is possible from 1 Dec 00:00`.
    static func standing(_ way: DaemonAPI.Emergency, now: Moment) -> String {
        used(way.used, of: way.count, way.per)
            + (way.next.map { ", the next one is possible from \(TimeWords.at($0, now: now))" }
                ?? "")
    }

    /// `Shopping, Games opened on 20 Nov 21:14`.
    static func used(_ used: DaemonAPI.UsedEmergency, now: Moment) -> String {
        "\(used.names.joined(separator: ", ")) opened, \(TimeWords.at(used.at, now: now))"
    }
}
