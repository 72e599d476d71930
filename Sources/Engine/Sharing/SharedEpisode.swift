import RuleModel

/// One attempt to open a target, from the first request to its outcome. What was not said is nil.
package struct SharedEpisode: Hashable, Sendable, Codable {
    /// The first bytes of the hash of the first request.
    package var id: SharedFactID
    /// From 1; the highest counts.
    package var revision: Int64
    /// The local minute of the day, 0 to 1439.
    package var minute: Int64
    /// 1 Monday to 7 Sunday.
    package var weekday: Int64
    /// Minutes since the last unblock.
    package var since: Int64?
    /// The unblocks of that day.
    package var today: Int64
    package var target: String
    package var purpose: String?
    package var mood: String?
    package var category: String?
    /// Minutes meant and used.
    package var meant: Int64?
    package var used: Int64?
    /// The amount as text.
    package var amount: String?
    package var outcome: String?
    /// 0 to 4.
    package var regret: Int64?
    package var isBought: Bool?

    package init(
        id: SharedFactID, revision: Int64, minute: Int64, weekday: Int64, today: Int64,
        target: String
    ) {
        self.id = id
        self.revision = revision
        self.minute = minute
        self.weekday = weekday
        self.today = today
        self.target = target
    }

    /// Removes the person's words; purpose, times and outcome stay.
    mutating func forgetWords() {
        mood = nil
        category = nil
        amount = nil
        regret = nil
        isBought = nil
    }
}
