import API
import Testing

@testable import soteriad

/// How the agent learns which app is in use, as it registers it.
@Suite struct RegisteredSourceTests {
    /// The source that the daemon tells; both calls tell the same.
    private func told(_ harness: Harness) throws -> UsageAPI.Source? {
        let source = try harness.call(UsageAPI.Today.self, .init()).source
        let status = try harness.call(DaemonAPI.GetStatus.self, .init()).source
        #expect(status?.front == source?.front && status?.idle == source?.idle)
        #expect(status?.estimated == source?.estimated)
        return source
    }

    @Test func aSourceIsToldAsLongAsItsConnection() throws {
        let harness = try Harness()
        defer { harness.remove() }
        #expect(try told(harness) == nil)
        let agent = try Reporter(harness)
        try agent.call(UsageAPI.RegisterSource.self, .init(front: "estimate", estimated: true))
        #expect(try told(harness) == .init(front: "estimate", estimated: true))
        // The last call of a connection counts.
        try agent.call(
            UsageAPI.RegisterSource.self, .init(front: "sway", idle: "wayland", estimated: false))
        let sway = UsageAPI.Source(front: "sway", idle: "wayland", estimated: false)
        #expect(try told(harness) == sway)
        // So does the last agent.
        let other = try Reporter(harness)
        try other.call(
            UsageAPI.RegisterSource.self, .init(front: "x11", idle: "x11", estimated: false))
        #expect(try told(harness) == .init(front: "x11", idle: "x11", estimated: false))
        try other.die()
        #expect(try told(harness) == sway)
        try agent.die()
        #expect(try told(harness) == nil)
        try harness.stop()
    }

    @Test func wordsOfLaterAgentsAreAccepted() throws {
        let harness = try Harness()
        defer { harness.remove() }
        let agent = try Reporter(harness)
        let longest = String(repeating: "x", count: 32)
        for word in ["cosmic", "portal-2", "7", longest] {
            try agent.call(
                UsageAPI.RegisterSource.self, .init(front: word, idle: word, estimated: false))
            #expect(try told(harness) == .init(front: word, idle: word, estimated: false))
        }
        try harness.stop()
    }

    /// A call that fails leaves the earlier source.
    @Test func aRefusedCallChangesNothing() throws {
        let harness = try Harness()
        defer { harness.remove() }
        let agent = try Reporter(harness)
        try agent.call(UsageAPI.RegisterSource.self, .init(front: "sway", estimated: false))
        #expect(throws: (any Error).self) {
            try agent.call(
                UsageAPI.RegisterSource.self,
                .init(front: String(repeating: "x", count: 33), estimated: true))
        }
        #expect(try told(harness) == .init(front: "sway", estimated: false))
        try harness.stop()
    }

    /// Nothing of it is in the record, and it neither begins nor ends a use.
    @Test func aSourceIsNotRecorded() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let reporter = try Reporter(harness)
        _ = try reporter.open(site: "amazon.com")
        let before = try harness.inside { $0.engine.state.lastSequence }
        let agent = try Reporter(harness)
        try agent.call(UsageAPI.RegisterSource.self, .init(front: "kwin", estimated: false))
        try agent.die()
        #expect(try harness.inside { $0.engine.state.lastSequence } == before)
        #expect(try harness.sessions().map(\.running) == [true])
        try harness.stop()
    }
}
