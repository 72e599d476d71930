import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// The person's own names for apps and sites.
@Suite struct NamingTests {
    @Test func aNameOfOnesOwnIsShownWhereThePlaceIsSpokenOf() throws {
        let time = Time()
        let first = try Harness(rules: nights, time: time)
        defer { first.remove() }
        let named = try first.call(
            TargetsAPI.SetName.self, .init(site: "Amazon.com", name: "The big shop")
        ).targets
        #expect(named.map(\.target) == ["shopping"])
        #expect(named.first?.names == [.init(site: "amazon.com", name: "The big shop")])
        _ = try first.call(
            TargetsAPI.SetName.self, .init(app: "com.example.Shop", name: "App"))
        try first.stop()
        let second = try Harness(directory: first.directory, time: time)
        let listed = try second.call(TargetsAPI.List.self, .init()).targets
        #expect(
            listed.map(\.names) == [
                [],
                [
                    .init(site: "amazon.com", name: "The big shop"),
                    .init(app: "com.example.Shop", name: "App"),
                ],
            ])
        try second.pass(minutes: 180)
        _ = try second.call(UnblockAPI.Attempt.self, .init(site: "www.amazon.com"))
        let prompt = try #require(try second.prompts().first { $0.kind == .blockedOpened })
        #expect(prompt.text.hasPrefix("The big shop belongs to Shopping"))
        #expect(prompt.site == "www.amazon.com")
        let forgotten = try second.call(TargetsAPI.SetName.self, .init(app: "com.example.Shop"))
        #expect(forgotten.targets.first?.names.map(\.name) == ["The big shop"])
        #expect(
            try second.refusal(
                TargetsAPI.SetName.self, .init(site: "www.amazon.com", name: "x"))
                == TargetsAPI.NoSuchPlace(place: "www.amazon.com").varlinkError)
        try second.stop()
    }

    @Test(arguments: ["a\u{202e}b", "\u{2066}a", "a\u{7f}", "a\u{1b}[2J", "a\nb", "a\u{2028}b"])
    func aNameThatWouldTurnTheTextAroundItIsRefused(name: String) throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        #expect(
            throws: VarlinkError.self,
            performing: {
                try harness.call(
                    GoalsAPI.Add.self, .init(name: name, target: "1", currency: "EUR"))
            })
        // A joiner between letters or pictures is allowed.
        _ = try harness.call(
            GoalsAPI.Add.self, .init(name: "👩\u{200d}🚀", target: "1", currency: "EUR"))
        try harness.stop()
    }
}
