import Foundation
import RuleModel
import SeededRandom
import Testing

@testable import Engine

/// The fold of what was received: neither the order of the devices nor a repetition changes it.
struct FoldOfOtherDevices {
    private static let boot = BootID("b")
    private static let start = Instant(seconds: 1_795_219_200)

    private func event(_ received: Received, at minute: Int) -> Event {
        Event(
            sequence: 1, at: Self.start + .minutes(Int64(minute)), offset: 0,
            elapsed: .hours(100) + .minutes(Int64(minute)), boot: Self.boot,
            fact: .received(received))
    }

    private func fold(_ events: [Event]) -> OtherDevices {
        var state = State()
        for event in events { state.evolve(event) }
        return state.otherDevices ?? OtherDevices()
    }

    /// The fold of each device, apart from when it was heard last.
    private func known(_ others: OtherDevices) -> [String: OtherDevice] {
        Dictionary(
            uniqueKeysWithValues: others.devices.map { entry in
                var device = entry.value
                device.heardAt = .beginning
                return (entry.key, device)
            })
    }

    private func content(
        _ at: Instant, _ random: inout SeededGenerator
    ) -> SharedFact.Content {
        let target = ["shopping", "games"].randomElement(using: &random) ?? "shopping"
        let key = "key\(Int.random(in: 0..<3, using: &random))"
        let bucket = Bucket(
            Bucket(holding: at).number + .random(in: -4...2, using: &random))
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1:
            return .unblocked(
                targets: [target], purpose: Bool.random(using: &random) ? .impulse : .planned)
        case 2: return .kept(targets: [target])
        case 3: return .attempts(bucket: bucket, count: .random(in: -1...9, using: &random))
        case 4:
            return .protected(
                targets: [target], length: .minutes(.random(in: -5...20_000, using: &random)),
                isAutomatic: .random(using: &random))
        case 5:
            let day = Int64(at.utcDay) + .random(in: -5...5, using: &random)
            return .answered(checkIn: key, day: day, isYes: .random(using: &random))
        case 6:
            return .used(
                target: target, bucket: bucket, seconds: .random(in: -1...400, using: &random),
                isSynchronised: .random(using: &random))
        case 7:
            let hours = TimeSpan.hours(.random(in: -2...90, using: &random))
            return .weakened(what: "quiet_hours.\(key)", until: at + hours)
        case 8:
            return .episode(
                SharedEpisode(
                    id: SharedFactID(bits: .random(in: 0...3, using: &random)),
                    revision: .random(in: 1...4, using: &random), minute: 5, weekday: 1, today: 0,
                    target: target))
        case 9:
            let counters: [Int64] = [0, 1, 2, 3, 1 << 40, (1 << 40) + 1]
            let counter = counters.randomElement(using: &random) ?? 0
            return Bool.random(using: &random)
                ? .rules(key: key, counter: counter, entry: "\(at.milliseconds)")
                : .said(
                    key: key, counter: counter,
                    value: Int.random(in: 0..<5, using: &random) == 0
                        ? .removed : .text("\(at.milliseconds)"))
        case 10:
            return .experiment(
                run: SharedFactID(bits: .random(in: 0...2, using: &random)),
                hasEnded: .random(using: &random))
        default: return .other(kind: "later", bytes: HexBytes([1]))
        }
    }

    /// Batches of devices, each with its minute; `b` is a copy of `a` and tells some of its facts.
    private func batches(_ random: inout SeededGenerator) -> [String: [Event]] {
        var batches: [String: [Event]] = [:]
        var shared: [SharedFact] = []
        var id: UInt64 = 0
        for device in ["a", "b", "c"] {
            var minute = 0
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                minute += .random(in: 1...60, using: &random)
                var facts: [SharedFact] = []
                for _ in 0..<Int.random(in: 0...12, using: &random) {
                    id += 1
                    let ago = Int64.random(in: -3000...60_000, using: &random)
                    let at = Self.start + .minutes(Int64(minute) - ago)
                    facts.append(sharedFact(id, at, content(at, &random)))
                }
                if device == "a" { shared += facts }
                if device == "b" { facts += shared.shuffled(using: &random).prefix(4) }
                batches[device, default: []].append(
                    event(Received(device: device, facts: facts), at: minute))
            }
        }
        return batches
    }

    /// The batches of all devices in a random order, in which those of a device keep theirs.
    private func mixed(
        _ batches: [String: [Event]], _ random: inout SeededGenerator
    ) -> [Event] {
        var order = batches.flatMap { device, events in events.map { _ in device } }
            .sorted().shuffled(using: &random)
        var left = batches
        var events: [Event] = []
        while let device = order.popLast() {
            if let event = left[device]?.removeFirst() { events.append(event) }
        }
        return events
    }

    @Test func neitherOrderNorRepetitionMatters() throws {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        for number in 0..<200 {
            let note: Comment = "seed \(seed) number \(number)"
            let batches = batches(&random)
            let events = mixed(batches, &random)
            let once = fold(events)
            #expect(once == fold(mixed(batches, &random)), note)
            let again = events + mixed(batches, &random)
            #expect(once == fold(again), note)
            // The same chunks, later on that day.
            let later = events.map { event in
                var event = event
                event.at = event.at + .hours(6)
                event.elapsed = event.elapsed + .hours(6)
                return event
            }
            #expect(known(once) == known(fold(events + later)), note)
            #expect(once.said == fold(again).said && once.episodes.count < 13, note)
            let data = try JSONEncoder().encode(once)
            #expect(try JSONDecoder().decode(OtherDevices.self, from: data) == once, note)
        }
    }

    @Test func aDayOfADeviceHasTwoThousandFacts() {
        let facts = (0..<2100).map {
            sharedFact(UInt64($0), Self.start, .kept(targets: ["shopping"]))
        }
        let received = [
            event(Received(device: "a", facts: facts), at: 1),
            event(Received(device: "a", facts: Array(facts.prefix(50))), at: 2),
            // Other days, and other devices, have their own.
            event(
                Received(
                    device: "a",
                    facts: [sharedFact(5000, Self.start - .days(1), .kept(targets: ["shopping"]))]),
                at: 3
            ),
            event(
                Received(
                    device: "b", facts: [sharedFact(5001, Self.start, .kept(targets: ["shopping"]))]
                ),
                at: 4),
        ]
        let others = fold(received)
        #expect(others.devices["a"]?.kept.count == 2001)
        #expect(others.devices["a"]?.fullDays == [Self.start.utcDay])
        #expect(others.devices["b"]?.kept.count == 1)
        #expect(others.devices["b"]?.fullDays == [])
    }

    @Test func noInstantFallsAndNoneIsInTheFuture() {
        let facts = [
            sharedFact(1, Self.start + .hours(9), .kept(targets: [])),
            sharedFact(2, Self.start - .minutes(9), .kept(targets: [])),
        ]
        let others = fold([event(Received(device: "a", facts: facts), at: 1)])
        let seen = Self.start + .minutes(1)
        #expect(
            others.devices["a"]?.kept == [
                SharedFactID(bits: 1): seen, SharedFactID(bits: 2): seen,
            ])
    }

    /// Facts that a device tells again after years are not lifted into the present.
    @Test func whatIsTooOldDoesNotCount() {
        let old = sharedFact(
            1, Self.start - .days(31), .unblocked(targets: ["shopping"], purpose: .impulse))
        let new = sharedFact(2, Self.start, .unblocked(targets: ["shopping"], purpose: .impulse))
        let others = fold([event(Received(device: "a", facts: [new, old]), at: 1)])
        #expect(others.devices["a"]?.unblocks.count == 1)
    }

    @Test func registersAreWrittenByCounterAndId() {
        func said(_ id: UInt64, _ counter: Int64, _ value: SharedValue, _ ago: Int64 = 0)
            -> SharedFact
        {
            sharedFact(
                id, Self.start - .minutes(ago), .said(key: "k", counter: counter, value: value))
        }
        func value(_ facts: [SharedFact]...) -> SharedValue? {
            fold(
                facts.enumerated().map { index, facts in
                    event(Received(device: "\(index)", facts: facts), at: index)
                }
            ).said["k"]
        }
        // Never by a clock.
        #expect(value([said(1, 2, .text("a"), 90)], [said(2, 1, .text("b"))]) == .text("a"))
        #expect(value([said(1, 1, .text("a"))], [said(2, 1, .text("b"), 90)]) == .text("b"))
        // Removal is for ever, whatever the counter.
        #expect(value([said(1, 1, .removed)], [said(2, 9, .text("b"))]) == .removed)
        #expect(value([said(1, 1, .removed), said(2, 9, .text("b"))]) == .removed)
        // A counter out of range would silence all later ones.
        #expect(value([said(1, (1 << 40) + 1, .text("a"))], [said(2, 1, .text("b"))]) == .text("b"))
    }
}
