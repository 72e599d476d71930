import Testing

@testable import soteria_agent

struct ReconnectionTests {
    @Test func waitsTwiceAsLongEachTimeUpToFiveMinutes() {
        var reconnection = Reconnection()
        var now = Duration.seconds(10)
        #expect(reconnection.dueAt == nil)
        let isDueBefore = reconnection.isDue(at: now)
        #expect(!isDueBefore)
        for pause in [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
            reconnection.hasFailed(at: now)
            #expect(reconnection.dueAt == now + .seconds(pause))
            let isDueEarly = reconnection.isDue(at: now + .milliseconds(pause * 1000 - 1))
            #expect(!isDueEarly)
            now += .seconds(pause)
            let isDue = reconnection.isDue(at: now)
            #expect(isDue)
            let isDueTwice = reconnection.isDue(at: now)
            #expect(!isDueTwice, "it is under way")
            #expect(reconnection.dueAt == nil)
        }
    }

    @Test func beginsAnewAfterASuccess() {
        var reconnection = Reconnection()
        reconnection.hasFailed(at: .zero)
        reconnection.hasFailed(at: .seconds(1))
        reconnection.hasSucceeded()
        #expect(reconnection.dueAt == nil)
        let isDue = reconnection.isDue(at: .seconds(1000))
        #expect(!isDue)
        reconnection.hasFailed(at: .seconds(1000))
        #expect(reconnection.dueAt == .seconds(1001))
    }
}
