import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// The conversation about a blocked target, from the request to its end.
@Suite struct UnblockTests {
    @Test func aPlannedUnblockWaitsTenSecondsAndOpensForFifteenMinutes() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let intent = UnblockAPI.Intent(
            purpose: .planned, category: "gift", mood: "tired", amount: "49.9", currency: "EUR",
            minutes: 20)
        let request = try harness.call(
            UnblockAPI.Request.self, .init(place: .init(site: "Www.Amazon.com."), intent: intent)
        ).request
        var known = intent
        known.amount = "49.90"
        #expect(
            request
                == UnblockAPI.OpenRequest(
                    request: request.request, place: .init(site: "www.amazon.com"),
                    targets: ["shopping"], pause: false, at: "2026-11-18T23:00:00+01:00",
                    intent: known, waitEnds: "2026-11-18T23:00:10+01:00", waitSeconds: 10,
                    expires: "2026-11-18T23:10:10+01:00",
                    circumstances: .init(
                        hour: 23, weekday: 3, requestsToday: 1, requestsThisWeek: 1,
                        unblocksToday: 0, unblocksThisWeek: 0, quietHours: true),
                    grantSeconds: 900))
        harness.time.pass(9_999)
        #expect(
            try harness.refusal(UnblockAPI.Confirm.self, .init(request: request.request))
                == UnblockAPI.WaitNotOver(remainingSeconds: 1).varlinkError)
        #expect(try harness.isBlocked())
        harness.time.pass(1)
        let reply = try harness.call(UnblockAPI.Confirm.self, .init(request: request.request))
        let grant = try #require(reply.grant)
        #expect(
            grant
                == UnblockAPI.Grant(
                    grant: grant.grant, request: request.request, targets: ["shopping"],
                    purpose: .planned, at: "2026-11-18T23:00:10+01:00",
                    until: "2026-11-18T23:15:10+01:00", seconds: 900))
        #expect(reply.blocked.isEmpty)
        #expect(try harness.outcome(of: request.request) == .unblocked)
        try harness.stop()
    }

    @Test func aRequestTellsHowLongItOpens() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let place = UnblockAPI.Place(target: "shopping")
        func grantSeconds(_ intent: UnblockAPI.Intent?) throws -> Int? {
            try harness.call(UnblockAPI.Request.self, .init(place: place, intent: intent)).request
                .grantSeconds
        }
        #expect(try grantSeconds(nil) == 900)
        #expect(try grantSeconds(.init(purpose: .planned)) == 900)
        #expect(try grantSeconds(.init(purpose: .planned, minutes: 2)) == 120)
        try harness.pass(seconds: 10)
        let request = try harness.request("shopping", nil).request
        let reply = try harness.call(UnblockAPI.Confirm.self, .init(request: request))
        #expect(reply.grant?.seconds == 120)
        // The end of a protection has no length.
        let running = try harness.call(
            ProtectionAPI.Start.self, .init(target: "games", seconds: 3600))
        let early = try harness.call(
            UnblockAPI.Request.self,
            .init(place: .init(protection: running.id), intent: .init(purpose: .planned))
        ).request
        #expect(early.grantSeconds == nil)
        try harness.stop()
    }

    @Test func aPermissionIsEndedByThePerson() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let grant = try harness.unblock()
        try harness.pass(seconds: 60)
        let place = UnblockAPI.Place(site: "www.amazon.com")
        let reply = try harness.call(UnblockAPI.EndGrants.self, .init(place: place))
        #expect(
            reply
                == UnblockAPI.EndGrants.Reply(
                    grants: [grant.grant], targets: ["shopping"], blocked: ["shopping"]))
        #expect(try harness.isBlocked())
        #expect(try harness.call(UnblockAPI.List.self, .init()).grants.isEmpty)
        let told = try #require(harness.entries.of(.grantEnded).last)
        #expect(told.message == "The permission for Shopping ended: the person ended it.")
        #expect(told.fields["SOTERIA_REASON"] == "person")
        // None runs now, and nothing restricts games.
        let again = try harness.call(
            UnblockAPI.EndGrants.self, .init(place: .init(everything: true)))
        #expect(again.grants.isEmpty && again.blocked == ["shopping"])
        let games = try harness.call(
            UnblockAPI.EndGrants.self, .init(place: .init(target: "games")))
        #expect(games == UnblockAPI.EndGrants.Reply(grants: [], targets: ["games"], blocked: []))
        try harness.stop()
    }

    @Test func aProtectionEndsThePermissionsOfItsTargets() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        try harness.unblock()
        _ = try harness.call(ProtectionAPI.Start.self, .init(target: "shopping", seconds: 3600))
        #expect(try harness.isBlocked())
        #expect(
            harness.entries.of(.grantEnded).last?.fields["SOTERIA_REASON"]
                == "manual_protection")
        try harness.stop()
    }

    @Test func whatIsOpenedIsShownAsOpenAndIsBlockedAgainToTheInstant() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let grant = try harness.unblock()
        let until = "2026-11-18T23:15:10+01:00"
        let check = try harness.call(ProtectionAPI.Check.self, .init(site: "amazon.com"))
        #expect(!check.blocked)
        #expect(check.restrictions.isEmpty)
        let state = try harness.call(ProtectionAPI.List.self, .init())
        #expect(state.nextChange == until)
        #expect(state.targets.map(\.blocked) == [false, false])
        #expect(state.targets.map(\.grantedUntil) == [nil, until])
        let explained = try harness.call(ProtectionAPI.Explain.self, .init(target: "shopping"))
        #expect(!explained.blocked)
        #expect(explained.grantedUntil == until)
        #expect(explained.rules.map(\.inForce) == [true])
        // An open target has nothing to lift, and no end of a block is reported.
        #expect(explained.rules.map(\.lift) == [nil])
        #expect(explained.until == nil)
        let later = try harness.call(
            ProtectionAPI.Explain.self,
            .init(target: "shopping", at: "2026-11-18T23:15:10+01:00"))
        #expect(later.blocked)
        #expect(later.grantedUntil == nil)
        #expect(
            try harness.inside { $0.phase.status }.hasPrefix("None of the 2 targets is blocked"))
        #expect(try harness.inside { $0.phase.status }.contains("; Shopping open until 23:15; "))
        try harness.pass(seconds: 899, milliseconds: 999)
        let left = try harness.call(UnblockAPI.List.self, .init()).grants
        #expect(left.map(\.grant) == [grant.grant])
        #expect(left.map(\.seconds) == [1])
        #expect(try !harness.isBlocked())
        try harness.pass(seconds: 0, milliseconds: 1)
        #expect(try harness.isBlocked())
        #expect(try harness.call(UnblockAPI.List.self, .init()).grants.isEmpty)
        #expect(
            try harness.call(ProtectionAPI.Check.self, .init(target: "shopping")).until
                == "2026-11-19T06:30:00+01:00")
        try harness.stop()
    }

    @Test func keepingTheBlockNeedsNoWaitAndCounts() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        // Three requests within two hours are one episode: one protection moment.
        for count in 1...3 {
            let request = try harness.request("shopping", count == 1 ? nil : .impulse)
            #expect(request.circumstances.requestsToday == count)
            #expect(request.waitSeconds == (count == 1 ? nil : 30))
            #expect(
                try harness.call(UnblockAPI.Keep.self, .init(request: request.request)).today == 1)
            #expect(try harness.outcome(of: request.request) == .kept)
        }
        #expect(try harness.isBlocked())
        // The next day counts from one again, and the episode of the evening is over.
        try harness.pass(minutes: 190)
        let request = try harness.request()
        #expect(request.circumstances.requestsToday == 1)
        #expect(request.circumstances.requestsThisWeek == 4)
        #expect(
            try harness.call(UnblockAPI.Keep.self, .init(request: request.request)).today == 1)
        try harness.stop()
    }

    @Test func whatIsNewToARequestIsTakenDown() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let first = try harness.request("shopping", nil)
        #expect(first.intent == nil)
        #expect(first.waitEnds == nil)
        #expect(first.expires == "2026-11-18T23:10:00+01:00")
        #expect(
            try harness.refusal(UnblockAPI.Confirm.self, .init(request: first.request))
                == UnblockAPI.IntentNeeded(request: first.request).varlinkError)
        try harness.pass(seconds: 60)
        let impulse = try harness.request("shopping", .impulse)
        #expect(impulse.request == first.request)
        #expect(impulse.waitEnds == "2026-11-18T23:01:30+01:00")
        try harness.pass(seconds: 15)
        // A mood leaves the wait alone, another purpose begins it again.
        let moody = try harness.call(
            UnblockAPI.Request.self,
            .init(
                place: .init(target: "shopping"), intent: .init(purpose: .impulse, mood: "bored"))
        ).request
        #expect(moody.waitSeconds == 15)
        #expect(moody.intent?.mood == "bored")
        let planned = try harness.request("shopping", .planned)
        #expect(planned.waitEnds == "2026-11-18T23:01:25+01:00")
        #expect(planned.waitSeconds == 10)
        try harness.pass(seconds: 11)
        #expect(try harness.request("shopping", nil).waitSeconds == 0)
        let open = try harness.call(UnblockAPI.List.self, .init(request: first.request))
        #expect(open.requests.map(\.request) == [first.request])
        #expect(open.outcome == .open)
        try harness.stop()
    }

    @Test func aRequestExpiresTenMinutesAfterItsWait() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let request = try harness.request("shopping", .impulse).request
        try harness.pass(seconds: 629, milliseconds: 999)
        #expect(try harness.outcome(of: request) == .open)
        try harness.pass(seconds: 0, milliseconds: 1)
        #expect(try harness.outcome(of: request) == .expired)
        let over = UnblockAPI.RequestOver(request: request, outcome: .expired).varlinkError
        #expect(try harness.refusal(UnblockAPI.Confirm.self, .init(request: request)) == over)
        #expect(try harness.refusal(UnblockAPI.Keep.self, .init(request: request)) == over)
        #expect(try harness.refusal(UnblockAPI.Protect.self, .init(request: request)) == over)
        #expect(try harness.isBlocked())
        // A new one has to wait again.
        #expect(try harness.request("shopping", .impulse).waitSeconds == 30)
        try harness.stop()
    }

    @Test func aRequestIsForgottenByNobodyWhoComesAfterARestart() throws {
        let time = Time()
        let first = try Harness(rules: nights, time: time)
        defer { first.remove() }
        try first.pass(minutes: 180)
        let request = try first.request("shopping", .impulse).request
        time.pass(10_000)
        try first.stop()
        time.pass(10_000)
        let second = try Harness(directory: first.directory, time: time)
        let open = try second.call(UnblockAPI.List.self, .init()).requests
        #expect(open.map(\.request) == [request])
        #expect(open.map(\.waitSeconds) == [10])
        time.pass(10_000)
        _ = try second.call(UnblockAPI.Confirm.self, .init(request: request))
        try second.stop()
        time.pass(60_000)
        let third = try Harness(directory: first.directory, time: time)
        #expect(try !third.isBlocked())
        try third.pass(minutes: 14)
        #expect(try third.isBlocked())
        #expect(third.entries.of(.grantEnded).count == 1)
        try third.stop()
    }

    @Test func aRequestLapsesWhenItsBlockEnds() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        _ = try harness.call(ProtectionAPI.Start.self, .init(target: "games", seconds: 60))
        let request = try harness.request("games", .planned).request
        try harness.pass(seconds: 60)
        #expect(try harness.outcome(of: request) == .lapsed)
        #expect(
            try harness.refusal(UnblockAPI.Confirm.self, .init(request: request))
                == UnblockAPI.RequestOver(request: request, outcome: .lapsed).varlinkError)
        try harness.stop()
    }

    @Test func optionsAreThoseOfTheRules() throws {
        let harness = try Harness(
            rules: nights.replacing(
                "unblock: {wait: {planned: 10s, impulse: 30s}}",
                with: "unblock: {moods: [calm, angry], wait: {planned: 5s, impulse: 45s}}"))
        defer { harness.remove() }
        let options = try harness.call(UnblockAPI.Options.self, .init())
        #expect(options.categories == ["necessity", "gift", "replacement", "treat", "other"])
        #expect(options.moods == ["calm", "angry"])
        #expect(options.plannedWait == 5 && options.impulseWait == 45)
        #expect(options.grant == 900)
        try harness.stop()
    }
}
