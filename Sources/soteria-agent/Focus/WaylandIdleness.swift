/// The notifications by which a compositor tells that nobody touches anything.
struct WaylandIdleness: Sendable {
    /// One notification object.
    private struct Notification {
        var id: UInt32
        /// Seconds.
        var limit: Int
        var isIdle = false
    }

    private enum Opcode {
        /// Of both notifiers; the order of its arguments differs.
        static let create = (notifier: UInt16(1), kwin: UInt16(0))
        /// `get_input_idle_notification`, from version 2 on: inhibitors do not count.
        static let createForInput: UInt16 = 2
        /// `destroy`, of KWin's `release`.
        static let destroy: UInt16 = 0
        static let idled: UInt16 = 0
        static let resumed: UInt16 = 1
    }

    /// The length of a pause in seconds. An hour of work, or of a game, has one as long; KWin knows
    /// none below five seconds.
    private static let pauseLimit = 10

    private var awayAfter: Int
    private var global: WaylandGlobal?
    private var notifier: UInt32 = 0
    private var seat: UInt32 = 0
    private var version: UInt32 = 0
    /// Idle after `awayAfter`, unless a window inhibits it.
    private var away: Notification?
    /// Idle after an hour without input, whatever inhibits it.
    private var input: Notification?
    /// Without `input`: idle after a short pause, whose end shows that the person is there.
    private var pause: Notification?
    private var isIdle = false

    var isAvailable: Bool { global != nil }
    var limitsInhibitors: Bool { input != nil }

    init(awayAfter: Int) {
        self.awayAfter = awayAfter
    }

    /// Returns the requests for the notifications.
    mutating func begin(
        _ global: WaylandGlobal, _ bound: WaylandFocus.Bound, seat: UInt32, _ ids: inout WaylandIDs
    ) -> [UInt8] {
        self.global = global
        notifier = bound.id
        version = bound.version
        self.seat = seat
        var requests = createAway(&ids)
        if global == .idleNotifier, version >= 2 {
            let id = ids.next()
            input = Notification(id: id, limit: WaylandFocus.inhibitorLimit)
            requests +=
                WaylandRequest(notifier, Opcode.createForInput).word(id)
                .word(UInt32(WaylandFocus.inhibitorLimit * 1000)).word(seat).bytes
        }
        return requests
    }

    /// Returns the request for the notification of short pauses, if the other ones tell nothing of
    /// input while a window inhibits idleness: the end of a pause is then reported as a return.
    mutating func followPauses(_ ids: inout WaylandIDs) -> [UInt8] {
        guard isAvailable, input == nil else { return [] }
        let pause = Notification(id: ids.next(), limit: Self.pauseLimit)
        self.pause = pause
        return create(pause)
    }

    /// Changes the limit: a notification has one for life, so that a new one is made. It counts
    /// from now on. While the person is idle, only the present one can tell of the return.
    mutating func setAway(after seconds: Int, _ ids: inout WaylandIDs) -> [UInt8] {
        awayAfter = seconds
        guard away?.isIdle == false else { return [] }
        return renewAway(&ids)
    }

    private mutating func renewAway(_ ids: inout WaylandIDs) -> [UInt8] {
        guard let old = away, old.limit != awayAfter else { return [] }
        ids.destroy(old.id)
        return WaylandRequest(old.id, Opcode.destroy).bytes + createAway(&ids)
    }

    func owns(_ object: UInt32) -> Bool {
        object == away?.id || object == input?.id || object == pause?.id
    }

    /// Handles an event. Returns whether the person is idle, if that has changed or a pause has
    /// ended, and the bytes to send.
    mutating func handle(
        _ header: WaylandWire.Header, _ ids: inout WaylandIDs
    ) -> (isIdle: Bool?, reply: [UInt8]) {
        guard header.opcode <= Opcode.resumed else { return (nil, []) }
        var reply: [UInt8] = []
        let isIdled = header.opcode == Opcode.idled
        if header.object == pause?.id { return (isIdled || isIdle ? nil : false, []) }
        if header.object == away?.id {
            away?.isIdle = isIdled
            if !isIdled { reply = renewAway(&ids) }
        } else {
            input?.isIdle = isIdled
        }
        let now = away?.isIdle == true || input?.isIdle == true
        guard now != isIdle else { return (nil, reply) }
        isIdle = now
        return (now, reply)
    }

    private mutating func createAway(_ ids: inout WaylandIDs) -> [UInt8] {
        let away = Notification(id: ids.next(), limit: awayAfter)
        self.away = away
        return create(away)
    }

    private func create(_ notification: Notification) -> [UInt8] {
        let limit = UInt32(clamping: max(1, min(notification.limit, 86_400)) * 1000)
        if global == .kwinIdle {
            return WaylandRequest(notifier, Opcode.create.kwin).word(notification.id).word(seat)
                .word(limit).bytes
        }
        return WaylandRequest(notifier, Opcode.create.notifier).word(notification.id).word(limit)
            .word(seat).bytes
    }
}
