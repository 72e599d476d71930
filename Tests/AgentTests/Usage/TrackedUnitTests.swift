import Testing

@testable import soteria_agent

struct TrackedUnitTests {
    @Test func isWorthReportingUntilNoneOfItsAppsIsTracked() {
        var unit = TrackedUnit(
            UsedUnit(name: "a", controlGroup: "/a", apps: ["x", "y", "x"]), .window(endsAt: nil))
        #expect(unit.reports == ["x": .unopened, "y": .unopened])
        unit.reports["x"] = .untracked
        #expect(unit.isWorthReporting)
        unit.reports["y"] = .untracked
        #expect(!unit.isWorthReporting)
    }

    @Test func isUsedWhileAWindowSaysSoOrAsItIsGuessed() {
        let shop = UsedUnit(name: "a", controlGroup: "/a", apps: ["x"])
        var unit = TrackedUnit(shop, .window(endsAt: .seconds(5)))
        #expect(unit.isUsed && unit.endsAt == .seconds(5) && unit.estimate == nil)
        unit = TrackedUnit(shop, .estimate(Estimate(at: .zero, firstLook: .seconds(5))))
        #expect(!unit.isUsed && unit.endsAt == nil)
        unit.estimate?.look(.zero, at: .zero)
        unit.estimate?.look(.seconds(1), at: .seconds(10))
        #expect(unit.isUsed)
    }
}
