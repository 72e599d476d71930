import SeededRandom
import Testing

@testable import soteria_agent

struct MutterIdlenessTests {
    private static func begun() -> MutterIdleness {
        var idleness = MutterIdleness(awayAfter: 180)
        idleness.began(1, limit: 180)
        idleness.began(2, limit: 3600)
        return idleness
    }

    @Test func thePersonIsAwayUnlessSomethingInhibits() {
        var idleness = Self.begun()
        #expect(idleness.limits == [180, 3600])
        #expect(idleness.handle(.idle(limit: 180)) == [.watchReturn, .askInhibited])
        #expect(idleness.handle(.inhibited(false)) == [.report(isIdle: true)])
        #expect(idleness.handle(.idle(limit: 3600)) == [], "is away already")
        #expect(idleness.handle(.returned) == [.report(isIdle: false)])
    }

    @Test func anInhibitorCountsForAnHour() {
        var idleness = Self.begun()
        #expect(idleness.handle(.idle(limit: 180)) == [.watchReturn, .askInhibited])
        #expect(idleness.handle(.inhibited(true)) == [])
        #expect(idleness.handle(.idle(limit: 3600)) == [.report(isIdle: true)])
    }

    @Test func anInhibitorThatEndsLetsThePersonBeAway() {
        var idleness = Self.begun()
        #expect(idleness.handle(.inhibitorRemoved) == [], "the person is there")
        _ = idleness.handle(.idle(limit: 180))
        _ = idleness.handle(.inhibited(true))
        #expect(idleness.handle(.inhibitorRemoved) == [.askInhibited])
        #expect(idleness.handle(.inhibited(false)) == [.report(isIdle: true)])
        #expect(idleness.handle(.inhibitorRemoved) == [])
    }

    @Test func anAnswerThatComesAfterTheReturnIsVoid() {
        var idleness = Self.begun()
        _ = idleness.handle(.idle(limit: 180))
        #expect(idleness.handle(.returned) == [])
        #expect(idleness.handle(.inhibited(false)) == [])
    }

    @Test func watchesAreToldApart() {
        var idleness = Self.begun()
        idleness.watchesReturn(7)
        #expect(idleness.input(of: 9) == nil)
        guard case .idle(180)? = idleness.input(of: 1) else { Issue.record("not idle"); return }
        guard case .returned? = idleness.input(of: 7) else { Issue.record("no return"); return }
        #expect(idleness.input(of: 7) == nil, "fires once")
    }

    @Test func anotherLimitReplacesTheWatch() {
        var idleness = Self.begun()
        #expect(idleness.change(awayAfter: 180) == nil)
        #expect(idleness.change(awayAfter: 60) == 1)
        idleness.began(3, limit: 60)
        #expect(idleness.input(of: 1) == nil)
        guard case .idle(60)? = idleness.input(of: 3) else { Issue.record("not idle"); return }
    }

    /// Against the definition: away if untouched for an hour, or untouched and not inhibited when
    /// that was last asked.
    @Test func randomHistories() {
        var random = SeededGenerator()
        for _ in 0..<500 {
            var idleness = Self.begun()
            var isUntouched = false
            var isAway = false
            var reported = false
            for _ in 0..<40 {
                let inputs: [MutterIdleness.Input] = [
                    .idle(limit: 180), .idle(limit: 3600), .returned,
                    .inhibited(.random(using: &random)),
                    .inhibitorRemoved,
                ]
                let input = inputs[Int.random(in: 0..<inputs.count, using: &random)]
                switch input {
                case .idle(let limit):
                    isUntouched = true
                    if limit == 3600 { isAway = true }
                case .returned: (isUntouched, isAway) = (false, false)
                case .inhibited(let isInhibited): if isUntouched, !isInhibited { isAway = true }
                case .inhibitorRemoved: break
                }
                for case .report(let isIdle) in idleness.handle(input) {
                    #expect(isIdle != reported, "reported twice")
                    reported = isIdle
                }
                #expect(reported == isAway)
            }
        }
    }
}
