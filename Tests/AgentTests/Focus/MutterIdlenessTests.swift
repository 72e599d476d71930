import SeededRandom
import Testing

@testable import soteria_agent

struct MutterIdlenessTests {
    private static func begun() -> MutterIdleness {
        var idleness = MutterIdleness(awayAfter: 180)
        #expect(idleness.began(1) == [])
        return idleness
    }

    @Test func thePersonIsAwayUntilTheNextInput() {
        var idleness = Self.begun()
        #expect(idleness.fired(1) == [.report(isIdle: true), .watchReturn])
        #expect(idleness.beganReturnWatch(2) == [])
        #expect(idleness.fired(1) == [], "is away already")
        #expect(idleness.fired(2) == [.report(isIdle: false)])
        #expect(idleness.fired(2) == [], "fires once")
        #expect(idleness.fired(1) == [.report(isIdle: true), .watchReturn])
    }

    @Test func aWatchMayFireBeforeItsNumberIsKnown() {
        var idleness = MutterIdleness(awayAfter: 180)
        #expect(idleness.fired(1) == [])
        #expect(idleness.began(1) == [.report(isIdle: true), .watchReturn])
        #expect(idleness.fired(2) == [])
        #expect(idleness.beganReturnWatch(2) == [.report(isIdle: false)])
    }

    @Test func withoutAWatchForTheReturnThePersonCountsAsPresent() {
        var idleness = Self.begun()
        _ = idleness.fired(1)
        #expect(idleness.beganReturnWatch(nil) == [.report(isIdle: false)])
        #expect(idleness.fired(1) == [.report(isIdle: true), .watchReturn])
    }

    @Test func anInhibitorThatLastedTooLongEndsWithTheNextInput() {
        var idleness = Self.begun()
        #expect(idleness.leave() == [.report(isIdle: true), .watchReturn])
        _ = idleness.beganReturnWatch(2)
        #expect(idleness.fired(2) == [.report(isIdle: false)])
    }

    @Test func anotherLimitReplacesTheWatch() {
        var idleness = Self.begun()
        #expect(idleness.change(awayAfter: 180) == nil)
        #expect(idleness.change(awayAfter: 60) == 1)
        #expect(idleness.began(3) == [])
        #expect(idleness.fired(1) == [], "removed")
        #expect(idleness.fired(3) == [.report(isIdle: true), .watchReturn])
    }

    /// Mutter's side: a watch for the next input is made once, and replies may come late.
    @Test func randomHistories() {
        var random = SeededGenerator()
        for _ in 0..<500 {
            var idleness = Self.begun()
            var last: UInt64 = 1
            // Watches for the next input: made and not fired; the number is nil until it is known.
            var unknown: [UInt64] = []
            var waiting: UInt64?
            var isAway = false
            for _ in 0..<60 {
                var actions: [MutterIdleness.Action] = []
                switch Int.random(in: 0..<4, using: &random) {
                case 0: actions = idleness.fired(1)
                case 1:
                    guard let watch = unknown.first else { continue }
                    unknown = []
                    actions = idleness.beganReturnWatch(watch)
                    if actions.isEmpty { waiting = watch }
                case 2:
                    // The person touches something.
                    if let watch = waiting ?? unknown.first {
                        actions = idleness.fired(watch)
                        waiting = nil
                    }
                default: actions = idleness.leave()
                }
                for action in actions {
                    switch action {
                    case .report(let isIdle):
                        #expect(isIdle != isAway, "reported twice")
                        isAway = isIdle
                    case .watchReturn:
                        #expect(waiting == nil && unknown.isEmpty, "one watch at a time")
                        last += 1
                        unknown = [last]
                    }
                }
                if isAway { #expect(waiting != nil || !unknown.isEmpty, "nobody sees the return") }
            }
        }
    }
}
