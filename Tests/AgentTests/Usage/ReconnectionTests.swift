import Testing

@testable import soteria_agent

struct ReconnectionTests {
    @Test func waitsTwiceAsLongEachTimeUpToFiveMinutes() {
        var reconnection = Reconnection()
        var now = Duration.seconds(10)
        #expect(reconnection.dueAt == nil)
        let isDueBefore = reconnection.startIfDue(at: now)
        #expect(!isDueBefore)
        for pause in [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
            reconnection.recordFailure(at: now)
            #expect(reconnection.dueAt == now + .seconds(pause))
            let isDueEarly = reconnection.startIfDue(at: now + .milliseconds(pause * 1000 - 1))
            #expect(!isDueEarly)
            now += .seconds(pause)
            let isDue = reconnection.startIfDue(at: now)
            #expect(isDue)
            let isDueTwice = reconnection.startIfDue(at: now)
            #expect(!isDueTwice, "it is under way")
            #expect(reconnection.dueAt == nil)
        }
    }

    @Test func beginsAnewAfterASuccess() {
        var reconnection = Reconnection()
        reconnection.recordFailure(at: .zero)
        reconnection.recordFailure(at: .seconds(1))
        reconnection.recordSuccess()
        #expect(reconnection.dueAt == nil)
        let isDue = reconnection.startIfDue(at: .seconds(1000))
        #expect(!isDue)
        reconnection.recordFailure(at: .seconds(1000))
        #expect(reconnection.dueAt == .seconds(1001))
    }
}
