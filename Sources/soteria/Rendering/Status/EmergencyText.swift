import API
import Localization

/// Texts about the emergency way out.
enum EmergencyText {
    /// `1 of 1 this month`.
    static func used<Period: RawRepresentable<String>>(
        _ used: Int, of count: Int, _ per: Period
    ) -> String {
        switch per.rawValue {
        case "day": localized("\(used) of \(count) today")
        case "week": localized("\(used) of \(count) this week")
        default: localized("\(used) of \(count) this month")
        }
    }

    static func used(_ way: UnblockAPI.Emergency) -> String {
        used(way.used, of: way.count, way.per)
    }

    /// `1 of 1 this month, the next one from 1 Dec 00:00`.
    static func standing(_ way: DaemonAPI.Emergency, now: Moment) -> String {
        let used = used(way.used, of: way.count, way.per)
        return way.next.map {
            localized("\(used), the next one from \(TimeWords.at($0, now: now))")
        } ?? used
    }

    /// `Shopping, Games opened, 20 Nov 21:14`.
    static func used(_ used: DaemonAPI.UsedEmergency, now: Moment) -> String {
        localized(
            "\(used.names.joined(separator: ", ")) opened, \(TimeWords.at(used.at, now: now))")
    }
}
