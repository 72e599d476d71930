/// Idleness by the counter IDLETIME of the SYNC extension, in milliseconds without input.
///
/// Source: X Synchronization Extension Protocol. Two alarms wait for the counter to rise to the
/// limit and to fall below it. Inhibitors do not count on X11.
struct X11Idleness: Sendable {
    private enum Request {
        static let initialize: UInt8 = 0
        static let listSystemCounters: UInt8 = 1
        static let queryCounter: UInt8 = 5
        static let createAlarm: UInt8 = 8
        static let destroyAlarm: UInt8 = 11
    }

    private enum Test {
        static let positiveTransition: UInt32 = 0
        static let negativeTransition: UInt32 = 1
    }

    /// Counter, type of value, value, test, delta and events: all but the last are needed.
    private static let alarmFields: UInt32 = 0x3F
    private static let counterName = Array("IDLETIME".utf8)

    private var awayAfter: Int
    private var counter: UInt32?
    private var rising: UInt32 = 0
    private var falling: UInt32 = 0
    private var isIdle = false

    var isAvailable: Bool { counter != nil }

    init(awayAfter: Int) {
        self.awayAfter = awayAfter
    }

    /// Asks for the counters.
    func askCounters(_ server: inout X11Server) {
        guard let codes = server.extensions[.sync] else { return }
        // Version 3.1.
        server.ask(
            .none, X11Request(codes.opcode, Request.initialize).padded([3, 1]))
        server.ask(.counters, X11Request(codes.opcode, Request.listSystemCounters))
    }

    /// Reads the list of counters: id, resolution (8 bytes), length and bytes of the name, padding.
    mutating func readCounters(_ answer: [UInt8], _ server: inout X11Server) {
        var offset = 32
        while offset + 14 <= answer.count {
            let length = Int(answer.half(at: offset + 12))
            if answer.dropFirst(offset + 14).prefix(length).elementsEqual(Self.counterName) {
                counter = answer.word(at: offset)
                return createAlarms(&server)
            }
            offset += (14 + length + 3) / 4 * 4
        }
    }

    /// Changes the limit: the present state follows from the counter.
    mutating func setAway(after seconds: Int, _ server: inout X11Server) {
        guard seconds != awayAfter else { return }
        awayAfter = seconds
        guard isAvailable, let codes = server.extensions[.sync] else { return }
        for alarm in [rising, falling] {
            server.send(X11Request(codes.opcode, Request.destroyAlarm).word(alarm))
        }
        createAlarms(&server)
    }

    /// Reads the counter. Returns whether the person is idle, if that has changed.
    mutating func readCounter(_ answer: [UInt8]) -> Bool? {
        let value = UInt64(answer.word(at: 8)) << 32 | UInt64(answer.word(at: 12))
        return move(to: value >= limit)
    }

    /// Handles an AlarmNotify. Returns whether the person is idle, if that has changed.
    mutating func handleAlarm(_ event: [UInt8]) -> Bool? {
        switch event.word(at: 4) {
        case rising: move(to: true)
        case falling: move(to: false)
        default: nil
        }
    }

    private var limit: UInt64 { UInt64(max(1, min(awayAfter, 86_400))) * 1000 }

    private mutating func move(to isIdle: Bool) -> Bool? {
        guard isIdle != self.isIdle else { return nil }
        self.isIdle = isIdle
        return isIdle
    }

    /// Creates both alarms, then asks for the counter, which may have passed the limit before.
    private mutating func createAlarms(_ server: inout X11Server) {
        guard let counter, let codes = server.extensions[.sync], let rising = server.nextID(),
            let falling = server.nextID()
        else {
            self.counter = nil
            return
        }
        self.rising = rising
        self.falling = falling
        let tests = [(rising, Test.positiveTransition), (falling, Test.negativeTransition)]
        for (alarm, test) in tests {
            // The value and the delta have 64 bits, the high word first. A delta of 0 keeps the
            // limit.
            server.send(
                X11Request(codes.opcode, Request.createAlarm).word(alarm).word(Self.alarmFields)
                    .word(counter).word(0).word(UInt32(limit >> 32))
                    .word(UInt32(truncatingIfNeeded: limit)).word(test).word(0).word(0).word(1))
        }
        server.ask(.idleTime, X11Request(codes.opcode, Request.queryCounter).word(counter))
    }
}
