import Foundation
import GRDB
import RuleModel
import Testing

@testable import Engine
@testable import EventStore

/// A person has the record forget what came before a day.
struct ForgettingTests {
    /// The day that begins after about half of the events, and its first instant.
    private func middle(of events: [Event]) -> (day: Int, from: Instant) {
        let day = events[events.count / 2].day
        return (day, Instant(seconds: Int64(day) * 86_400 - 3_600))
    }

    private func forget(
        _ store: EventStore, before day: Int, from: Instant, isInState: Bool = false
    ) async throws -> Retention {
        let forgetting = Forgetting(before: day, isInState: isInState)
        return try await withCheckedContinuation { answer in
            store.retain(from: from, forgetting: forgetting) { answer.resume(returning: $0) }
        }.get()
    }

    @Test("What stays is what all events and the wish to forget lead to", arguments: 1...6)
    func stays(seed: UInt64) async throws {
        print("seed \(seed)")
        let directory = TestDirectory()
        let limits = StoreLimits.quick.with { $0.checkpointEvery = 40 }
        var history = SampleHistory(seed: seed &+ 900, isUndamaged: true)
        var events = bought(&history)
        events += history.events(8_000 - events.count)
        let store = try open(directory, limits).store
        for batch in stride(from: 0, to: events.count, by: 100) {
            let some = Array(events[batch..<batch + 100])
            #expect(await store.record(some).failure == nil)
        }
        let (day, from) = middle(of: events)
        try #require(events.folded.aftermaths.contains { $0.day < day })
        let removed = try await forget(store, before: day, from: from)
        #expect(removed.removed > 0 && removed.before == day)
        // Until an event records it, no state is stored.
        let more = history.events(90)
        #expect(await store.record(more).failure == nil)
        events += more
        let crashed = try directory.copy()
        let fact = history.event(.retained(removed))
        events.append(fact)
        #expect(await store.record([fact]).failure == nil)
        let later = history.events(100)
        events += later
        #expect(await store.record(later).failure == nil)
        store.close()
        let expected = events.folded
        #expect(!expected.aftermaths.contains { $0.day < day })
        let again = try open(directory, limits)
        #expect(again.replaced == nil && again.removal == nil && again.state == expected)
        again.store.close()
        let report = try EventStore.verify(path: directory.database, heads: [])
        #expect(report.broken == nil && report.beginning == .afterForgetting)

        // A daemon that was killed before it recorded it does so at its next start.
        let second = try open(crashed, limits)
        let untold = try #require(second.removal)
        #expect(untold == removed)
        #expect(await second.store.record([fact] + later).failure == nil)
        second.store.close()
        let third = try open(crashed, limits)
        #expect(third.state == expected)
        third.store.close()
        #expect(try EventStore.verify(path: crashed.database, heads: []).broken == nil)
    }

