import API
import Localization

/// Texts about the emergency way out.
enum EmergencyText {
    /// `1 of 1 used this month`.
    static func used<Period: RawRepresentable<String>>(
        _ used: Int, of count: Int, _ per: Period
    ) -> String {
        switch per.rawValue {
        case "day": localized("\(used) of \(count) used today")
        case "week": localized("\(used) of \(count) used this week")
        default: localized("\(used) of \(count) used this month")
        }
    }

    /// `you have no emergencies left this month`.
    static func noneLeft(_ per: UnblockAPI.EmergencyPeriod) -> String {
        switch per {
        case .day: localized("you have no emergencies left today")
        case .week: localized("you have no emergencies left this week")
        case .month: localized("you have no emergencies left this month")
        }
    }

    /// `1 of 1 used this month, the next one is possible from 1 Dec 00:00`.
    static func standing(_ way: DaemonAPI.Emergency, now: Moment) -> String {
        let used = used(way.used, of: way.count, way.per)
        return way.next.map {
            localized("\(used), the next one is possible from \(TimeWords.at($0, now: now))")
        } ?? used
    }

    /// `Shopping, Games opened on 20 Nov 21:14`.
    static func used(_ used: DaemonAPI.UsedEmergency, now: Moment) -> String {
        localized(
            "\(used.names.joined(separator: ", ")) opened, \(TimeWords.at(used.at, now: now))")
    }
}
