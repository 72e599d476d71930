import API
import Engine
import EventStore
import Foundation
import RuleModel
import Systemd
import Testing
import Varlink

@testable import soteriad

/// Edits that wait, from the files to the socket and the journal.
@Suite struct EditsTests {
    private static let waits = "edits: {weakening_waits: 24h}\n"
    private let waitingNights = nights + "\n" + EditsTests.waits

    private func write(_ text: String, _ harness: Harness) throws {
        try text.write(
            toFile: harness.rules + "/10-own.yaml", atomically: true, encoding: .utf8)
    }

    @discardableResult
    private func edit(_ text: String, _ harness: Harness) throws -> RulesAPI.Reload.Reply {
        try write(text, harness)
        return try harness.call(RulesAPI.Reload.self, .init())
    }

    private func blocked(_ harness: Harness) throws -> Bool {
        try harness.call(ProtectionAPI.Check.self, .init(target: "shopping")).blocked
    }

    /// An older record is put in place while no daemon runs; the edit that waited is in neither the
    /// files nor that record.
    @Test func whatWaitsOutlivesARestore() throws {
        let harness = try Harness(rules: waitingNights)
        defer { harness.remove() }
        try harness.stop()
        let backup = harness.directory + "/backup.sqlite"
        try FileManager.default.copyItem(
            atPath: harness.state + "/soteria.sqlite", toPath: backup)
        let second = try Harness(directory: harness.directory, time: harness.time)
        let waiting = try edit(open, second).pendingEdits?.map(\.weakens)
        #expect(waiting?.count == 1)
        try second.stop()
        harness.time.pass(60_000)
        _ = try EventStore.restore(
            from: backup, into: harness.state, at: Instant(milliseconds: harness.time.wall))
        let third = try Harness(directory: harness.directory, time: harness.time)
        #expect(third.opening.carried?.edits.count == 1)
        let listed = try third.call(RulesAPI.List.self, .init())
        #expect(listed.pendingEdits?.map(\.weakens) == waiting)
        try third.pass(minutes: 180)
        #expect(try blocked(third))
        try third.stop()
        // It is told once.
        let fourth = try Harness(directory: harness.directory, time: harness.time)
        #expect(fourth.opening.carried == nil && fourth.opening.restored == nil)
        #expect(
            try fourth.call(RulesAPI.List.self, .init()).pendingEdits?.map(\.weakens) == waiting)
        try fourth.stop()
    }

    private let open = """
        unblock: {wait: {planned: 10s, impulse: 30s}}
        targets:
          shopping: {name: Shopping, sites: [amazon.com, ebay.com], apps: [com.example.Shop]}
          games: {name: Games, sites: [games.example]}
        edits: {weakening_waits: 24h}

        """

    @Test func aWeakerEditIsToldAndHeldBackUntilItsDelayIsOver() throws {
        let harness = try Harness(rules: waitingNights)
        defer { harness.remove() }
        let reply = try edit(open, harness)
        #expect(reply.changed)
        let pending = try #require(reply.pendingEdits)
        #expect(pending.map(\.weakens) == [["quiet_hours.nights"]])
        #expect(pending.map(\.kind) == [.files])
        #expect(pending.map(\.since) == ["2026-11-18T20:00:00+01:00"])
        #expect(pending.map(\.until) == ["2026-11-19T20:00:00+01:00"])
        try harness.pass(minutes: 180)
        #expect(try blocked(harness))

        let status = try harness.call(DaemonAPI.GetStatus.self, .init())
        #expect(status.rules.weakeningWaits == 86400)
        #expect(status.rules.pendingEdits?.map(\.weakens) == [["quiet_hours.nights"]])
        #expect(
            try harness.inside { $0.phase.status }.contains("1 rule edit is waiting until 20:00"))
        let told = harness.entries.of(.editWaits)
        #expect(told.map { $0.fields["SOTERIA_RULES_ENTRIES"] } == ["quiet_hours.nights"])
        #expect(told.map { $0.fields["SOTERIA_UNTIL"] } == ["2026-11-19T20:00:00+01:00"])
        #expect(harness.entries.of(.rulesWeakened).isEmpty)

        try harness.pass(minutes: 21 * 60)
        #expect(try harness.call(DaemonAPI.GetStatus.self, .init()).rules.pendingEdits == nil)
        #expect(harness.entries.of(.editInForce).count == 1)
        #expect(harness.entries.of(.rulesWeakened).count == 1)
        try harness.pass(minutes: 180)
        #expect(try !blocked(harness))
        try harness.stop()
    }

    @Test func aSiteThatMovedIsBlockedByTheRulesThatItBelongsTo() throws {
        let old = """
            targets:
              games: {name: Games, sites: [games.example]}
              shopping: {name: Shopping, sites: [amazon.com, ebay.com]}
            quiet_hours:
              evenings:
                name: Evenings
                block: [games]
                ranges: [{days: daily, time: "21:00-23:00"}]

            """
        let new = """
            targets:
              games: {name: Games, sites: [games.example, ebay.com]}
              shopping: {name: Shopping, sites: [amazon.com]}
            quiet_hours:
              late:
                name: Late
                block: [shopping]
                ranges: [{days: daily, time: "22:00-24:00"}]

            """
        let harness = try Harness(rules: old + Self.waits)
        defer { harness.remove() }
        try edit(new + Self.waits, harness)
        try harness.pass(minutes: 150)
        func check(_ site: String) throws -> ProtectionAPI.Check.Reply {
            try harness.call(ProtectionAPI.Check.self, .init(site: site))
        }
        #expect(try check("amazon.com").blocked && check("games.example").blocked)
        // The old evenings bind the old games, the new ones the new shops.
        let moved = try check("www.ebay.com")
        #expect(!moved.blocked && moved.targets == ["games", "shopping"])
        #expect(moved.restrictions.isEmpty && moved.until == nil)
        var told: [TargetsAPI.Places] = []
        try harness.client().callMore(
            TargetsAPI.Monitor.method, TargetsAPI.Monitor.Parameters()
        ) { reply in
            told += try JSON.object(reply).decode(as: TargetsAPI.Monitor.Reply.self).places
            return .stop
        }
        for places in told where places.target == "games" || places.target == "shopping" {
            #expect(places.sites?.contains("ebay.com") != true)
        }
        #expect(told.filter { $0.sites == ["ebay.com"] }.allSatisfy { $0.target.contains("@") })
        #expect(told.contains { $0.sites == ["ebay.com"] })
        try harness.stop()
    }

    @Test func theEndOfAMovedSitesBlockIsThatOfTheRulesThatItBelongsTo() throws {
        func rules(shopping: String, games: String, noon: String) -> String {
            """
            targets:
              games: {name: Games, sites: [\(games)]}
              shopping: {name: Shopping, sites: [\(shopping)]}
            quiet_hours:
              noon:
                name: Noon
                block: [games]
                ranges: [{days: daily, time: "\(noon)"}]

            """ + Self.waits
        }
        let harness = try Harness(
            rules: rules(
                shopping: "amazon.com, ebay.com", games: "games.example", noon: "12:00-13:00"),
            time: Time("2026-11-18T11:00:00+01:00"))
        defer { harness.remove() }
        try edit(
            rules(
                shopping: "amazon.com", games: "games.example, ebay.com", noon: "12:00-12:30"),
            harness)
        try harness.pass(minutes: 70)
        let moved = try harness.call(ProtectionAPI.Check.self, .init(site: "ebay.com"))
        #expect(moved.until == "2026-11-18T12:30:00+01:00")
        _ = try harness.call(UnblockAPI.Attempt.self, .init(site: "ebay.com"))
        let prompt = try #require(try harness.prompts().first { $0.kind == .blockedOpened })
        #expect(
            prompt.text
                == "ebay.com belongs to Games, blocked until 12:30. "
                + "Are you following a plan or an impulse?")
        let stayed = try harness.call(ProtectionAPI.Check.self, .init(site: "games.example"))
        #expect(stayed.until == "2026-11-18T13:00:00+01:00")
        try harness.pass(minutes: 21)
        #expect(try !harness.call(ProtectionAPI.Check.self, .init(site: "ebay.com")).blocked)
        try harness.stop()
    }

    /// Everything that the journal can be told of edits.
    func entries() throws -> [JournalEntry] {
        let harness = try Harness(rules: waitingNights)
        defer { harness.remove() }
        try edit(open, harness)
        try harness.pass(minutes: 60)
        try edit(waitingNights, harness)
        try harness.pass(minutes: 60)
        try edit(open, harness)
        try harness.pass(minutes: 24 * 60)
        try harness.stop()
        return harness.entries.list
    }

    @Test func theListShowsWhatHoldsOnAndUntilWhen() throws {
        let harness = try Harness(rules: waitingNights)
        defer { harness.remove() }
        try edit(open, harness)
        let list = try harness.call(RulesAPI.List.self, .init())
        #expect(list.pendingEdits?.count == 1)
        let nights = try #require(list.rules.first { $0.kind == .quietHours })
        #expect(nights.rule == "nights" && nights.file == nil)
        #expect(nights.until == "2026-11-19T20:00:00+01:00")
        let target = try #require(list.rules.first { $0.kind == .target })
        #expect(target.until == nil && target.file?.hasSuffix("10-own.yaml") == true)
        try harness.stop()
    }

    @Test func aChangedEntryStandsBesideTheOldOne() throws {
        let harness = try Harness(rules: waitingNights)
        defer { harness.remove() }
        try edit(
            waitingNights.replacingOccurrences(of: "22:30-06:30", with: "23:30-06:30"), harness)
        let list = try harness.call(QuietHoursAPI.List.self, .init())
        #expect(list.schedules.count == 2)
        #expect(list.schedules[0].schedule == "nights")
        #expect(list.schedules[1].schedule.hasPrefix("nights@"))
        let rules = try harness.call(RulesAPI.List.self, .init()).rules
        #expect(rules.filter { $0.kind == .quietHours }.map { $0.until == nil } == [true, false])
        try harness.pass(minutes: 155)
        #expect(try blocked(harness))
        try harness.stop()
    }

    @Test func restoringTheFileCancelsTheEdit() throws {
        let harness = try Harness(rules: waitingNights)
        defer { harness.remove() }
        try edit(open, harness)
        try harness.pass(minutes: 60)
        #expect(try edit(waitingNights, harness).pendingEdits == nil)
        #expect(
            harness.entries.of(.editCancelled).map { $0.fields["SOTERIA_REASON"] }
                == ["the old rules were restored"])
        try harness.pass(minutes: 25 * 60)
        try harness.pass(minutes: 120)
        #expect(try blocked(harness))
        try harness.stop()
    }

    @Test func whatIsInForceSurvivesARestart() throws {
        let time = Time()
        let first = try Harness(rules: waitingNights, time: time)
        defer { first.remove() }
        try edit(open, first)
        try first.stop()
        time.pass(180 * 60_000)
        let second = try Harness(directory: first.directory, time: time)
        #expect(try blocked(second))
        let status = try second.call(DaemonAPI.GetStatus.self, .init())
        #expect(status.rules.pendingEdits?.map(\.until) == ["2026-11-19T20:00:00+01:00"])
        try second.stop()
    }

    @Test func filesEditedWhileTheDaemonWasAwayAreAnEdit() throws {
        let time = Time()
        let first = try Harness(rules: waitingNights, time: time)
        defer { first.remove() }
        try first.stop()
        try write(open, first)
        time.pass(180 * 60_000)
        let second = try Harness(directory: first.directory, time: time)
        #expect(try blocked(second))
        let status = try second.call(DaemonAPI.GetStatus.self, .init())
        #expect(status.rules.pendingEdits?.map(\.until) == ["2026-11-19T23:00:00+01:00"])
        #expect(second.entries.of(.editWaits).count == 1)
        try second.stop()
    }

    @Test func aNinthEditIsRefusedAndLetInWhenThereIsRoom() throws {
        let harness = try Harness(rules: Self.schedules(from: 0))
        defer { harness.remove() }
        for count in 1...8 {
            try harness.pass(minutes: 15)
            try edit(Self.schedules(from: count), harness)
        }
        try harness.pass(minutes: 15)
        let error = #expect(throws: VarlinkError.self) {
            try edit(Self.schedules(from: 9), harness)
        }
        #expect(error?.name == "org.soteria.rules.RulesRefused")
        let diagnostics = try harness.call(RulesAPI.Diagnostics.self, .init())
        #expect(diagnostics.refused && diagnostics.errors == 1)
        let message = try #require(diagnostics.diagnostics.last?.message)
        #expect(message.hasPrefix("8 edits that weaken the rules are already waiting"))
        #expect(message.contains(" at 2026-11-19T20:15:00+01:00, when "))
        #expect(diagnostics.diagnostics.last?.file.hasSuffix("10-own.yaml") == true)
        #expect(diagnostics.diagnostics.last?.line == 3)
        #expect(try harness.call(QuietHoursAPI.List.self, .init()).schedules.count == 9)
        #expect(harness.entries.of(.rulesRefused).count == 1)
        // Looked at again each minute, and told once.
        try harness.pass(minutes: 1)
        try harness.finishReading()
        try harness.settle()
        #expect(harness.entries.of(.rulesRefused).count == 1)

        try harness.pass(minutes: 22 * 60)
        try harness.finishReading()
        try harness.settle()
        #expect(try !harness.call(RulesAPI.Diagnostics.self, .init()).refused)
        let status = try harness.call(DaemonAPI.GetStatus.self, .init())
        #expect(status.rules.pendingEdits?.count == 8)
        try harness.stop()
    }

    @Test func aNinthEditMadeWhileTheDaemonWasAwayIsRefusedAtTheStart() throws {
        let time = Time()
        let first = try Harness(rules: Self.schedules(from: 0), time: time)
        defer { first.remove() }
        for count in 1...8 {
            try first.pass(minutes: 15)
            try edit(Self.schedules(from: count), first)
        }
        try first.stop()
        try write(Self.schedules(from: 9), first)
        let second = try Harness(directory: first.directory, time: time)
        #expect(try second.call(RulesAPI.Diagnostics.self, .init()).refused)
        #expect(try second.call(QuietHoursAPI.List.self, .init()).schedules.count == 9)
        let list = try second.call(RulesAPI.List.self, .init())
        let written = list.rules.filter { $0.kind == .quietHours && $0.file != nil }
        #expect(written.map(\.rule) == ["s8"])
        try second.stop()
    }

    /// Nine schedules of half an hour, of which the first so many are left out.
    private static func schedules(from first: Int) -> String {
        let all = (0..<9).dropFirst(first).map { number in
            "  s\(number): {name: S\(number), block: [shopping], ranges: "
                + "[{days: daily, time: \"0\(number):00-0\(number):30\"}]}\n"
        }
        return """
            targets:
              shopping: {name: Shopping, sites: [amazon.com], apps: [com.example.Shop]}
            \(waits)
            """ + (all.isEmpty ? "" : "quiet_hours:\n" + all.joined())
    }

    @Test func switchingOffWaitsAndSaysUntilWhen() throws {
        let harness = try Harness(rules: waitingNights)
        defer { harness.remove() }
        let off = try harness.call(
            QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: false))
        #expect(off.schedule.enabled && !off.schedule.switched)
        #expect(off.pendingUntil == "2026-11-19T20:00:00+01:00")
        let monitored = try harness.call(
            TargetsAPI.SetMonitored.self, .init(target: "shopping", monitored: false))
        #expect(monitored.target.monitored)
        #expect(monitored.pendingUntil == "2026-11-19T20:00:00+01:00")
        let pending = try harness.call(DaemonAPI.GetStatus.self, .init()).rules.pendingEdits
        #expect(pending?.map(\.kind) == [.switch, .switch])
        #expect(
            try harness.inside { $0.phase.status }
                .contains("2 rule edits are waiting, the first until"))
        try harness.pass(minutes: 180)
        #expect(try blocked(harness))

        let on = try harness.call(
            QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: true))
        #expect(on.pendingUntil == nil)
        #expect(harness.entries.of(.editCancelled).count == 1)
        try harness.pass(minutes: 21 * 60)
        let targets = try harness.call(TargetsAPI.List.self, .init()).targets
        #expect(targets.filter { !$0.monitored }.map(\.target) == ["shopping"])
        #expect(harness.entries.of(.monitoringChanged).count == 1)
        try harness.stop()
    }

    /// The zone recorded last counts, and is read again at every start.
    @Test func timesOfTheFormerZoneHold() throws {
        let harness = try Harness(rules: waitingNights, tz: "Europe/Berlin")
        defer { harness.remove() }
        try harness.stop()
        let second = try Harness(
            directory: harness.directory, time: harness.time, tz: "America/New_York")
        let entry = try #require(second.entries.of(.editWaits).first)
        #expect(entry.message.contains("times in Europe/Berlin also apply until"))
        let incidents = try second.call(DaemonAPI.GetStatus.self, .init()).incidents
        #expect(incidents.first?.kind == .zoneChanged)
        #expect(incidents.first?.what == ["Europe/Berlin", "America/New_York"])
        #expect(
            try second.inside { $0.phase.status }.contains(
                "times in Europe/Berlin also apply until"))
        try second.stop()
        let third = try Harness(
            directory: harness.directory, time: harness.time, tz: "America/New_York")
        let rules = try third.call(DaemonAPI.GetStatus.self, .init()).rules
        #expect(rules.pendingEdits?.map(\.timeZone) == ["Europe/Berlin"])
        #expect(rules.pendingEdits?.map(\.kind) == [.files])
        try third.pass(minutes: 180)
        #expect(try blocked(third))
        try third.pass(minutes: 21 * 60)
        let fact = try #require(try third.facts("editBegan").first)
        #expect(fact.fact["zone"] == "Europe/Berlin")
        #expect(fact.text?.hasPrefix("times in Europe/Berlin also apply for") == true)
        #expect(try third.facts("editEnded").count == 1)
        try third.stop()
    }

    @Test func factsOfEditsAreShown() throws {
        let harness = try Harness(rules: waitingNights)
        defer { harness.remove() }
        try edit(open, harness)
        try harness.pass(minutes: 1)
        try edit(waitingNights, harness)
        _ = try harness.call(
            QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: false))
        let began = try harness.facts("editBegan").map(\.fact)
        #expect(began[0]["entries"] == ["quiet_hours.nights"])
        #expect(began[0]["seconds"] == 86400)
        #expect(began[1]["schedule"] == "nights")
        #expect(try harness.facts("editsTakenBack").count == 1)
        try harness.stop()
    }
}
