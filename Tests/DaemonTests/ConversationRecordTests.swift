import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// The journal and the record of a conversation.
@Suite struct ConversationRecordTests {
    /// An attempt, a request with all that can be said, an opening, and its end.
    private func evening(_ harness: Harness) throws {
        try harness.pass(minutes: 180)
        _ = try harness.call(UnblockAPI.Attempt.self, .init(site: "secret.amazon.com"))
        let place = UnblockAPI.Place(site: "secret.amazon.com")
        let request = try harness.call(UnblockAPI.Request.self, .init(place: place)).request
        _ = try harness.call(
            UnblockAPI.Request.self,
            .init(
                place: place,
                intent: .init(
                    purpose: .planned, category: "treat", mood: "lonely", amount: "123.45",
                    currency: "CHF", minutes: 17)))
        try harness.pass(seconds: 10)
        _ = try harness.call(UnblockAPI.Confirm.self, .init(request: request.request))
        try harness.pass(seconds: 900)
    }

    private func events(
        _ harness: Harness, _ kinds: [String]
    ) throws -> [(kind: String, fact: JSON)] {
        var found: [(String, JSON)] = []
        try harness.client().callMore(
            DaemonAPI.Events.method, DaemonAPI.Events.Parameters(kinds: kinds)
        ) { reply in
            for event in try JSON.object(reply).decode(as: DaemonAPI.Events.Reply.self).events {
                found.append((event.kind, .object(event.fact)))
            }
            return .continue
        }
        return found
    }

