import RuleModel

extension Insight {
    /// The insight as an English sentence with its numbers: "A target was used after 40% of
    /// unblocks: 2 of 5." An episode is called an occasion.
    package var text: String {
        switch self {
        case .busiestPart(let weekday, let part, let share):
            "Busiest: \(Self.name(ofWeekday: weekday)) \(part.rawValue)s\(Self.hours(of: part)), "
                + "\(share.text) unblocks (\(share.percent)%)."
        case .impulseShare(let share):
            "Your request was an impulse on \(share.percent)% of occasions: \(share.text)."
        case .commonMood(let mood, let share):
            Self.leading(mood, "mood", share)
        case .commonCategory(let category, let share):
            Self.leading(category, "category", share)
        case .useRate(let share):
            "A target was used after \(share.percent)% of unblocks: \(share.text)."
        case .quietShare(let share):
            "\(share.percent)% of unblocks were during quiet hours: \(share.text)."
        case .keptShare(let share):
            "You kept the block on \(share.percent)% of occasions: \(share.text)."
        case .meanRegret(let mean):
            "Average regret: \(mean.decimal()) out of 4, logged \(mean.of) times."
        case .minutesUsed(let use, let intended):
            "On average, you wanted \(intended.plain) minutes and used \(use.minutes) "
                + "(on \(use.of) occasions)."
        case .trend(let requests, let before):
            "Requests are \(requests < before ? "down" : "up") "
                + "\(Share.percent(abs(requests - before), of: before))%: "
                + "\(requests), compared with \(before) in the period before."
        }
    }

    /// The day's English name; weekdays are 1 Monday to 7 Sunday.
    static func name(ofWeekday weekday: Int) -> String {
        ClockText.weekdays[((weekday - 1) % 7 + 7) % 7]
    }

    /// The hours of a night, which belongs to two days.
    private static func hours(of part: PartOfDay) -> String {
        part == .night ? " (22:00 to 05:00)" : ""
    }

    /// Names the leader; it is called the most common only above one half.
    private static func leading(_ name: String, _ kind: String, _ share: Share) -> String {
        share.isMajority
            ? "\(capitalised(name)) is the most common \(kind): \(share.text)."
            : "\(capitalised(name)) was named more often than any other \(kind): \(share.text)."
    }

    private static func capitalised(_ name: String) -> String {
        name.prefix(1).uppercased() + name.dropFirst()
    }
}

extension Share {
    /// `14 of 20`.
    var text: String { "\(count) of \(of)" }

    /// Whether the count is more than one half of the whole.
    fileprivate var isMajority: Bool { count > of - count }
}

extension Mean {
    /// Milliseconds in minutes.
    fileprivate var minutes: String { Self.plain(decimal(per: 60_000)) }

    /// With a decimal if it is not zero.
    fileprivate var plain: String { Self.plain(decimal()) }

    private static func plain(_ decimal: String) -> String {
        String(decimal.hasSuffix(".0") ? decimal.dropLast(2) : decimal[...])
    }
}

extension RiskyHour {
    /// The hour with its numbers: "Fridays 22–23: 14 of your last 40 unblocks".
    package var text: String {
        "\(Insight.name(ofWeekday: weekday))s \(hour)–\(hour + 1): "
            + "\(count) of your last \(total) unblocks"
    }
}
