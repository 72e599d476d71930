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

    private var awayAfter: Int
    private var global: WaylandGlobal?
    private var notifier: UInt32 = 0
    private var seat: UInt32 = 0
    private var version: UInt32 = 0
    /// Idle after `awayAfter`, unless a window inhibits it.
    private var away: Notification?
    /// Idle after an hour without input, whatever inhibits it.
    private var input: Notification?
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

    func owns(_ object: UInt32) -> Bool { object == away?.id || object == input?.id }

    /// Handles an event. Returns whether the person is idle, if that has changed, and the bytes to
    /// send.
    mutating func handle(
        _ header: WaylandWire.Header, _ ids: inout WaylandIDs
    ) -> (isIdle: Bool?, reply: [UInt8]) {
        guard header.opcode <= Opcode.resumed else { return (nil, []) }
        var reply: [UInt8] = []
        let isIdled = header.opcode == Opcode.idled
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
        let id = ids.next()
        away = Notification(id: id, limit: awayAfter)
        let limit = UInt32(clamping: max(1, min(awayAfter, 86_400)) * 1000)
        if global == .kwinIdle {
            return WaylandRequest(notifier, Opcode.create.kwin).word(id).word(seat).word(limit)
                .bytes
        }
        return WaylandRequest(notifier, Opcode.create.notifier).word(id).word(limit).word(seat)
            .bytes
    }
}
