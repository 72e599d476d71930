import Testing

@testable import soteria_agent

/// The answers to the watchdog.
struct KeepAliveTests {
    @Test("With nothing frozen: fewer than one wake-up a minute, and two before the timeout")
    func resting() {
        var keepAlive = KeepAlive(timeout: .seconds(180), at: .seconds(1000))
        #expect(keepAlive.dueAt == .seconds(1080))
        let early = keepAlive.answerIfDue(at: .seconds(1079))
        let late = keepAlive.answerIfDue(at: .seconds(1081))
        #expect(!early && late)
        #expect(keepAlive.dueAt == .seconds(1161))
        let timeout = keepAlive.hold(false, at: .seconds(1100))
        #expect(timeout == nil)
        #expect(keepAlive.dueAt == .seconds(1161))
    }

    @Test("While something is frozen the timeout is 30 s, and before and after the manager's own")
    func holding() throws {
        var keepAlive = KeepAlive(timeout: .seconds(180), at: .zero)
        let timeout = keepAlive.hold(true, at: .seconds(70))
        #expect(timeout == .seconds(30))
        let due = try #require(keepAlive.dueAt)
        #expect(due > .seconds(83) && due < .seconds(85))
        let second = keepAlive.hold(true, at: .seconds(75))
        #expect(second == nil)
        #expect(keepAlive.dueAt == due)
        let isAnswered = keepAlive.answerIfDue(at: due)
        #expect(isAnswered)
        let after = keepAlive.hold(false, at: .seconds(90))
        #expect(after == .seconds(180))
        #expect(keepAlive.dueAt == .seconds(170))
    }

    @Test("A shorter timeout of the manager's stays, and without one nothing is due")
    func others() {
        var short = KeepAlive(timeout: .seconds(18), at: .zero)
        let same = short.hold(true, at: .seconds(1))
        #expect(same == nil)
        #expect(short.dueAt == .seconds(8))
        var none = KeepAlive(timeout: nil, at: .zero)
        #expect(none.dueAt == nil)
        let nothing = none.hold(true, at: .zero)
        #expect(nothing == nil)
        #expect(none.dueAt == nil)
        let isAnswered = none.answerIfDue(at: .seconds(1000))
        #expect(!isAnswered)
    }
}
