import RuleModel

extension Draft {
    /// `notifications: {risky_hour: false}`: the kinds of news that the person does not want.
    mutating func decodeNotifications(_ entry: Mapping.Entry) {
        guard let fields = fields(entry, NotificationFields.shape, of: "notifications") else {
            return
        }
        for news in News.allCases where read(NotificationFields.field(news), in: fields) == false {
            silenced.insert(news)
        }
    }
}
