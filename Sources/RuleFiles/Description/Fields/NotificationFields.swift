import RuleModel

/// The keys of `notifications: …`.
enum NotificationFields {
    static let shape = Shape(
        "a map with kinds of notifications, such as \"risky_hour: false\"",
        News.allCases.map(field))

    /// The switch of a kind of news.
    static func field(_ news: News) -> Field<Bool> {
        Field(
            news.rawValue, .truth, standard: true,
            "`false` stops the notification \(occasion(of: news)).", example: false)
    }

    private static func occasion(of news: News) -> String {
        switch news {
        case .riskHigh: "that the risk has become high"
        case .autoProtection: "that an auto-protection has begun; Soteria still starts it"
        case .riskyHour: "that an hour begins that has often been risky"
        case .logOutcome: "that asks for the outcome of an unblock"
        case .closing: "that an app or site in use closes soon"
        case .checkInText: "with a check-in's text of the day"
        }
    }
}
