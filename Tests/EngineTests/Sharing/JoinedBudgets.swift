import RuleModel
import Testing

@testable import Engine

/// Use on all devices: a bucket counts the sum of all, but no more than its length.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct JoinedBudgets {
    private func machine(_ limit: TimeSpan = .minutes(20)) throws -> Machine {
        try Machine(
            at: "2026-11-18T12:00:00+01:00", rules: gated(budgets: [budget(limit)]))
    }

    private func used(
        _ seconds: Int64, in bucket: Int64, of now: Instant, isSynchronised: Bool = true,
        target: String = "shopping"
    ) -> SharedFact {
        let bucket = Bucket(Bucket(holding: now).number + bucket)
        return sharedFact(
            UInt64(bucket.number), now,
            .used(
                target: target, bucket: bucket, seconds: seconds, isSynchronised: isSynchronised))
    }

    private func total(_ machine: Machine) -> TimeSpan {
        machine.engine.usedAnywhere("shopping", since: machine.engine.today)
    }

    @Test func aBucketIsNoLongerThanItIs() throws {
        var machine = try machine()
        let now = machine.engine.now
        machine.receive([used(200, in: -3, of: now), used(60, in: -2, of: now)])
        machine.receive([used(200, in: -3, of: now), used(60, in: -2, of: now)], from: "0b")
        machine.receive([used(100, in: -2, of: now, target: "games")])
        #expect(total(machine) == .seconds(300 + 120))
        // A larger sum of the same bucket; a smaller one is an older one.
        machine.receive([used(90, in: -2, of: now), used(10, in: -2, of: now)])
        #expect(total(machine) == .seconds(300 + 150))
    }

    @Test func withoutASynchronisedClockTheSumCounts() throws {
        var machine = try machine()
        let now = machine.engine.now
        machine.receive([used(200, in: -3, of: now)])
        machine.receive([used(200, in: -3, of: now, isSynchronised: false)], from: "0b")
        #expect(total(machine) == .seconds(400))
    }

    @Test func ofAFormerSelfTheLargerCounts() throws {
        var machine = try machine()
        try machine.use(for: .minutes(4))
        machine.advance(.minutes(1))
        let now = machine.engine.now
        machine.receive([used(200, in: -1, of: now), used(40, in: -2, of: now)], isOwn: true)
        #expect(total(machine) == .seconds(240 + 40))
        machine.receive([used(50, in: -1, of: now)], from: "0b")
        #expect(total(machine) == .seconds(290 + 40))
    }

    /// A clock that is ahead: no later than the bucket of first sight, and once.
    @Test func aBucketOfTheFutureCountsInThePresentOne() throws {
        var machine = try machine()
        let now = machine.engine.now
        machine.receive([used(200, in: 30, of: now), used(100, in: 31, of: now)])
        #expect(total(machine) == .seconds(200))
    }

    @Test func onesOwnUseCountsExactly() throws {
        var machine = try machine()
        machine.advance(.minutes(2))
        try machine.use(for: .minutes(7))
        machine.receive([used(300, in: -1, of: machine.engine.now)])
        #expect(machine.engine.used("shopping", since: machine.engine.today) == .minutes(7))
        // 3 + 4 minutes of one's own; the first bucket is full.
        #expect(total(machine) == .minutes(9))
    }

    @Test func aBudgetIsUsedUpElsewhere() throws {
        var machine = try machine(.minutes(10))
        let now = machine.engine.now
        machine.receive([used(300, in: -3, of: now), used(299, in: -2, of: now)])
        #expect(!machine.isBlocked("shopping"))
        machine.receive([used(1, in: -1, of: now)])
        #expect(machine.isBlocked("shopping"))
        #expect(machine.end() == "2026-11-19T04:00:00+01:00")
        #expect(machine.folded == machine.engine.state)
    }

    /// The limit is met to the second while both are in use, without waking up again and again.
    @Test func theLimitIsMetDuringUse() throws {
        var machine = try machine(.minutes(10))
        machine.hasTicks = false
        machine.receive([used(300, in: -3, of: machine.engine.now)])
        let use = try machine.open()
        machine.receive([used(240, in: 0, of: machine.engine.now)])
        // 300 + 240 + 60, then the bucket is full.
        machine.keepUsing([use], for: .minutes(1) - .seconds(1))
        #expect(!machine.isBlocked("shopping"))
        machine.keepUsing([use], for: .seconds(1))
        #expect(machine.isBlocked("shopping"))
    }

    @Test func aFullBucketCountsNoFurtherUse() throws {
        var machine = try machine(.minutes(10) + .seconds(30))
        machine.receive([used(300, in: -3, of: machine.engine.now)])
        let use = try machine.open()
        machine.receive([used(300, in: 0, of: machine.engine.now)])
        let before = machine.history.count
        machine.keepUsing([use], for: .minutes(5) + .seconds(29))
        #expect(!machine.isBlocked("shopping") && machine.history.count < before + 12)
        machine.keepUsing([use], for: .seconds(1))
        #expect(machine.isBlocked("shopping"))
    }
}
