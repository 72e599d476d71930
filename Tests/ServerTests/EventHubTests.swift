import TestSupport
import NIOCore
import NIOPosix
import Testing

@testable import soteria_dashboard

/// The hub by itself, on a loop of the test's own.
@Suite(.timeLimit(.minutes(30))) struct EventHubTests {
    /// Whoever follows the daemon for a hub.
    private final class Following: Sendable {
        let ends: Handover<Void>

        init(_ ends: Handover<Void>) { self.ends = ends }
        deinit { ends.give(()) }
    }

    private func with(
        _ body:
            @escaping @Sendable (
                isolated EventHub, _ begins: Handover<Void>, _ ends: Handover<Void>
            )
            throws -> Void
    ) async throws {
        try await OwnThread.run {
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let begins = Handover<Void>()
            let ends = Handover<Void>()
            let hub = EventHub(loop: group.next(), describe: { decision, _ in decision.name }) {
                _ in
                begins.give(())
                return Following(ends)
            }
            try group.next().submit {
                try hub.assumeIsolated { try body($0, begins, ends) }
            }.wait()
            try group.syncShutdownGracefully()
        }
    }

    @Test func theDaemonIsFollowedWhileThereAreStreams() async throws {
        try await with { hub, begins, ends in
            let firstJoined = hub.join(session: 1, languages: []) {}
            let first = try #require(firstJoined)
            let secondJoined = hub.join(session: 1, languages: []) {}
            let second = try #require(secondJoined)
            let count = hub.streamCount
            #expect(begins.rest.count == 1 && count == 2)
            let left = [hub.leave(first.number), hub.leave(first.number)]
            #expect(left == [true, false])
            #expect(ends.rest.isEmpty)
            let isLast = hub.leave(second.number)
            #expect(isLast)
            #expect(ends.rest.count == 1)
            _ = hub.join(session: 1, languages: []) {}
            #expect(begins.rest.count == 2)
        }
    }

    @Test func whoeverDoesNotReadIsDropped() async throws {
        try await with { hub, _, _ in
            let drops = Handover<String>()
            let slowJoined = hub.join(session: 1, languages: []) { drops.give("slow") }
            let slow = try #require(slowJoined)
            // One place is taken by the greeting.
            for _ in 1..<EventHub.longestQueue { hub.publish(.change) }
            #expect(drops.rest.isEmpty)
            _ = hub.join(session: 2, languages: []) { drops.give("other") }
            hub.publish(.change)
            hub.publish(.change)
            #expect(drops.rest == ["slow"])
            let wasOpen = hub.leave(slow.number)
            #expect(wasOpen)
        }
    }

    @Test func theStreamsOfASessionAreEnded() async throws {
        try await with { hub, _, _ in
            let drops = Handover<Int>()
            for session in [1, 2, 1] {
                _ = hub.join(session: session, languages: []) { drops.give(session) }
            }
            hub.drop(session: 1)
            #expect(drops.rest == [1, 1])
        }
    }
}
