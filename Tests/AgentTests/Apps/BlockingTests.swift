import API
import Testing

@testable import soteria_agent

/// What is blocked as far as the agent knows.
struct BlockingTests {
    private static let start = Duration.seconds(100)

    private static func blocking(_ ends: [String: Duration?]) -> Blocking {
        var blocking = Blocking(at: start)
        blocking.tell(ends.mapValues { AppBench.standing(until: $0) })
        return blocking
    }

    @Test("While the daemon is there nothing ends by itself")
    func present() {
        var blocking = Self.blocking(["a": .seconds(101), "b": nil])
        #expect(blocking.deadline == nil)
        #expect(blocking.release(at: .seconds(100_000)).isEmpty)
        #expect(blocking.blocked.count == 2)
    }

    @Test("Without it, what it said holds for five minutes, or until the end that it named")
    func absent() {
        var blocking = Self.blocking(["a": .seconds(150), "b": nil, "c": .seconds(9000)])
        blocking.lose(at: .seconds(110))
        #expect(blocking.deadline == .seconds(150))
        #expect(blocking.release(at: .seconds(149)).isEmpty)
        #expect(Set(blocking.release(at: .seconds(150)).keys) == ["a"])
        #expect(blocking.deadline == .seconds(410))
        #expect(!blocking.isForsaken)
        #expect(Set(blocking.release(at: .seconds(410)).keys) == ["b", "c"])
        #expect(blocking.isForsaken)
        #expect(blocking.deadline == nil)
        #expect(blocking.blocked.isEmpty)
    }

    @Test("A second loss does not lengthen the first")
    func lostTwice() {
        var blocking = Self.blocking(["a": nil])
        blocking.lose(at: .seconds(110))
        blocking.lose(at: .seconds(300))
        #expect(blocking.deadline == .seconds(410))
    }

    @Test("When the daemon is back, what it says holds, and for as long as it says")
    func back() {
        var blocking = Self.blocking(["a": nil, "b": nil])
        blocking.lose(at: .seconds(110))
        blocking.tell(["b": AppBench.standing()])
        #expect(blocking.deadline == nil)
        #expect(Set(blocking.blocked.keys) == ["b"])
        #expect(!blocking.isForsaken)
    }

    @Test("A daemon that was never reached is given up after five minutes, once")
    func never() {
        var blocking = Blocking(at: Self.start)
        #expect(blocking.deadline == .seconds(400))
        #expect(!blocking.isKnown)
        #expect(blocking.release(at: .seconds(400)).isEmpty)
        #expect(blocking.isForsaken)
        #expect(blocking.deadline == nil)
    }

    @Test("A decision changes one target")
    func decided() {
        var blocking = Self.blocking(["a": nil])
        blocking.decide("b", AppBench.standing(time: "22:30"))
        blocking.decide("a", nil)
        blocking.decide("c", nil)
        #expect(blocking.blocked == ["b": AppBench.standing(time: "22:30")])
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
