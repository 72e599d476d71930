import API
import Testing

@testable import soteria_agent

/// The agent's knowledge of blocked targets.
struct BlockedTargetsTests {
    private static let start = Duration.seconds(100)

    private static func blocked(_ ends: [String: Duration?]) -> BlockedTargets {
        var blockedTargets = BlockedTargets(at: start)
        blockedTargets.replaceAll(with: ends.mapValues { AppBench.block(until: $0) })
        return blockedTargets
    }

    @Test("While the daemon is there nothing ends by itself")
    func present() {
        var blockedTargets = Self.blocked(["a": .seconds(101), "b": nil])
        #expect(blockedTargets.deadline == nil)
        #expect(blockedTargets.release(at: .seconds(100_000)).isEmpty)
        #expect(blockedTargets.blocks.count == 2)
    }

    @Test("Without it, what it said holds for five minutes, or until the end that it named")
    func absent() {
        var blockedTargets = Self.blocked(["a": .seconds(150), "b": nil, "c": .seconds(9000)])
        blockedTargets.daemonDisconnected(at: .seconds(110))
        #expect(blockedTargets.deadline == .seconds(150))
        #expect(blockedTargets.release(at: .seconds(149)).isEmpty)
        #expect(Set(blockedTargets.release(at: .seconds(150)).keys) == ["a"])
        #expect(blockedTargets.deadline == .seconds(410))
        #expect(!blockedTargets.hasGivenUp)
        #expect(Set(blockedTargets.release(at: .seconds(410)).keys) == ["b", "c"])
        #expect(blockedTargets.hasGivenUp)
        #expect(blockedTargets.deadline == nil)
        #expect(blockedTargets.blocks.isEmpty)
    }

    @Test("A second loss does not lengthen the first")
    func lostTwice() {
        var blockedTargets = Self.blocked(["a": nil])
        blockedTargets.daemonDisconnected(at: .seconds(110))
        blockedTargets.daemonDisconnected(at: .seconds(300))
        #expect(blockedTargets.deadline == .seconds(410))
    }

    @Test("When the daemon is back, what it says holds, and for as long as it says")
    func back() {
        var blockedTargets = Self.blocked(["a": nil, "b": nil])
        blockedTargets.daemonDisconnected(at: .seconds(110))
        blockedTargets.replaceAll(with: ["b": AppBench.block()])
        #expect(blockedTargets.deadline == nil)
        #expect(Set(blockedTargets.blocks.keys) == ["b"])
        #expect(!blockedTargets.hasGivenUp)
    }

    @Test("A daemon that was never reached is given up after five minutes, once")
    func never() {
        var blockedTargets = BlockedTargets(at: Self.start)
        #expect(blockedTargets.deadline == .seconds(400))
        #expect(!blockedTargets.isKnown)
        #expect(blockedTargets.release(at: .seconds(400)).isEmpty)
        #expect(blockedTargets.hasGivenUp)
        #expect(blockedTargets.deadline == nil)
    }

    @Test("A decision changes one target")
    func decided() {
        var blockedTargets = Self.blocked(["a": nil])
        blockedTargets.set("b", to: AppBench.block(time: "22:30"))
        blockedTargets.set("a", to: nil)
        blockedTargets.set("c", to: nil)
        #expect(blockedTargets.blocks == ["b": AppBench.block(time: "22:30")])
    }

    @Test(
        "The strictest demand wins",
        arguments: [
            ([], nil),
            ([.notify], .notify),
            ([.notify, .freeze], .freeze),
            ([.freeze, .stop(kill: false)], .stop(kill: false)),
            ([.stop(kill: true), .stop(kill: false), .freeze], .stop(kill: true)),
            ([.freeze, .freeze], .freeze),
        ] as [([Demand], Demand?)])
    func strictest(_ demands: [Demand], _ strictest: Demand?) {
        #expect(Demand.strictest(demands) == strictest)
        #expect(Demand.strictest(demands.reversed()) == strictest)
    }

    @Test(
        "What a target demands",
        arguments: [
            (.freeze, false, .freeze), (.freeze, true, .freeze), (.notify, true, .notify),
            (.stop, false, .stop(kill: false)), (.stop, true, .stop(kill: true)),
        ] as [(TargetsAPI.Enforcement, Bool, Demand)])
    func demanded(_ enforcement: TargetsAPI.Enforcement, _ kill: Bool, _ demand: Demand) {
        let target = PlaceIndex.Target(name: "Games", enforcement: enforcement, kill: kill)
        #expect(Demand(target) == demand)
    }
}
