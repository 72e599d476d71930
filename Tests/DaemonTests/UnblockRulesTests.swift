import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// Rule files that are edited in the middle of something.
@Suite struct UnblockRulesTests {
    /// `nights` without its target `games`, and with it as the only one.
    private let onlyShopping = nights.replacingOccurrences(
        of: "  games: {name: Games, sites: [games.example]}\n", with: "")
    private let onlyGames = "targets: {games: {name: Games, sites: [games.example]}}"

    @Test func theTargetOfARequestGoes() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let request = try harness.request("shopping", .planned).request
        try harness.edit(onlyGames)
        #expect(try harness.outcome(of: request) == .lapsed)
        try harness.pass(seconds: 10)
        #expect(
            try harness.refusal(UnblockAPI.Confirm.self, .init(request: request))
                == UnblockAPI.RequestOver(request: request, outcome: .lapsed).varlinkError)
        #expect(try harness.call(UnblockAPI.List.self, .init()).requests.isEmpty)
        try harness.edit(nights)
        #expect(try harness.isBlocked())
        try harness.stop()
    }

    @Test func oneOfTheTargetsOfARequestGoes() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        _ = try harness.call(ProtectionAPI.Start.self, .init(seconds: 3600))
        let started = try #require(try harness.inside { $0.engine.state.protections.first?.id })
        let request = try harness.call(
            UnblockAPI.Request.self,
            .init(place: .init(protection: Int(started)), intent: .init(purpose: .planned))
        ).request.request
        let pause = UnblockAPI.Place(site: "games.example")
        #expect(
            try harness.refusal(
                UnblockAPI.Request.self, .init(place: pause, pause: true))
                == UnblockAPI.AlreadyOpen(request: request).varlinkError)
        try harness.edit(onlyShopping)
        try harness.pass(seconds: 10)
        let reply = try harness.call(UnblockAPI.Confirm.self, .init(request: request))
        #expect(reply.blocked.isEmpty)
        #expect(try !harness.isBlocked())
        try harness.stop()
    }

    @Test func aPauseProtectsWhatTheRulesStillHave() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let pause = try harness.call(
            UnblockAPI.Request.self, .init(place: .init(everything: true), pause: true)
        ).request
        #expect(pause.targets == ["games", "shopping"])
        try harness.edit(onlyShopping)
        let reply = try harness.call(UnblockAPI.Protect.self, .init(request: pause.request))
        #expect(reply.targets == ["shopping"])
        try harness.stop()
    }

    @Test func theTargetOfAPermissionGoesAndComesBack() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        try harness.unblock()
        try harness.edit(onlyGames)
        #expect(
            try harness.refusal(ProtectionAPI.Check.self, .init(target: "shopping"))
                == ProtectionAPI.NoSuchTarget(target: "shopping").varlinkError)
        try harness.pass(seconds: 300)
        try harness.edit(nights)
        #expect(try !harness.isBlocked())
        try harness.pass(seconds: 599, milliseconds: 999)
        #expect(try !harness.isBlocked())
        try harness.pass(seconds: 0, milliseconds: 1)
        #expect(try harness.isBlocked())
        try harness.stop()
    }

    @Test func theTargetOfAWindowGoesAndComesBack() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let window = try harness.call(ProtectionAPI.Start.self, .init(seconds: 3600))
        try harness.edit(onlyShopping)
        #expect(try harness.isBlocked())
        #expect(
            try harness.refusal(ProtectionAPI.Check.self, .init(target: "games"))
                == ProtectionAPI.NoSuchTarget(target: "games").varlinkError)
        try harness.pass(seconds: 1800)
        try harness.edit(nights)
        let check = try harness.call(ProtectionAPI.Check.self, .init(target: "games"))
        #expect(check.until == window.until)
        try harness.pass(seconds: 1800)
        #expect(try !harness.isBlocked("games"))
        try harness.stop()
    }

    @Test func aRunningScheduleThatBecomesStrictEndsAPermission() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        try harness.unblock()
        try harness.edit(nights + "\n    strict: true\n")
        #expect(try harness.isBlocked())
        #expect(
            try harness.refusal(UnblockAPI.Request.self, .init(place: .init(target: "shopping")))
                == UnblockAPI.Strict(
                    target: "shopping", until: "2026-11-19T06:30:00+01:00",
                    restriction: "Quiet nights"
                ).varlinkError)
        #expect(try harness.call(UnblockAPI.List.self, .init()).grants.isEmpty)
        try harness.stop()
    }

    @Test func listsAreThoseOfTheRulesInForce() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        try harness.edit(nights.replacing("unblock: {", with: "unblock: {moods: [calm], "))
        let tired = UnblockAPI.Intent(purpose: .impulse, mood: "tired")
        #expect(
            try harness.refusal(
                UnblockAPI.Request.self, .init(place: .init(target: "shopping"), intent: tired))
                == UnblockAPI.UnknownMood(mood: "tired", known: ["calm"]).varlinkError)
        try harness.stop()
    }
}
