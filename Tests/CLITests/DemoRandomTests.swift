import RuleModel
import Testing

@testable import Demo

/// The draws of a seed, and the order of what is meant to be done.
@Suite struct DemoRandomTests {
    @Test func theGeneratorIsSplitMix64() {
        // The first outputs for the seed 1234567, as published with the generator.
        var random = SeededRandom(state: 1_234_567)
        let first = (0..<5).map { _ in random.next() }
        #expect(
            first == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973,
                9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ])
    }

    @Test func theSameSeedGivesTheSameDrawsAndEveryStreamOthers() {
        func draws(_ seed: UInt64, _ stream: Int) -> [UInt64] {
            var random = SeededRandom(seed: seed, stream: stream)
            return (0..<8).map { _ in random.next() }
        }
        #expect(draws(7, 20_000) == draws(7, 20_000))
        let all = [
            draws(7, 20_000), draws(7, 20_001), draws(8, 20_000), draws(7, -1), draws(0, 0),
            draws(.max, .min),
        ]
        #expect(Set(all.flatMap(\.self)).count == 48)
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func drawsStayWithinTheirBounds(seed: UInt64) {
        var random = SeededRandom(seed: seed, stream: 0)
        for _ in 0..<5000 {
            let fraction = random.fraction()
            #expect(fraction >= 0 && fraction < 1)
            #expect((3...9).contains(random.whole(3...9)))
            #expect((-4 ... -4).contains(random.whole(-4 ... -4)))
            let factor = random.factor()
            #expect(factor >= 0.35 && factor <= 1.65)
            #expect((0...9).contains(random.count(mean: 5)))
            #expect(random.count(mean: 0) == 0)
            #expect(!random.chance(0) && random.chance(1))
        }
    }

    @Test func drawsAreAsLikelyAsTheyShouldBe() {
        var random = SeededRandom(seed: 42, stream: 0)
        let count = 20_000
        var sum = 0
        var picked: [String: Int] = [:]
        var faces: [Int: Int] = [:]
        var came = 0
        for _ in 0..<count {
            sum += random.count(mean: 2.5)
            picked[random.pick([("a", 3), ("b", 1)], else: "c"), default: 0] += 1
            faces[random.whole(1...4), default: 0] += 1
            came += random.chance(0.2) ? 1 : 0
        }
        // Four standard deviations at the least.
        #expect(abs(Double(sum) / Double(count) - 2.5) < 0.05)
        #expect(abs(Double(picked["a"] ?? 0) / Double(count) - 0.75) < 0.02)
        #expect(picked["c"] == nil)
        #expect(faces.count == 4 && faces.values.allSatisfy { abs($0 - count / 4) < 300 })
        #expect(abs(Double(came) / Double(count) - 0.2) < 0.02)
    }

    @Test func withoutUsableWeightsTheOtherIsPicked() {
        var random = SeededRandom(seed: 1, stream: 1)
        #expect(random.pick([], else: "other") == "other")
        #expect(random.pick([("never", 0)], else: "other") == "other")
    }

    // MARK: The order of actions

    private static func action(_ second: Int64, _ key: String) -> PlannedAction {
        PlannedAction(
            at: Instant(seconds: second), kind: .switch(.schedule(key), isOn: true))
    }

    private static func keys(_ queue: inout ActionQueue) -> [String] {
        var keys: [String] = []
        while let action = queue.next() {
            if case .switch(.schedule(let key), _) = action.kind { keys.append(key) }
        }
        return keys
    }

    @Test func actionsComeInTheOrderOfTheirInstantsThenAsGiven() {
        var queue = ActionQueue()
        for (second, key) in [(5, "e"), (1, "a"), (3, "c"), (1, "b"), (3, "d"), (9, "f")] {
            queue.add(Self.action(Int64(second), key))
        }
        #expect(queue.nextAt == Instant(seconds: 1))
        #expect(Self.keys(&queue) == ["a", "b", "c", "d", "e", "f"])
        #expect(queue.nextAt == nil)
    }

    @Test func whatIsAddedMeanwhileFindsItsPlace() {
        var queue = ActionQueue()
        for second in [10, 20, 30] { queue.add(Self.action(Int64(second), "\(second)")) }
        #expect(queue.next()?.at == Instant(seconds: 10))
        queue.add(Self.action(25, "25"))
        queue.add(Self.action(5, "5"))
        #expect(Self.keys(&queue) == ["5", "20", "25", "30"])
        #expect(queue.nextAt == nil && queue.next() == nil)
    }

    @Test(arguments: [UInt64(11), 12, 13])
    func anyOrderOfAddingGivesTheOrderOfTime(seed: UInt64) {
        var random = SeededRandom(seed: seed, stream: 0)
        var queue = ActionQueue()
        var expected: [(second: Int, index: Int)] = []
        for index in 0..<300 {
            let second = random.whole(0...60)
            expected.append((second, index))
            queue.add(Self.action(Int64(second), String(index)))
        }
        expected.sort { ($0.second, $0.index) < ($1.second, $1.index) }
        #expect(Self.keys(&queue) == expected.map { String($0.index) }, "seed \(seed)")
    }
}
