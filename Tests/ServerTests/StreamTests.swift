import API
import Glibc
import Testing

@testable import soteria_dashboard

/// Streams of events over real sockets, from a daemon that the test makes decide.
@Suite(.timeLimit(.minutes(30))) struct StreamTests {
    /// Runs `body` with a server and a daemon that answers.
    private func with(
        _ body: @escaping @Sendable (LiveServer, FakeDaemon) throws -> Void
    ) async throws {
        let daemon = FakeDaemon()
        try daemon.start()
        try await LiveServer.run(daemon: daemon.path) { server in try body(server, daemon) }
        try daemon.end()
    }

    /// The next piece of a stream, as text.
    private func next(_ stream: Browser) -> String {
        stream.chunk().map { String(decoding: $0, as: UTF8.self) } ?? "the stream ended"
    }

    /// The server has begun to follow all that it follows.
    private func waitUntilFollowed(_ daemon: FakeDaemon) throws {
        var methods: Set<String> = []
        for _ in 0..<3 { methods.insert(try #require(daemon.followed.next())) }
        #expect(methods.count == 3)
    }

    @Test func decisionsAreTold() async throws {
        try await with { server, daemon in
            let (stream, head) = try server.enter().stream(["Accept-Language": "de"])
            #expect(head.status == 200 && head["content-type"] == "text/event-stream")
            #expect(next(stream) == "retry: 2000\n\n")
            try waitUntilFollowed(daemon)
            try daemon.decide()
            #expect(
                next(stream)
                    == #"event: change\#ndata: {"text":"Shopping\n\"x\" block de"}\#n\#n"#)
        }
    }

    @Test func changesOfTheRiskAndOfWhatIsAskedAreTold() async throws {
        try await with { server, daemon in
            let (stream, _) = try server.enter().stream()
            _ = next(stream)
            try waitUntilFollowed(daemon)
            try daemon.send(
                "org.soteria.risk.Monitor", RiskAPI.Monitor.Reply(status: FakeDaemon.risk))
            #expect(next(stream) == "event: change\ndata: {}\n\n")
            try daemon.send(
                "org.soteria.prompts.Monitor",
                PromptsAPI.Monitor.Reply(closed: 3, closing: .answered))
            #expect(next(stream) == "event: change\ndata: {}\n\n")
        }
    }

    @Test func theDaemonsGoingAndComingAreTold() async throws {
        try await with { server, daemon in
            let visitor = try server.enter()
            let (stream, _) = try visitor.stream()
            _ = next(stream)
            try waitUntilFollowed(daemon)
            try daemon.stop()
            #expect(next(stream) == "event: gone\ndata: {}\n\n")
            let (late, _) = try visitor.stream()
            #expect(next(late) == "retry: 2000\n\n")
            #expect(next(late) == "event: gone\ndata: {}\n\n")
            try daemon.start()
            #expect(next(stream) == "event: back\ndata: {}\n\n")
            #expect(next(late) == "event: back\ndata: {}\n\n")
            try waitUntilFollowed(daemon)
            try daemon.decide()
            #expect(next(stream).hasPrefix("event: change\ndata: {\"text\""))
        }
    }

    @Test func aDaemonThatWasNeverThereIsGone() async throws {
        try await LiveServer.run { server in
            let (stream, _) = try server.enter().stream()
            _ = next(stream)
            #expect(next(stream) == "event: gone\ndata: {}\n\n")
        }
    }

    @Test func onceIsEnoughForAllStreams() async throws {
        try await with { server, daemon in
            let visitor = try server.enter()
            let streams = try (0..<5).map { _ in try visitor.stream().0 }
            for stream in streams { _ = next(stream) }
            try waitUntilFollowed(daemon)
            #expect(try daemon.connectionCount == 3)
            try daemon.decide()
            for stream in streams { #expect(next(stream).hasPrefix("event: change")) }
            #expect(daemon.followed.rest.isEmpty)
        }
    }

    @Test func thereAreOnlySoMany() async throws {
        try await with { server, _ in
            let visitor = try server.enter()
            let streams = try (0..<EventHub.most).map { _ in try visitor.stream() }
            #expect(streams.allSatisfy { $0.1.status == 200 })
            #expect(try visitor.stream().1.status == 503)
            #expect(try visitor.get().status == 200)
        }
    }

    @Test func signsOfLifeAreComments() async throws {
        try await with { server, _ in
            let (stream, _) = try server.enter().stream()
            _ = next(stream)
            try server.onLoop { $0.hub.assumeIsolated { $0.sendKeepAlives() } }
            #expect(next(stream) == ":\n\n")
        }
    }

    @Test func theServerEndsHalfAMinuteAfterTheLastPage() async throws {
        try await with { server, daemon in
            let visitor = try server.enter()
            var stream: Browser? = try visitor.stream().0
            _ = next(try #require(stream))
            try waitUntilFollowed(daemon)
            try server.pass(.seconds(3600))
            #expect(server.ended.rest.isEmpty)
            stream = nil
            try server.waitForStreams(0)
            try server.pass(.seconds(29))
            #expect(server.ended.rest.isEmpty)
            #expect(try visitor.get().status == 200)
            try server.pass(.seconds(29))
            #expect(server.ended.rest.isEmpty)
            try server.pass(.seconds(1))
            #expect(server.ended.rest.count == 1)
            #expect(try visitor.get().status == 421)
        }
    }
}

extension LiveServer {
    /// Waits until so many streams are open.
    func waitForStreams(_ count: Int) throws {
        while try onLoop({ $0.hub.assumeIsolated { $0.streamCount } }) != count { sched_yield() }
    }
}
