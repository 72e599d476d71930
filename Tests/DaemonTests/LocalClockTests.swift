import API
import Engine
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// All that tells times tells them by one clock: the person's.
@Suite struct LocalClockTests {
    /// An evening at 20:00, and the quiet hours of the night after it, as they have to be told.
    struct Night: CustomTestStringConvertible {
        let machine: String
        /// The rules' zone; nil: they name none.
        let rules: String?
        let evening: String
        let begin: String
        let end: String

        var testDescription: String { "\(begin) on a machine in \(machine)" }

        static let ofTheRules = Night(
            machine: "UTC", rules: "Asia/Tokyo", evening: "2026-11-18T20:00:00+09:00",
            begin: "2026-11-18T22:30:00+09:00", end: "2026-11-19T06:30:00+09:00")
        static let inAutumn = Night(
            machine: "Europe/Berlin", rules: nil, evening: "2026-10-24T20:00:00+02:00",
            begin: "2026-10-24T22:30:00+02:00", end: "2026-10-25T06:30:00+01:00")
        static let inSpring = Night(
            machine: "Asia/Tokyo", rules: "Europe/Berlin", evening: "2027-03-27T20:00:00+01:00",
            begin: "2027-03-27T22:30:00+01:00", end: "2027-03-28T06:30:00+02:00")
    }

    private func harness(_ night: Night) throws -> Harness {
        let zone = night.rules.map { "\ntime_zone: \($0)\n" } ?? ""
        let harness = try Harness(
            rules: nights + zone, time: Time(night.evening), zone: night.machine)
        try harness.pass(minutes: 150)
        return harness
    }

    @Test(arguments: [Night.ofTheRules, .inAutumn, .inSpring])
    func aNightIsToldAlike(_ night: Night) throws {
        let harness = try harness(night)
        defer { harness.remove() }
        let list = try harness.call(ProtectionAPI.List.self, .init())
        let shopping = try #require(list.targets.first { $0.target == "shopping" })
        #expect(list.now == night.begin && list.nextChange == night.end)
        #expect(shopping.since == night.begin && shopping.until == night.end)
        #expect(shopping.restrictions.map(\.until) == [night.end])

        let clock = try harness.call(DaemonAPI.GetStatus.self, .init()).clock
        #expect(clock.timeZone.hasPrefix("localtime-"))
        #expect(clock.localTimeZone == night.rules ?? clock.timeZone)

        let event = try #require(harness.facts("decided").last)
        #expect(event.at == night.begin && event.fact["until"] == .string(night.end))
        #expect(event.text?.contains("blocked until 06:30 (") == true)

        let entry = try #require(harness.entries.of(.block).last)
        #expect(entry.fields["SOTERIA_UNTIL"] == night.end)
        #expect(entry.message.contains("until \(night.end)"))
        let began = try #require(harness.entries.of(.quietHoursBegan).last)
        #expect(began.fields["SOTERIA_UNTIL"] == night.end)

        #expect(try harness.inside { $0.phase.status }.contains("Shopping until 06:30"))
        _ = try harness.call(UnblockAPI.Attempt.self, .init(site: "amazon.com"))
        let prompt = try #require(harness.prompts().first)
        #expect(prompt.at == night.begin && prompt.text.contains("blocked until 06:30."))
        try harness.stop()
    }

    @Test(arguments: [Night.ofTheRules, .inAutumn, .inSpring])
    func aSimulationTellsTheSame(_ night: Night) throws {
        let harness = try harness(night)
        defer { harness.remove() }
        let from = try #require(Instant(rfc3339: night.evening))
        let replies = try harness.stream(
            RulesAPI.Simulate.self,
            .init(
                from: night.evening,
                to: LocalTime.rfc3339(from + .hours(20), offset: 0), history: .none))
        let machine = try harness.call(DaemonAPI.GetStatus.self, .init()).clock.timeZone
        #expect(replies.first?.timeZone == night.rules ?? machine)
        #expect(replies.first?.at == night.evening)
        let decisions = replies.flatMap(\.decisions)
        #expect(decisions.map(\.at) == [night.begin, night.end])
        #expect(decisions.first?.until == night.end)
        try harness.stop()
    }

    @Test func anEventOfAnotherZoneIsToldByThatZone() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 150)
        try harness.edit(nights + "\ntime_zone: Asia/Tokyo\n")
        let event = try #require(harness.facts("decided").first)
        #expect(event.at == "2026-11-18T22:30:00+01:00")
        #expect(event.fact["until"] == "2026-11-19T06:30:00+01:00")
        #expect(event.text?.contains("until 06:30 (") == true)
        let list = try harness.call(ProtectionAPI.List.self, .init())
        #expect(list.now == "2026-11-19T06:30:00+09:00")
        try harness.stop()
    }
}
