import TestSupport
import API
import Synchronization
import Testing

@testable import soteria_dashboard

/// Files to keep, which are made while they are sent.
@Suite(.timeLimit(.minutes(30))) struct DownloadTests {
    @Test func aFileComesWhole() async throws {
        try await with(FakePages()) { visitor in
            let reply = try visitor.get("/file")
            #expect(reply.status == 200 && !reply.isCutOff && reply.text == "one\ntwo\n")
            #expect(reply["content-type"] == "application/jsonl")
            #expect(reply["content-disposition"] == "attachment; filename=\"events.jsonl\"")
        }
    }

    private func with(
        _ pages: FakePages, _ body: @escaping @Sendable (Visitor) throws -> Void
    ) async throws {
        let daemon = FakeDaemon()
        try daemon.start()
        try await LiveServer.run(pages, daemon: daemon.path) { try body($0.enter()) }
        try daemon.end()
    }

    @Test func whatFailsInTheMiddleIsCutOff() async throws {
        let pages = FakePages { daemon, write in
            try write(Array("one\n".utf8))
            throw CallFailure.disconnected
        }
        try await with(pages) { visitor in
            let reply = try visitor.get("/file")
            #expect(reply.status == 200 && reply.isCutOff)
        }
    }

    @Test func withoutADaemonNoFileComes() async throws {
        try await LiveServer.run { server in
            let reply = try server.enter().get("/file")
            #expect(reply.isCutOff && reply.body.isEmpty)
        }
    }

    @Test func noMoreIsMadeThanIsTaken() async throws {
        let made = Mutex(0)
        let end = Handover<Bool>()
        let piece = [UInt8](repeating: 120, count: 1 << 20)
        let pages = FakePages { _, write in
            do {
                // Without end, as far as the one who makes it knows.
                for _ in 0..<10_000 {
                    try write(piece)
                    made.withLock { $0 += 1 }
                }
                end.give(false)
            } catch {
                end.give(error is Download.Unwanted)
                throw error
            }
        }
        try await with(pages) { visitor in
            var browser: Browser? = try Browser(port: visitor.server.port)
            browser?.send(
                visitor.server.request("GET", visitor.base + "/file", ["Cookie": visitor.cookie]))
            #expect(try browser?.head().status == 200)
            var taken = 0
            while taken < 20 << 20 { taken += try #require(browser?.chunk()).count }
            // The pieces that the sockets, the channel and the queue can hold.
            #expect(made.withLock { $0 } < 20 + 32)
            browser = nil
            #expect(end.next() == true)
        }
    }

    @Test func onlySoManyComeAtOnce() async throws {
        let gate = Handover<Void>()
        let begun = Handover<Void>()
        let pages = FakePages { _, write in
            begun.give(())
            _ = gate.next()
            try write([120])
        }
        try await with(pages) { visitor in
            let request = visitor.server.request(
                "GET", visitor.base + "/file", ["Cookie": visitor.cookie])
            let browsers = try (0..<Download.most).map { _ in
                try Browser(port: visitor.server.port)
            }
            for browser in browsers {
                browser.send(request)
                #expect(begun.next() != nil)
            }
            #expect(try visitor.get("/file").status == 503)
            try visitor.server.pass(.seconds(7200))
            #expect(visitor.server.ended.rest.isEmpty)
            for _ in browsers { gate.give(()) }
            for browser in browsers { #expect(try browser.reply().text == "x") }
            gate.give(())
            #expect(try visitor.get("/file").text == "x")
        }
    }
}
