import API
import Foundation
import Testing
import Varlink

@testable import soteriad

/// Paths of sites, and targets with every site, as clients of the socket see them.
@Suite struct PathTests {
    private let rules = """
        targets:
          tube: {sites: [tube.example], except_sites: [tube.example/course]}
          shorts: {sites: [tube.example/shorts]}
          rest: {sites: ["*"], except_sites: [tube.example, work.example]}
        quiet_hours:
          day: {block: [shorts], ranges: [{time: "00:00-24:00"}]}
          evening: {block: [rest], ranges: [{time: "21:00-24:00"}]}
          night: {block: [tube], ranges: [{time: "22:00-24:00"}]}
        unblock: {wait: {planned: 20s, impulse: 20s}}
        """

    private func check(
        _ harness: Harness, _ site: String, _ path: String? = nil
    ) throws -> ProtectionAPI.Check.Reply {
        try harness.call(ProtectionAPI.Check.self, .init(site: site, path: path))
    }

    @Test func aPageIsBlockedByEveryTargetThatHasIt() throws {
        let harness = try Harness(rules: rules)
        defer { harness.remove() }
        #expect(try !check(harness, "tube.example").blocked)
        #expect(try check(harness, "tube.example").targets == ["tube"])
        let short = try check(harness, "m.tube.example", "/%73horts//abc")
        #expect(short.blocked && short.targets == ["shorts", "tube"])
        #expect(try check(harness, "tube.example", "/Shorts").targets == ["tube"])
        #expect(try check(harness, "tube.example", "/course/1").targets == [])
        #expect(try check(harness, "tube.example", "/").targets == ["tube"])
        try harness.pass(minutes: 125)
        #expect(try check(harness, "tube.example", "/watch").blocked)
        #expect(try !check(harness, "tube.example", "/course/1").blocked)
        let both = try check(harness, "tube.example", "/shorts")
        #expect(Set(both.restrictions.map(\.rule)) == ["day", "night"])
        try harness.stop()
    }

    @Test func everySiteIsPublic() throws {
        let harness = try Harness(rules: rules)
        defer { harness.remove() }
        try harness.pass(minutes: 61)
        for site in ["news.example", "a.b.example", "8.8.8.8", "[2001:db8::1]"] {
            #expect(try check(harness, site).blocked, "\(site)")
        }
        for site in [
            "work.example", "x.work.example", "localhost", "192.168.1.1", "router", "[::1]",
        ] {
            #expect(try !check(harness, site).blocked, "\(site)")
        }
        // An address that only "*" means can be asked for as any site.
        let request = try harness.call(
            UnblockAPI.Request.self, .init(place: .init(site: "[2001:db8::1]"))
        ).request
        #expect(request.targets == ["rest"])
        try harness.stop()
    }

    /// No more of a path is kept than the rules name.
    @Test func whatIsRecordedOfAPage() throws {
        let harness = try Harness(rules: rules)
        defer { harness.remove() }
        let attempt = try harness.call(
            UnblockAPI.Attempt.self, .init(site: "tube.example", path: "/shorts/secret"))
        #expect(attempt.blocked && attempt.targets == ["shorts"])
        let prompt = try #require(try harness.prompts().first)
        #expect(prompt.site == "tube.example" && prompt.path == "/shorts")
        let request = try harness.call(
            UnblockAPI.Request.self,
            .init(
                place: .init(site: "tube.example", path: "/shorts/other"),
                intent: .init(purpose: .planned))
        ).request
        #expect(request.place == .init(site: "tube.example", path: "/shorts"))
        #expect(request.targets == ["shorts", "tube"])
        try harness.pass(seconds: 20)
        _ = try harness.call(UnblockAPI.Confirm.self, .init(request: request.request))
        #expect(try !check(harness, "tube.example", "/shorts").blocked)
        let reporter = try Reporter(harness)
        let used = try reporter.call(
            UsageAPI.Opened.self, .init(site: "tube.example", path: "/shorts/third"))
        #expect(used.targets == ["shorts"])
        try harness.use([used.use], minutes: 2, by: reporter)
        let watched = try reporter.call(
            UsageAPI.Opened.self, .init(site: "tube.example", path: "/watch"))
        #expect(watched.targets == ["tube"])
        #expect(try harness.usedToday("shorts") == 120 && harness.usedToday("tube") == 0)
        #expect(
            try harness.sessions().first { $0.target == "shorts" }?.places
                == [.init(site: "tube.example", path: "/shorts")])
        var told = ""
        try harness.client().callMore(
            DaemonAPI.Events.method, DaemonAPI.Events.Parameters()
        ) { reply in
            told += JSON.object(reply).text
            return .continue
        }
        for secret in ["secret", "other", "third", "watch"] {
            #expect(!told.contains(secret), "\(secret)")
        }
        #expect(told.contains("\"path\":\"/shorts\""))
        try harness.stop()
    }

    /// A place with its path is read from the record as it was.
    @Test func aStartReadsTheRecord() throws {
        let first = try Harness(rules: rules)
        let request = try first.call(
            UnblockAPI.Request.self,
            .init(place: .init(site: "tube.example", path: "/shorts"), intent: nil)
        ).request
        try first.stop()
        let second = try Harness(directory: first.directory, time: first.time)
        defer { second.remove() }
        #expect(
            try second.call(UnblockAPI.List.self, .init()).requests.map(\.place)
                == [request.place])
        try second.stop()
    }

    @Test func whatATargetLists() throws {
        let harness = try Harness(rules: rules)
        defer { harness.remove() }
        let targets = try harness.call(TargetsAPI.List.self, .init()).targets
        #expect(targets.map(\.target) == ["rest", "shorts", "tube"])
        #expect(targets.map(\.sites) == [[], [], ["tube.example"]])
        #expect(targets.map(\.siteNames) == [["*"], ["tube.example/shorts"], ["tube.example"]])
        #expect(
            targets.map(\.exceptions)
                == [["tube.example", "work.example"], [], ["tube.example/course"]])
        #expect(targets.map(\.siteCount) == [1, 1, 1])
        try harness.stop()
    }
}
