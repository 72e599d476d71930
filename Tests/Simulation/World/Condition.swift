import RuleModel

/// Something that a person did.
struct Deed {
    var at: Instant
    var isImpulse = false
    /// True if the deed certainly counts. A deed that was too old to count when something else
    /// happened may be forgotten, but counts again if the clock is set back.
    var isSure = true
}

extension [Deed] {
    /// Adds what is done now; `span` is how far back anything is counted.
    mutating func add(_ deed: Deed, span: TimeSpan) {
        removeAll { $0.at < deed.at - span - .days(8) }
        for index in indices where self[index].at <= deed.at - span { self[index].isSure = false }
        append(deed)
    }

    mutating func goBack(to instant: Instant) {
        for index in indices { self[index].at = Swift.min(self[index].at, instant) }
    }

    /// Whether something may count, and may be forgotten.
    func isDoubtful(since instant: Instant) -> Bool {
        contains { !$0.isSure && $0.at >= instant }
    }
}

/// The oracle's figures of a moment, counted naively.
struct Figures {
    var now: Instant
    /// Local time, as seconds since 1970-01-01T00:00:00 by the local clock.
    var local: Int64
    /// When the local day and the local week began.
    var today: Instant
    var monday: Instant
    /// Unblocks of the last weeks, and whether each was an impulse.
    var unblocks: [Deed]
    var attempts: [Deed]
    var kept: [Deed]
    var mood: String
    var areQuietHoursActive: Bool
    var areQuietHoursSwitchedOff: Bool
    var isIdle: Bool
    var isLocked: Bool

    var hour: Int { Int(local / 3600 % 24) }
    var minute: Int { Int(local / 60 % 60) }
    /// 1 Monday to 7 Sunday; 1970-01-01 was a Thursday.
    var weekday: Int { Int((local / 86400 + 3) % 7) + 1 }

    func unblocks(within span: TimeSpan) -> Int { unblocks.count { $0.at > now - span } }
    var sinceLast: TimeSpan? { unblocks.last.map { max(.zero, now - $0.at) } }
}

/// A condition of a factor as rules write it, and what it means.
struct Condition {
    var text: String
    var isAutomatic = true
    var readsQuietHours = false
    var holds: (Figures) -> Bool

    nonisolated(unsafe) static let all: [Condition] = [
        Condition(text: "local.hour >= 22 || local.hour < 2") { $0.hour >= 22 || $0.hour < 2 },
        Condition(text: "local.weekday >= 6 || (local.weekday == 5 && local.hour >= 18)") {
            $0.weekday >= 6 || ($0.weekday == 5 && $0.hour >= 18)
        },
        Condition(text: "local.minute >= 20 && local.minute < 50") {
            $0.minute >= 20 && $0.minute < 50
        },
        Condition(text: "unblocks.last_hour >= 1") { $0.unblocks(within: .hours(1)) >= 1 },
        Condition(text: "unblocks.today >= 2") { figures in
            figures.unblocks.count { $0.at >= figures.today } >= 2
        },
        Condition(text: "unblocks.this_week >= 4") { figures in
            figures.unblocks.count { $0.at >= figures.monday } >= 4
        },
        Condition(
            text: "unblocks.last_30_days >= 5 && unblocks.impulse_ratio >= 0.6"
        ) { figures in
            let month = figures.unblocks.filter { $0.at > figures.now - .days(30) }
            return month.count >= 5 && month.count { $0.isImpulse } * 10 >= month.count * 6
        },
        Condition(text: "unblocks.since_last < duration('30m')") {
            $0.sinceLast.map { $0 < .minutes(30) } ?? false
        },
        Condition(text: "attempts.last_hour >= 2") { figures in
            figures.attempts.count { $0.at > figures.now - .hours(1) } >= 2
        },
        Condition(text: "kept.today >= 1") { figures in
            figures.kept.contains { $0.at >= figures.today }
        },
        Condition(text: "kept.this_week >= 3") { figures in
            figures.kept.count { $0.at >= figures.monday } >= 3
        },
        Condition(text: "quiet_hours.active", readsQuietHours: true) { $0.areQuietHoursActive },
        Condition(text: "quiet_hours.switched_off", readsQuietHours: true) {
            $0.areQuietHoursSwitchedOff
        },
        Condition(text: "session.idle || session.locked") { $0.isIdle || $0.isLocked },
        Condition(text: "mood.last == 'sad'", isAutomatic: false) { $0.mood == "sad" },
    ]
}
