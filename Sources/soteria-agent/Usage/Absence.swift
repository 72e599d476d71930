/// The person's presence, from the desktop's reports of input and from logind.
struct Absence: Sendable {
    /// The time without input after which the person is away, unless the rules say otherwise.
    static let usualLimit = Duration.seconds(180)
    /// How long a window that inhibits idleness, a video or a call, stands for input.
    static let inhibitorLimit = Duration.seconds(3600)

    /// The time without input after which the desktop reports that the person is idle.
    var limit = usualLimit
    /// The presence as reported by logind; nil if unknown.
    var session: Presence?
    /// The abilities of the sources that report input.
    private(set) var abilities = FocusAbilities()
    /// The time since boot of the last input, as far as the desktop has reported an absence.
    private var idleSince: Duration?
    /// Whether only the time is up for which an inhibitor counts.
    private var isOverdue = false
    /// Whether the desktop was asked for the last input, and has not answered yet.
    private var isAsking = false
    /// The time since boot of the last change of the window in front, or of the last return: of the
    /// last sign of the person if nothing inhibits idleness.
    private var lastSign: Duration?

    /// The time from which the person is away although nothing was reported; nil if there is none.
    var deadline: Duration? {
        guard abilities.reportsIdle, !abilities.limitsInhibitors, !isAsking, idleSince == nil
        else { return nil }
        return lastSign.map { $0 + Self.inhibitorLimit }
    }

    /// The presence to report; nil if nobody tells.
    var presence: Presence? {
        guard abilities.reportsIdle else { return session }
        return Presence(
            isIdle: idleSince != nil, isLocked: session?.isLocked ?? false, idleSince: idleSince)
    }

    var isAway: Bool { presence.map { $0.isIdle || $0.isLocked } ?? false }

    /// Begins to follow other sources: what the former ones reported no longer holds.
    mutating func use(_ abilities: FocusAbilities, at now: Duration) {
        // A source that only learns what else it can do goes on.
        if abilities.reportsIdle != self.abilities.reportsIdle { comeBack(at: now) }
        self.abilities = abilities
        isAsking = false
    }

    /// Records that another window is in front. That alone ends no absence: windows open by
    /// themselves.
    mutating func windowChanged(at now: Duration) {
        lastSign = now
        if isOverdue { comeBack(at: now) }
    }

    /// Records the desktop's report.
    mutating func report(isIdle: Bool, at now: Duration) {
        isAsking = false
        guard isIdle else { return comeBack(at: now) }
        // The time that an inhibitor stood for input is not taken back.
        if idleSince == nil { idleSince = max(.zero, now - limit) }
        isOverdue = false
    }

    /// Records that the desktop is asked for the last input.
    mutating func ask() { isAsking = true }

    /// Records the desktop's answer: the last input was so long ago.
    mutating func touched(ago time: Duration, at now: Duration) {
        isAsking = false
        lastSign = max(lastSign ?? .zero, now - time)
    }

    /// Records that an inhibitor has stood for input for too long.
    mutating func expire(at now: Duration) {
        guard let deadline, deadline <= now else { return }
        idleSince = now
        isOverdue = true
    }

    private mutating func comeBack(at now: Duration) {
        idleSince = nil
        isOverdue = false
        lastSign = now
    }
}