    /// An outcome that was logged on both sides of the day counts once, as before.
    @Test("An outcome that is logged again after the day is counted as before")
    func loggedAgain() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 941)
        let said = try #require(Money(thousandths: 70_000, currency: "CZK"))
        func log(_ request: Int64, _ isBought: Bool) -> Fact {
            .outcomeLogged(
                LoggedOutcome(
                    request: request, isBought: isBought, amount: isBought ? said : nil,
                    regret: 2, at: history.at))
        }
        var events = [history.event(), history.event()]
        let place = Deadline(boot: events[1].boot, elapsed: events[1].elapsed)
        events += [
            history.event(
                .unblocked(
                    Grant(
                        id: 3, request: 2, targets: ["key1"], purpose: .impulse, at: history.at,
                        time: Countdown(.minutes(15), from: place))))
        ]
        events.append(history.event(log(2, true)))
        let from = history.at + TimeSpan(milliseconds: 1)
        events.append(history.event(log(2, false)))
        let day = events[2].day + 1
        let store = try open(directory).store
        #expect(await store.record(events).failure == nil)
        let removed = try await forget(store, before: day, from: from)
        #expect(removed.through == 4)
        let fact = history.event(.retained(removed))
        #expect(await store.record([fact]).failure == nil)
        store.close()
        let again = try open(directory)
        #expect(again.state == (events + [fact]).folded)
        #expect(again.state.tally != Tally())
        again.store.close()
    }

    /// Before the day, one block is kept and one request expires; after it, the first target is
    /// opened and the second kept.
    @Test("Episodes that go on after the day are counted as before, without their words")
    func episodesThatGoOn() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 944, isUndamaged: true)
        let amount = Money(thousandths: 8_123_456_789, currency: "CZK")
        let said = Intent(purpose: .impulse, mood: "restless", amount: amount)
        let before: [Fact] = [
            request(1, "key1", said, history.at), .blockKept(request: 1),
            request(3, "key2", said, history.at),
            .requestClosed(RequestEnd(request: 3, outcome: .expired)),
        ]
        var events = before.map { history.event($0) }
        let (day, from) = (events[3].day + 1, history.at + TimeSpan(milliseconds: 1))
        let after =
            unblock(5, nil, from) + [
                request(7, "key2", Intent(purpose: .impulse), from), .blockKept(request: 7),
            ]
        events += after.map { history.event($0) }
        let store = try open(directory).store
        #expect(await store.record(events).failure == nil)
        let removed = try await forget(store, before: day, from: from)
        #expect(removed.removed == 4)
        events.append(history.event(.retained(removed)))
        #expect(await store.record([events[events.count - 1]]).failure == nil)
        let base = try await store.base()
        #expect(base.episodes.all.count == 2)
        #expect(!base.episodes.holdWords(before: day, through: .max))
        store.close()
        let again = try open(directory)
        #expect(again.state == events.folded)
        #expect(!again.state.episodes.holdWords(before: day, through: .max))
        again.store.close()
    }

    @Test("No byte of what was said is left in the files")
    func bytes() async throws {
        let directory = TestDirectory()
        let limits = StoreLimits.quick.with { $0.checkpointEvery = 1 }
        var history = SampleHistory(seed: 942, isUndamaged: true)
        let store = try open(directory, limits).store
        // The second amount stands nowhere but in what was said: sums are of both.
        for (id, amount) in [(1, 11), (3, 8_123_456_789)] as [(Int64, Int64)] {
            for fact in unblock(id, Money(thousandths: amount, currency: "CZK"), history.at) {
                #expect(await store.record([history.event(fact)]).failure == nil)
            }
        }
        #expect(try holds("8123456789", directory))
        let from = history.at + TimeSpan(milliseconds: 1)
        let next = history.event(.timeNoted)
        #expect(await store.record([next]).failure == nil)
        let removed = try await forget(store, before: next.day + 1, from: from)
        #expect(try removed.removed == 4 && !holds("8123456789", directory))
        for fact in [Fact.timeNoted, .retained(removed), .timeNoted] {
            #expect(await store.record([history.event(fact)]).failure == nil)
            #expect(try !holds("8123456789", directory), "\(fact.kind)")
        }
        store.close()
        #expect(try !holds("8123456789", directory))
    }

    /// An unblock with an amount, and the log of a purchase.
    private func bought(_ history: inout SampleHistory) -> [Event] {
        let amount = Money(thousandths: 12_500, currency: "EUR")
        let facts =
            unblock(1, amount, history.at) + [
                .outcomeLogged(
                    LoggedOutcome(
                        request: 1, isBought: true, amount: amount, regret: 3, at: history.at))
            ]
        return facts.map { history.event($0) }
    }

    /// A request with an amount, and the unblock that it leads to.
    private func unblock(_ id: Int64, _ amount: Money?, _ at: Instant) -> [Fact] {
        let place = Deadline(boot: BootID("boot-1"), elapsed: .seconds(60))
        let intent = Intent(purpose: .impulse, amount: amount)
        let grant = Grant(
            id: id + 1, request: id, targets: ["key1"], purpose: .impulse, at: at,
            time: Countdown(.minutes(15), from: place))
        return [request(id, "key1", intent, at), .unblocked(grant)]
    }

    private func request(_ id: Int64, _ target: String, _ intent: Intent, _ at: Instant) -> Fact {
        let place = Deadline(boot: BootID("boot-1"), elapsed: .seconds(60))
        return .unblockRequested(
            UnblockRequest(
                id: id, place: .target(target), targets: [target], isPause: false, at: at,
                intent: intent, wait: nil, expires: Countdown(.minutes(10), from: place),
                circumstances: UnblockRequest.Circumstances(
                    hour: 1, weekday: 1, requestsToday: 0, requestsThisWeek: 0, unblocksToday: 0,
                    unblocksThisWeek: 0, sinceLastUnblock: nil, quietHours: false)))
    }

    private func holds(_ text: String, _ directory: TestDirectory) throws -> Bool {
        try directory.names.contains { name in
            let data = try Data(contentsOf: URL(filePath: directory.path + "/" + name))
            return data.range(of: Data(text.utf8)) != nil
        }
    }

    /// The rules remove more events after a forgetting, or before it, and both await their events.
    @Test(
        "A removal beside a forgetting that no event records yet does not hide it",
        arguments: [true, false])
    func removalBeside(isAfter: Bool) async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 945, isUndamaged: true)
        var events = bought(&history)
        events += history.events(8_000 - events.count)
        let store = try open(directory, .quick.with { $0.checkpointEvery = 1 }).store
        #expect(await store.record(events).failure == nil)
        let (day, from) = middle(of: events)
        let later = isAfter ? events[events.count * 3 / 4].at : from
        let earlier = isAfter ? try await forget(store, before: day, from: from) : nil
        let removed = try await store.removed(before: later).get()
        #expect(removed.removed > 0)
        var forgotten = earlier
        if !isAfter {
            forgotten = try await forget(store, before: day, from: from, isInState: true)
        }
        // The removal is recorded first. A daemon that was killed then knows of the forgetting.
        events.append(history.event(.retained(removed)))
        #expect(await store.record([events[events.count - 1]]).failure == nil)
        let crashed = try directory.copy()
        let again = try open(crashed)
        if isAfter {
            #expect(removed.before == day && again.removal == nil)
            #expect(again.state == events.folded)
        } else {
            #expect(removed.before == nil && again.removal?.before == day)
        }
        again.store.close()
        events.append(history.event(.retained(try #require(forgotten))))
        #expect(await store.record([events[events.count - 1]]).failure == nil)
        store.close()
        let last = try open(directory)
        #expect(last.removal == nil && last.state == events.folded)
        #expect(!last.state.aftermaths.contains { $0.day < day })
        last.store.close()
        let report = try EventStore.verify(path: directory.database, heads: [])
        #expect(report.broken == nil)
        #expect(report.beginning == (isAfter ? .afterForgetting : .afterRemoval))
    }

    @Test("Where events are gone already, the words in the state go")
    func stateAlone() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 943, isUndamaged: true)
        var events = bought(&history)
        events += history.events(8_000 - events.count)
        let store = try open(directory).store
        #expect(await store.record(events).failure == nil)
        let (day, from) = middle(of: events)
        let earlier = try await store.removed(before: from).get()
        events.append(history.event(.retained(earlier)))
        #expect(await store.record([events[events.count - 1]]).failure == nil)
        let none = try await forget(store, before: day, from: from)
        #expect(none.removed == 0)
        #expect(try await store.amounts().contains(12_500))
        let removed = try await forget(store, before: day, from: from, isInState: true)
        #expect(removed.removed == 0 && removed.through == earlier.through)
        #expect(try await !store.amounts().contains(12_500))
        events.append(history.event(.retained(removed)))
        #expect(await store.record([events[events.count - 1]]).failure == nil)
        store.close()
        let again = try open(directory)
        #expect(again.state == events.folded)
        again.store.close()
        #expect(try EventStore.verify(path: directory.database, heads: []).broken == nil)
    }
}

extension EventStore {
    /// The earliest stored state.
    fileprivate func base() async throws -> State {
        let database = try #require(writer.withLock { $0.database })
        let stored = try await database.pool.read {
            try Checkpoint.earliest($0, base: Metadata.base($0))
        }
        return try #require(stored).state
    }

    /// The amounts of unblocks in the earliest stored state, in thousandths.
    fileprivate func amounts() async throws -> [Int64] {
        try await base().aftermaths.compactMap { $0.intent.amount?.thousandths }
    }
}
