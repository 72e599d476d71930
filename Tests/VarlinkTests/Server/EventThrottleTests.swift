import NIOCore
import NIOEmbedded
import Testing

@testable import Varlink

@Suite("How many events of a server reach the journal")
struct EventThrottleTests {
    private let loop = EmbeddedEventLoop()
    private let seen: NIOLoopBoundBox<[ServerEvent]>
    private let throttle: EventThrottle

    init() {
        let seen = NIOLoopBoundBox<[ServerEvent]>([], eventLoop: loop)
        self.seen = seen
        throttle = EventThrottle(loop) { seen.value.append($0) }
    }

    private func bad(_ process: Int32, _ reason: String = "no") -> ServerEvent {
        .malformedMessage(PeerCredentials(pid: process), reason: reason)
    }

    @Test("Five of a peer and kind in a minute, then one sum at the end of it")
    func sum() {
        for number in 1...60_000 { throttle.report(bad(1, "\(number)")) }
        #expect(seen.value == (1...5).map { bad(1, "\($0)") })
        loop.advanceTime(by: .seconds(59))
        #expect(seen.value.count == 5)
        loop.advanceTime(by: .seconds(1))
        #expect(seen.value.count == 6)
        #expect(seen.value.last == .leftOut(count: 59_995, last: bad(1, "60000")))
        // The next minute begins with the next event, and nothing is told of it by itself.
        loop.advanceTime(by: .hours(1))
        #expect(seen.value.count == 6)
        throttle.report(bad(1))
        #expect(seen.value.count == 7)
    }

    @Test("Each peer and each kind has entries of its own")
    func keys() {
        for _ in 1...9 {
            throttle.report(bad(1))
            throttle.report(bad(2))
            throttle.report(.messageTooLong(PeerCredentials(pid: 1), limit: 3))
            throttle.report(.acceptFailed(reason: "full"))
        }
        #expect(seen.value.count == 4 * 5)
        loop.advanceTime(by: .minutes(1))
        #expect(seen.value.count == 4 * 6)
    }

    @Test("Few events cause no timer and no sum")
    func few() {
        for _ in 1...3 {
            for _ in 1...5 { throttle.report(bad(1)) }
            loop.advanceTime(by: .minutes(1))
        }
        #expect(seen.value == Array(repeating: bad(1), count: 15))
    }

    @Test("However many peers there are, few are told apart")
    func manyPeers() {
        for process in 1...10_000 { throttle.report(bad(Int32(process))) }
        #expect(seen.value.count == 64 + 5)
        loop.advanceTime(by: .minutes(1))
        #expect(seen.value.count == 64 + 5 + 1)
        #expect(seen.value.last == .leftOut(count: 10_000 - 64 - 5, last: bad(10_000)))
    }

    @Test("A sum that is still open is told at the end")
    func end() {
        for _ in 1...7 { throttle.report(bad(1)) }
        throttle.finish()
        #expect(seen.value.last == .leftOut(count: 2, last: bad(1)))
        loop.advanceTime(by: .minutes(1))
        #expect(seen.value.count == 6)
    }

    @Test("Events are told in sentences, a sum with the last of its events")
    func words() {
        #expect(
            ServerEvent.leftOut(count: 3, last: bad(12, "a member is unknown")).description
                == "3 similar messages within a minute were left out. The last one: "
                + "Process 12 sent an invalid message: a member is unknown.")
        #expect(
            ServerEvent.leftOut(count: 1, last: .acceptFailed(reason: "full")).description
                == "A similar message within the same minute was left out: "
                + "Could not accept a connection: full")
        let limit = ConnectionLimit(maximum: 256, isOfProcess: true)
        #expect(
            ServerEvent.connectionLimit(PeerCredentials(pid: 12), limit).description
                == "Refused a connection of process 12: 256 connections of this process are "
                + "already open.")
        #expect(
            ServerEvent.messageTooLate(PeerCredentials(pid: 12), seconds: 10).description
                == "Disconnected process 12, because it sent no complete message within 10 s.")
        #expect(
            ServerEvent.inputLimit(PeerCredentials(pid: 12), limit: 25_165_824).description
                == "Disconnected process 12, because unhandled messages took more than 24 MiB of "
                + "memory, most of them from this process.")
    }
}
