import API
import Engine
import EventStore
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// `daemon.Forget`: a person has the record forget what came before a day.
@Suite struct ForgetTests {
    private func forget(_ day: String, _ harness: Harness) throws -> DaemonAPI.Forget.Reply {
        try harness.call(DaemonAPI.Forget.self, .init(before: day))
    }

    /// Opens a target, with a mood, and logs a purchase.
    private func buy(_ harness: Harness) throws {
        let request = try harness.call(
            UnblockAPI.Request.self,
            .init(
                place: .init(target: "shopping"),
                intent: .init(
                    purpose: .impulse, mood: "bored", amount: "12.50", currency: "EUR"))
        ).request
        harness.time.pass(Int64(request.waitSeconds ?? 0) * 1000)
        _ = try harness.call(UnblockAPI.Confirm.self, .init(request: request.request))
        _ = try harness.call(
            UnblockAPI.LogOutcome.self,
            .init(request: request.request, bought: true, amount: "11", currency: "EUR"))
    }

    @Test func whatWasSaidGoesAndTheFiguresStay() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        try buy(harness)
        try harness.pass(minutes: 40 * 24 * 60)
        let figures = try harness.call(MetricsAPI.Get.self, .init(range: .all)).metrics
        #expect(figures.unblocks == 1)
        let reply = try forget("2026-11-25", harness)
        #expect(reply.removed > 0 && reply.before == "2026-11-25")
        let told = try #require(try harness.facts("retained").first)
        #expect(told.fact["before"] == "2026-11-25")
        #expect(told.fact["removed"] == .integer(Int64(reply.removed)))
        #expect(
            told.text?.contains("you asked to forget everything from before 2026-11-25") == true)
        #expect(try harness.facts("unblockRequested", "outcomeLogged").isEmpty)
        #expect(try harness.inside { $0.engine.state.aftermaths.isEmpty })
        #expect(
            try harness.call(MetricsAPI.Get.self, .init(range: .all)).metrics == figures)
        let entry = try #require(harness.entries.of(.retained).first)
        #expect(entry.fields["SOTERIA_REMOVED"] == String(reply.removed))
        #expect(
            try harness.refusal(DaemonAPI.Forget.self, .init(before: "2026-11-25"))
                == DaemonAPI.NothingToForget(before: "2026-11-25").varlinkError)
        let state = try harness.inside { $0.engine.state }
        try harness.stop()
        let report = try EventStore.verify(
            path: EventStore.database(in: harness.state), heads: [])
        #expect(report.broken == nil && report.beginning == .afterForgetting)
        let again = try Harness(directory: harness.directory, time: harness.time)
        #expect(try again.inside { $0.engine.state.tally } == state.tally)
        try again.stop()
    }

    /// The last 31 days stay, and with them all that blocks, waits or is still asked.
    @Test func nothingIsWeakened() throws {
        let harness = try Harness(rules: nights + "\nedits: {weakening_waits: 3d}\n")
        defer { harness.remove() }
        try harness.pass(minutes: 50 * 24 * 60 + 180)
        _ = try harness.call(
            ProtectionAPI.Start.self,
            .init(target: "games", seconds: 7 * 86_400, strict: true))
        _ = try harness.call(
            QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: false))
        try harness.request("shopping", nil, pause: true)
        let before = try harness.inside { $0.engine.state }
        #expect(before.edits.count == 1 && before.protections.count == 1)
        let reply = try forget("2027-01-07", harness)
        #expect(reply.before == "2026-12-07" && reply.removed > 0)
        let after = try harness.inside { $0.engine.state }
        #expect(after.edits == before.edits && after.protections == before.protections)
        #expect(after.requests == before.requests && after.prompts == before.prompts)
        #expect(after.behaviour == before.behaviour && after.tally == before.tally)
        #expect(after.targetRequests == before.targetRequests)
        #expect(after.decisions == before.decisions && after.incidents == before.incidents)
        try harness.stop()
        // Nothing takes the shorter record for one that was lost.
        let again = try Harness(directory: harness.directory, time: harness.time)
        #expect(again.opening.replaced == nil)
        #expect(try again.inside { $0.engine.state.edits } == after.edits)
        try again.stop()
    }
}
