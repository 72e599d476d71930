import API
import Testing

@testable import soteriad

/// The browser extensions that the daemon knows of.
@Suite struct ConnectedExtensionTests {
    @Test func anExtensionIsListedAsLongAsItsConnection() throws {
        let harness = try Harness()
        defer { harness.remove() }
        func listed() throws -> [DaemonAPI.ConnectedExtension]? {
            try harness.call(DaemonAPI.GetStatus.self, .init()).extensions
        }
        #expect(try listed() == nil)
        let old = try Reporter(harness)
        try old.call(DaemonAPI.RegisterExtension.self, .init())
        try harness.pass(minutes: 1)
        let new = try Reporter(harness)
        try new.call(DaemonAPI.RegisterExtension.self, .init(version: "0.2.0"))
        let first = DaemonAPI.ConnectedExtension(at: "2026-11-18T20:00:00+01:00")
        let second = "2026-11-18T20:01:00+01:00"
        #expect(try listed() == [first, .init(version: "0.2.0", at: second)])
        // The last call of a connection counts.
        try harness.pass(minutes: 1)
        try new.call(DaemonAPI.RegisterExtension.self, .init(version: "0.3.0"))
        let third = "2026-11-18T20:02:00+01:00"
        #expect(try listed() == [first, .init(version: "0.3.0", at: third)])
        try old.die()
        #expect(try listed() == [.init(version: "0.3.0", at: third)])
        try new.die()
        #expect(try listed() == nil)
        try harness.stop()
    }

    /// Nothing of it is in the record.
    @Test func anExtensionIsNotRecorded() throws {
        let harness = try Harness()
        defer { harness.remove() }
        let before = try harness.inside { $0.engine.state.lastSequence }
        let browser = try Reporter(harness)
        try browser.call(DaemonAPI.RegisterExtension.self, .init(version: "0.2.0"))
        try browser.die()
        #expect(try harness.inside { $0.engine.state.lastSequence } == before)
        try harness.stop()
    }
}
