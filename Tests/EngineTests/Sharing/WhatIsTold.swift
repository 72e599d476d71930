import RuleModel
import Testing

@testable import Engine

/// The facts that one device tells the others.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct WhatIsTold {
    /// The facts that the events of a machine tell, by kind and number.
    private func facts(_ machine: Machine) -> [SharedFact.Content] {
        var state = State()
        var told: [SharedFact.Content] = []
        for event in machine.history {
            let telling = Telling(
                before: state, id: { SharedFactID(bits: UInt64($0)) },
                counter: { Int64($0.utf8.count) })
            if let fact = telling.fact(of: event) {
                #expect(fact.origin == .event(event.sequence) && fact.at == event.at)
                told.append(fact.content)
            }
            state.evolve(event)
        }
        return told
    }

    private func buckets(_ machine: Machine) -> [SharedFact.Content] {
        machine.engine.toldBuckets.map(\.content)
    }

    @Test func unblocksAndKeptRequests() throws {
        var machine = try atNight()
        try machine.unblock(.target("shopping"), .impulse)
        machine.send(.endGrants(of: .everything))
        let request = try machine.ask()
        machine.send(.keep(request: request.id))
        #expect(
            facts(machine) == [
                .unblocked(targets: ["shopping"], purpose: .impulse), .kept(targets: ["shopping"]),
            ])
    }

    @Test func protectionsAndTheirEarlyEnds() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00+01:00", rules: rules([]))
        machine.send(.startProtection(target: nil, length: .hours(1), name: "P"))
        let id = try #require(machine.engine.state.protections.first?.id)
        let request = try machine.ask(.protection(id))
        machine.advance(.minutes(1))
        machine.send(.confirm(request: request.id))
        #expect(
            facts(machine) == [
                .protected(targets: ["shopping"], length: .hours(1), isAutomatic: false),
                .unblocked(targets: ["shopping"], purpose: .planned),
            ])
    }

    /// A window from elsewhere is not told back.
    @Test func whatCameFromElsewhereIsNotTold() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00+01:00", rules: rules([]))
        machine.receive(.protected(targets: ["shopping"], length: .hours(1), isAutomatic: true))
        machine.receive(.kept(targets: []), id: 2)
        #expect(!machine.windows.isEmpty && facts(machine) == [])
    }

    @Test func answersAndWeakenings() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00+01:00", rules: gated([checkIn()]))
        machine.send(.answerCheckIn("morning", isYes: false))
        let day = Int64(try day("2026-11-18"))
        #expect(facts(machine) == [.answered(checkIn: "morning", day: day, isYes: false)])
    }

    @Test func namesAndGoals() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00+01:00", rules: rules([]))
        let start = Int64(machine.history.count)
        machine.send(.name(.site("shopping.example"), "A"))
        machine.send(.name(.site("shopping.example"), nil))
        machine.send(
            .addGoal(
                name: "Bike", target: try money("50 EUR"), by: nil, isFromKept: false))
        let goal = try #require(machine.engine.state.goals.first?.id)
        machine.send(.contribute(goal: goal, try money("5 EUR")))
        machine.send(.removeGoal(goal))
        let key = "goal.\(SharedFactID(bits: UInt64(goal)))"
        let own = SharedFactID(bits: UInt64(goal + 1))
        #expect(goal == start + 3)
        #expect(
            facts(machine) == [
                .said(key: "name.site.shopping.example", counter: 26, value: .text("A")),
                .said(key: "name.site.shopping.example", counter: 26, value: .text("")),
                .said(
                    key: key, counter: 21,
                    value: .map([
                        "name": .text("Bike"), "amount": .number(50_000), "kept": .bool(false),
                        "currency": .text("EUR"),
                    ])),
                .said(key: "\(key).\(own)", counter: 38, value: .number(5000)),
                .said(key: key, counter: 21, value: .removed),
            ])
    }

    @Test func attemptsAreCountedInBuckets() throws {
        var machine = try atNight()
        machine.send(.attempt(.target("shopping")))
        machine.advance(.minutes(5))
        for _ in 0..<3 {
            machine.send(.attempt(.target("shopping")))
            machine.advance(.minutes(1))
        }
        let bucket = Bucket(holding: try at("2026-11-18T23:00:00+01:00"))
        #expect(
            buckets(machine) == [
                .attempts(bucket: bucket, count: 1),
                .attempts(bucket: Bucket(bucket.number + 1), count: 3),
            ])
        #expect(machine.engine.toldBuckets[0].origin == .bucket(bucket, target: ""))
    }

    @Test func useIsToldOnceNothingIsDeducted() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00+01:00", rules: rules([]))
        machine.isSynchronised = true
        machine.advance(.minutes(2))
        try machine.use(for: .minutes(7))
        // The second bucket is not over.
        #expect(buckets(machine).count < 2)
        machine.advance(machine.rules.awayAfter + .minutes(5))
        let bucket = Bucket(holding: try at("2026-11-18T12:00:00+01:00"))
        func used(_ bucket: Bucket, _ seconds: Int64) -> SharedFact.Content {
            .used(target: "shopping", bucket: bucket, seconds: seconds, isSynchronised: true)
        }
        let next = Bucket(bucket.number + 1)
        #expect(buckets(machine) == [used(bucket, 180), used(next, 240)])
        // What is told is what another device counts.
        var other = try Machine(at: "2026-11-18T12:30:00+01:00", rules: rules([]))
        other.receive(
            machine.engine.toldBuckets.enumerated().map {
                sharedFact(UInt64($0), $1.at, $1.content)
            })
        #expect(other.engine.usedAnywhere("shopping", since: other.engine.today) == .minutes(7))
    }

    @Test func idleTimeIsDeductedFromTheBucketsBefore() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00+01:00", rules: rules([]))
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(7))
        machine.send(.idle(reporter: 1, isIdle: true, isLocked: false, for: .minutes(5)))
        machine.advance(.hours(1))
        #expect(
            buckets(machine).map { content -> Int64 in
                if case .used(_, _, let seconds, _) = content { seconds } else { 0 }
            } == [120])
    }

    @Test func schedulesThatAreSwitchedOffAreToldDuringTheirTime() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00+01:00", rules: everyNight())
        machine.send(.switch(.schedule("nights"), isOn: false))
        #expect(buckets(machine) == [])
        try machine.advance(to: "2026-11-18T23:00:00+01:00")
        #expect(
            buckets(machine) == [
                .weakened(what: "quiet_hours.nights", until: try at("2026-11-19T06:30:00+01:00"))
            ])
    }
}
