import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// Places of requests: sites and apps in several targets, pauses, protections, and strict rules.
@Suite struct UnblockPlaceTests {
    private let shared = """
        targets:
          games: {sites: [fun.example, shared.example]}
          shopping: {sites: [amazon.com, shared.example]}
        quiet_hours:
          play: {block: [games], ranges: [{days: daily, time: "22:00-06:00"}], strict: STRICT}
          shop: {block: [shopping], ranges: [{days: daily, time: "22:00-07:00"}]}
        unblock: {wait: {planned: 20s, impulse: 20s}}
        """

    @Test func aSiteOfTwoTargetsOpensBothTogether() throws {
        let harness = try Harness(
            rules: shared.replacingOccurrences(of: "STRICT", with: "false"))
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let both = try harness.call(
            UnblockAPI.Request.self,
            .init(place: .init(site: "www.shared.example"), intent: .init(purpose: .planned))
        ).request
        #expect(both.targets == ["games", "shopping"])
        let open = UnblockAPI.AlreadyOpen(request: both.request).varlinkError
        #expect(
            try harness.refusal(
                UnblockAPI.Request.self, .init(place: .init(target: "games"))) == open)
        #expect(
            try harness.refusal(
                UnblockAPI.Request.self, .init(place: .init(site: "amazon.com"))) == open)
        try harness.pass(seconds: 20)
        let grant = try harness.call(UnblockAPI.Confirm.self, .init(request: both.request)).grant
        #expect(grant?.targets == ["games", "shopping"])
        #expect(try !harness.isBlocked("games"))
        #expect(try !harness.isBlocked("shopping"))
        try harness.stop()
    }

    @Test func aSiteOfTwoTargetsIsRefusedByTheOneThatIsStrict() throws {
        let harness = try Harness(
            rules: shared.replacingOccurrences(of: "STRICT", with: "true"))
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let strict = UnblockAPI.Strict(
            target: "games", until: "2026-11-19T06:00:00+01:00", restriction: "play"
        ).varlinkError
        for place in [
            UnblockAPI.Place(site: "shared.example"), .init(target: "games"),
            .init(site: "fun.example"),
        ] {
            #expect(
                try harness.refusal(UnblockAPI.Request.self, .init(place: place)) == strict)
        }
        #expect(try harness.call(UnblockAPI.List.self, .init()).requests.isEmpty)
        // The other target's own site is not concerned.
        #expect(try harness.request("shopping").targets == ["shopping"])
        try harness.stop()
    }

    @Test func oneHostIsOnePlaceHoweverItIsWritten() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let numbers = try ["amazon.com", "Amazon.com.", "AMAZON.COM"].map { site in
            try harness.call(UnblockAPI.Request.self, .init(place: .init(site: site))).request
                .request
        }
        #expect(Set(numbers).count == 1)
        _ = try harness.call(UnblockAPI.Attempt.self, .init(site: "Amazon.com."))
        _ = try harness.call(UnblockAPI.Attempt.self, .init(site: "amazon.com"))
        #expect(try harness.inside { $0.engine.figures.attemptsLastHour } == 1)
        try harness.stop()
    }

    @Test func aPauseEndsInAProtectionOfAnHour() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let pause = try harness.call(
            UnblockAPI.Request.self, .init(place: .init(everything: true), pause: true)
        ).request
        #expect(pause.pause)
        #expect(pause.place == .init(everything: true))
        #expect(pause.targets == ["games", "shopping"])
        let reply = try harness.call(UnblockAPI.Protect.self, .init(request: pause.request))
        #expect(reply.targets == ["games", "shopping"])
        #expect(reply.until == "2026-11-18T21:00:00+01:00")
        #expect(try harness.outcome(of: pause.request) == .protected)
        #expect(try harness.isBlocked("games"))
        #expect(
            harness.entries.of(.requestClosed).map { $0.fields["SOTERIA_REASON"] }
                == ["protected"])
        try harness.stop()
    }

    @Test func aPauseEndsInAProtectionMomentOrInAnUnblock() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let open = try harness.request("games", nil, pause: true).request
        #expect(try harness.call(UnblockAPI.Keep.self, .init(request: open)).today == 1)
        #expect(
            harness.entries.of(.blockKept).map(\.message)
                == [
                    "A voluntary pause ended, and nothing was opened. This is a protection moment, "
                        + "unless the target is opened within two hours."
                ])
        // A target that is not blocked cannot be unblocked.
        let idle = try harness.request("games", .planned, pause: true).request
        try harness.pass(seconds: 10)
        #expect(
            try harness.refusal(UnblockAPI.Confirm.self, .init(request: idle))
                == UnblockAPI.NotBlocked(targets: ["games"]).varlinkError)
        try harness.pass(minutes: 180)
        let blocked = try harness.request("shopping", .impulse, pause: true).request
        try harness.pass(seconds: 30)
        #expect(
            try harness.call(UnblockAPI.Confirm.self, .init(request: blocked)).grant?.targets
                == ["shopping"])
        try harness.stop()
    }

    @Test(arguments: [(59, false), (60, true), (604_800, true), (604_801, false), (-1, false)])
    func aProtectionInsteadLastsWhatIsAllowed(seconds: Int, isAllowed: Bool) throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let request = try harness.request("games", nil, pause: true).request
        let asked = UnblockAPI.Protect.Parameters(request: request, seconds: seconds)
        if isAllowed {
            #expect(try harness.call(UnblockAPI.Protect.self, asked).targets == ["games"])
        } else {
            #expect(
                try harness.refusal(UnblockAPI.Protect.self, asked)
                    == UnblockAPI.InvalidDuration(
                        seconds: seconds, minimum: 60, maximum: 604_800
                    ).varlinkError)
            #expect(try harness.outcome(of: request) == .open)
        }
        try harness.stop()
    }

    @Test func aManualProtectionIsEndedThroughTheSameConversation() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let started = try harness.call(
            ProtectionAPI.Start.self, .init(seconds: 36_000, name: "Study"))
        let place = UnblockAPI.Place(protection: started.id)
        let request = try harness.call(
            UnblockAPI.Request.self, .init(place: place, intent: .init(purpose: .planned))
        ).request
        #expect(request.place == place)
        #expect(request.targets == ["games", "shopping"])
        #expect(
            try harness.refusal(UnblockAPI.Confirm.self, .init(request: request.request))
                == UnblockAPI.WaitNotOver(remainingSeconds: 10).varlinkError)
        try harness.pass(seconds: 10)
        let reply = try harness.call(UnblockAPI.Confirm.self, .init(request: request.request))
        #expect(reply == .init(grant: nil, blocked: ["shopping"]))
        #expect(try !harness.isBlocked("games"))
        #expect(try harness.isBlocked("shopping"))
        #expect(try harness.inside { $0.engine.figures.unblocksToday } == 1)
        let released = try #require(harness.entries.of(.protectionReleased).first)
        #expect(
            released.message
                == "Manual protection 6 for Games, Shopping was ended early.")
        #expect(
            try harness.refusal(UnblockAPI.Request.self, .init(place: place))
                == UnblockAPI.NoSuchProtection(protection: started.id).varlinkError)
        try harness.stop()
    }

    @Test func whatIsStrictIsNotOpenedBeforeItsEnd() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let started = try harness.call(
            ProtectionAPI.Start.self, .init(target: "games", seconds: 3600, strict: true))
        let state = try harness.call(ProtectionAPI.List.self, .init()).targets.first
        #expect(state?.strict == true)
        let strict = UnblockAPI.Strict(
            target: "games", until: started.until, restriction: "Manual protection"
        ).varlinkError
        for place in [UnblockAPI.Place(protection: started.id), .init(target: "games")] {
            #expect(
                try harness.refusal(UnblockAPI.Request.self, .init(place: place)) == strict)
        }
        #expect(
            try harness.refusal(
                UnblockAPI.Request.self, .init(place: .init(protection: started.id), pause: true))
                == strict)
        let explained = try harness.call(ProtectionAPI.Explain.self, .init(target: "games"))
        #expect(
            explained.rules.first?.lift
                == "Nothing but its end: this block is strict.")
        try harness.stop()
    }

    @Test func aStrictRestrictionThatBeginsEndsAPermission() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let open = try harness.request("shopping").request
        try harness.unblockAndProtect(open)
        let ended = try #require(harness.entries.of(.grantEnded).first)
        #expect(ended.fields["SOTERIA_REASON"] == "strict")
        #expect(ended.fields["SOTERIA_TARGET"] == "shopping")
        #expect(try harness.isBlocked())
        let decision = try #require(harness.entries.of(.block).last)
        #expect(decision.fields["SOTERIA_TARGET"] == "shopping")
        try harness.stop()
    }
}

extension Harness {
    /// Ends a request by opening, and protects strictly at once.
    fileprivate func unblockAndProtect(_ request: Int) throws {
        time.pass(10_000)
        _ = try call(UnblockAPI.Confirm.self, .init(request: request))
        #expect(try !isBlocked())
        _ = try call(
            ProtectionAPI.Start.self, .init(target: "shopping", seconds: 60, strict: true))
    }
}