    @Test func theJournalTellsAnOpeningFromItsRequestToItsEnd() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try evening(harness)
        let kinds: [EntryKind] = [.attempted, .unblockRequested, .unblocked, .grantEnded]
        let told = kinds.flatMap { harness.entries.of($0) }
        #expect(
            told.map(\.message) == [
                "An attempt was made to open a blocked site or app of Shopping.",
                "A request to open Shopping was made.",
                "Unblocked Shopping until 2026-11-18T23:15:10+01:00.",
                "The permission for Shopping ended: its time ran out.",
            ])
        #expect(told.allSatisfy { $0.fields["SOTERIA_TARGET"] == "shopping" })
        #expect(
            told.map { $0.fields["SOTERIA_REASON"] } == [nil, "block", nil, "time"])
        #expect(told[2].fields["SOTERIA_UNTIL"] == "2026-11-18T23:15:10+01:00")
        #expect(told[1].fields["SOTERIA_REQUEST"] == told[2].fields["SOTERIA_REQUEST"])
        let decisions = harness.entries.list.compactMap { $0.fields["SOTERIA_DECISION"] }
        #expect(decisions == ["block", "unblock", "block"])
        let opened = try #require(harness.entries.of(.unblock).first)
        #expect(opened.message == "Shopping is open until 2026-11-18T23:15:10+01:00.")
        #expect(opened.fields["SOTERIA_UNTIL"] == "2026-11-18T23:15:10+01:00")
        let causes = harness.entries.list.compactMap { $0.fields["SOTERIA_CAUSE"] }
        #expect(causes == ["schedule", "grant", "grant"])
        try harness.stop()
    }

    @Test func whatWasSaidAndOpenedIsNotInTheJournal() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try evening(harness)
        let lines = harness.entries.list.flatMap { [$0.message] + Array($0.fields.values) }
        // Three digits alone stand in many a hash and path.
        for word in ["secret", "treat", "lonely", "123.45", "CHF", "17 "] {
            #expect(!lines.contains { $0.contains(word) }, "\(word)")
        }
        #expect(lines.contains("shopping"))
        try harness.stop()
    }

    @Test func theRecordHasAllOfIt() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try evening(harness)
        let found = try events(
            harness,
            ["attempted", "unblockRequested", "intentGiven", "unblocked", "grantEnded"])
        try #require(
            found.map(\.kind) == [
                "attempted", "unblockRequested", "intentGiven", "unblocked", "grantEnded",
            ])
        #expect(found[0].fact == ["site": "secret.amazon.com", "targets": ["shopping"]])
        let request = try #require(found[1].fact["request"])
        var asked: JSONObject = [
            "request": request, "targets": ["shopping"], "pause": false,
            "site": "secret.amazon.com", "hour": 23, "weekday": 3, "quietHours": true,
            "requestsToday": 1, "requestsThisWeek": 1, "unblocksToday": 0, "unblocksThisWeek": 0,
        ]
        #expect(found[1].fact == .object(asked))
        for (name, value): (String, JSON) in [
            ("purpose", "planned"), ("category", "treat"), ("mood", "lonely"),
            ("amount", "123.45"), ("currency", "CHF"), ("minutes", 17), ("waitSeconds", 10),
        ] {
            asked[name] = value
        }
        #expect(found[2].fact == .object(asked))
        let grant = try #require(found[3].fact["grant"])
        #expect(
            found[3].fact == [
                "grant": grant, "request": request, "targets": ["shopping"],
                "purpose": "planned", "seconds": 900, "quietHours": true,
            ])
        #expect(found[4].fact == ["grant": grant, "reason": "time"])
        try harness.stop()
    }

    @Test func endsAndAnswersAreInTheRecord() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let window = try harness.call(
            ProtectionAPI.Start.self, .init(target: "games", seconds: 3600))
        let early = try harness.call(
            UnblockAPI.Request.self,
            .init(place: .init(protection: window.id), intent: .init(purpose: .impulse))
        ).request.request
        try harness.pass(seconds: 30)
        _ = try harness.call(UnblockAPI.Confirm.self, .init(request: early))
        try harness.pass(minutes: 180)
        let kept = try harness.request("shopping", nil)
        #expect(kept.circumstances.sinceLastUnblock == 10_800)
        _ = try harness.call(UnblockAPI.Keep.self, .init(request: kept.request))
        let expired = try harness.request("shopping", .planned).request
        try harness.pass(minutes: 11)
        _ = try harness.call(UnblockAPI.Attempt.self, .init(app: "com.example.Shop"))
        let prompt = try #require(try harness.prompts().first?.prompt)
        _ = try harness.call(PromptsAPI.Answer.self, .init(prompt: prompt, choice: .keep))
        let found = try events(
            harness,
            ["protectionReleased", "blockKept", "requestClosed", "attempted", "promptClosed"])
        let last = try #require(found.dropLast().last?.fact["request"])
        func number(_ value: Int) -> JSON { .integer(Int64(value)) }
        #expect(
            found.map(\.fact) == [
                [
                    "id": number(window.id), "request": number(early), "purpose": "impulse",
                    "targets": ["games"],
                ],
                ["request": number(kept.request)],
                ["request": number(expired), "outcome": "expired"],
                ["app": "com.example.Shop", "targets": ["shopping"]],
                ["request": last],
                ["prompt": number(prompt), "closing": "answered", "choice": "keep"],
            ])
        #expect(
            try events(harness, ["unblockRequested"]).first?.fact["protection"]
                == number(window.id))
        try harness.stop()
    }

    @Test func aSwitchOfAutoProtectionAndARiseOfTheRiskAreInTheRecord() throws {
        let harness = try Harness(
            rules: nights + """

                risk: {factors: {late_night: null, late: {weight: 0.9, when: local.hour >= 23}}}
                """)
        defer { harness.remove() }
        _ = try harness.call(
            ProtectionAPI.SetAutoProtection.self, .init(rule: "high_risk", enabled: false))
        try harness.edit(
            nights + """

                risk: {factors: {late_night: null, late: {weight: 0.9, when: local.hour >= 23}}}
                auto_protection: {high_risk: {name: Enough}}
                """)
        try harness.pass(minutes: 180, tick: [0, 1, 2])
        let found = try events(
            harness, ["switched", "switchCleared", "protectionStarted", "riskAssessed"])
        try #require(found.count == 5)
        #expect(found[1].fact == ["autoProtection": "high_risk", "on": false])
        #expect(found[2].fact == ["autoProtection": "high_risk"])
        let began = try #require(found.first { $0.kind == "protectionStarted" }?.fact)
        #expect(began["kind"] == "auto_protection")
        #expect(began["name"] == "Enough")
        #expect(began["rule"] == "high_risk")
        #expect(began["score"]?.text == "0.900")
        #expect(began["factors"] == ["late"])
        #expect(found.first?.fact["elevated"] == false)
        #expect(found.last?.fact["elevated"] == true)
        try harness.stop()
    }
}
