import API

/// Texts about the emergency way out.
enum EmergencyText {
    /// `1 of 1 this month`.
    static func used<Period: RawRepresentable<String>>(
        _ used: Int, of count: Int, _ per: Period
    ) -> String {
        "\(used) of \(count) \(per.rawValue == "day" ? "today" : "this \(per.rawValue)")"
    }

    static func used(_ way: UnblockAPI.Emergency) -> String {
        used(way.used, of: way.count, way.per)
    }

    /// `1 of 1 this month, the next one from 1 Dec 00:00`.
    static func standing(_ way: DaemonAPI.Emergency, now: Moment) -> String {
        used(way.used, of: way.count, way.per)
            + (way.next.map { ", the next one from \(TimeWords.at($0, now: now))" } ?? "")
    }

    /// `Shopping, Games opened, 20 Nov 21:14`.
    static func used(_ used: DaemonAPI.UsedEmergency, now: Moment) -> String {
        "\(used.names.joined(separator: ", ")) opened, \(TimeWords.at(used.at, now: now))"
    }
}
