import API
import Engine
import EventStore
import Foundation
import RuleModel
import Systemd
import Testing
import Varlink

@testable import soteriad

/// Some weeks in which everything that is tracked happens, and what the journal says of them.
struct Tracked {
    /// Text that a person typed, and what they used: none of it may be in the journal.
    static let secrets = [
        "secretshop.example", "com.secret.App", "Secret name", "Secret goal", "lonely", "necessity",
        "31.41", "27.18", "CHF",
    ]

    private let rules = """
        targets:
          shop: {name: Shop, sites: [secretshop.example], apps: [com.secret.App]}
        quiet_hours: {always: {name: Always, block: [shop], ranges: [{days: daily, time: "00:00-24:00"}]}}
        unblock: {grant: 1m, wait: {planned: 1s, impulse: 1s}}
        check_ins: {evening: {question: All well?, opens: "04:00", strict: false}}
        budgets: {shop: {target: shop, limit: 2m}}
        auto_protection: {high_risk: null}
        keep: {events: 30d}
        """

    /// Everything that the journal was told.
    func entries() throws -> [JournalEntry] {
        let time = Time()
        let first = try Harness(rules: rules, time: time)
        defer { first.remove() }
        _ = try first.call(CheckInAPI.Answer.self, .init(checkIn: "evening", yes: false))
        _ = try first.call(
            TargetsAPI.SetName.self, .init(site: "secretshop.example", name: "Secret name"))
        let goal = try first.call(
            GoalsAPI.Add.self, .init(name: "Secret goal", target: "31.41", currency: "CHF")
        ).goal.goal
        _ = try first.call(GoalsAPI.Contribute.self, .init(goal: goal, amount: "31.41"))
        try log(try opened(first), first)
        for _ in 0..<20 { _ = try opened(first) }
        try use(first)
        let lapsing = try lapse()
        let copy = first.directory + "/copy.sqlite"
        try first.backUp(to: copy)
        // It ends as SIGKILL ends it, another record takes its place, and the rules are weakened.
        try first.server.shutdown().wait()
        first.opening.store.close()
        _ = try EventStore.restore(
            from: copy, into: first.state, at: Instant(milliseconds: time.wall))
        try rules.replacingOccurrences(of: "2m}", with: "3m}").write(
            toFile: first.rules + "/10-own.yaml", atomically: true, encoding: .utf8)
        // A week later, the hour in which most was opened.
        time.pass(7 * 86_400_000)
        let second = try Harness(directory: first.directory, time: time)
        try second.pass(minutes: 1)
        try second.pass(minutes: 40 * 24 * 60)
        try second.wait { $0.record.removedAt != nil }
        try second.stop()
        return first.entries.list + lapsing + second.entries.list
    }

    /// An unblock of the shop on impulse.
    private func opened(_ harness: Harness) throws -> Int {
        let intent = UnblockAPI.Intent(
            purpose: .impulse, category: "necessity", mood: "lonely", amount: "27.18",
            currency: "CHF")
        let request = try harness.call(
            UnblockAPI.Request.self,
            .init(place: .init(site: "secretshop.example"), intent: intent)
        ).request.request
        try harness.pass(seconds: 1)
        _ = try harness.call(UnblockAPI.Confirm.self, .init(request: request))
        try harness.pass(seconds: 60)
        return request
    }

    private func log(_ request: Int, _ harness: Harness) throws {
        _ = try harness.call(
            UnblockAPI.LogOutcome.self,
            .init(request: request, bought: true, amount: "27.18", currency: "CHF", regret: 4))
    }

    /// The shop is used for as long as its budget allows, and a day later it is reset.
    private func use(_ harness: Harness) throws {
        let reporter = try Reporter(harness)
        let use = try reporter.open(app: "com.secret.App")
        try harness.use([use], minutes: 3, by: reporter)
        try reporter.call(UsageAPI.Closed.self, .init(use: use))
    }

    /// A check-in that holds for 25 hours, because the clock stands a day back, and a crash.
    private func lapse() throws -> [JournalEntry] {
        let other = try Harness(rules: rules)
        defer { other.remove() }
        other.time.set(by: -30 * 3_600_000)
        try other.inside {
            $0.handleClockChange()
            $0.handle(.clockChecked, isSynchronised: true)
        }
        try other.pass(minutes: 26 * 60)
        // It ends as SIGKILL ends it.
        try other.server.shutdown().wait()
        other.opening.store.close()
        other.time.pass(600_000)
        let again = try Harness(directory: other.directory, time: other.time)
        try again.stop()
        return other.entries.list + again.entries.list
    }
}
