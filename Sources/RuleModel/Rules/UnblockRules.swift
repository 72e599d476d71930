/// Waits, grants and lists of the unblock conversation.
package struct UnblockRules: Hashable, Sendable {
    package var grant: TimeSpan
    /// The wait before a planned unblock.
    package var plannedWait: TimeSpan
    /// The wait before an impulse unblock.
    package var impulseWait: TimeSpan
    /// The time that each earlier request of the day, from `dayBegins`, about a target adds to its
    /// wait.
    package var eachFurther: TimeSpan
    /// The longest wait that `eachFurther` leads to.
    package var longestWait: TimeSpan
    /// The categories of planned purchases.
    package var categories: [String]
    /// The moods that a person can choose.
    package var moods: [String]
    /// The emergency way through strict rules; nil: there is none.
    package var emergency: EmergencyRules?

    /// Minutes after local midnight at which the day of requests begins: 04:00.
    package static let dayBegins = 240

    package init(
        grant: TimeSpan, plannedWait: TimeSpan, impulseWait: TimeSpan,
        eachFurther: TimeSpan = .zero, longestWait: TimeSpan = .minutes(10), categories: [String],
        moods: [String], emergency: EmergencyRules? = nil
    ) {
        self.grant = grant
        self.plannedWait = plannedWait
        self.impulseWait = impulseWait
        self.eachFurther = eachFurther
        self.longestWait = longestWait
        self.categories = categories
        self.moods = moods
        self.emergency = emergency
    }

    /// The values that hold if no file says otherwise: 15 minutes, and 20 s for either
    /// purpose, so that an honest answer costs nothing.
    package static let standard = UnblockRules(
        grant: .minutes(15), plannedWait: .seconds(20), impulseWait: .seconds(20),
        categories: ["necessity", "gift", "replacement", "treat", "other"],
        moods: ["lonely", "bored", "stressed", "tired", "sad", "anxious", "happy", "other"])

    /// The rules for a target, whose own waits and grant replace the general ones.
    package func adopting(_ own: Target.Unblock) -> UnblockRules {
        var rules = self
        rules.grant = own.grant ?? grant
        rules.plannedWait = own.plannedWait ?? plannedWait
        rules.impulseWait = own.impulseWait ?? impulseWait
        return rules
    }
}
