import Foundation
import Testing

@testable import soteria_agent

struct EstimateTests {
    private func estimate(cpu: Duration) -> Estimate {
        var unit = Estimate(at: .zero, firstLook: .seconds(5))
        unit.look(cpu, at: .zero)
        return unit
    }

    @Test(arguments: [
        (30, 300, true), (30, 299, false), (30, 30_000, true), (30, 0, false), (5, 50, true),
        (5, 49, false),
    ])
    func isActiveFromAPercentOfOneCPU(seconds: Int, milliseconds: Int, isUsed: Bool) {
        var unit = estimate(cpu: .seconds(100))
        unit.look(.seconds(100) + .milliseconds(milliseconds), at: .seconds(seconds))
        #expect(unit.isUsed == isUsed)
        #expect(unit.lastActive == (isUsed ? .seconds(seconds) : nil))
    }

    @Test func theFirstLookOnlyBegins() {
        var unit = Estimate(at: .seconds(50), firstLook: .seconds(55))
        unit.look(.seconds(1000), at: .seconds(60))
        #expect(!unit.isUsed)
        #expect(unit.cpuTime == .seconds(1000))
    }

    @Test func isUsedUntilItsPatienceIsOver() {
        var unit = estimate(cpu: .zero)
        unit.look(.seconds(3), at: .seconds(30))
        #expect(unit.isUsed)
        for moment in stride(from: 60, to: 150, by: 30) {
            unit.look(.seconds(3), at: .seconds(moment))
            #expect(unit.isUsed, "at \(moment)")
        }
        unit.look(.seconds(3), at: .seconds(150))
        #expect(!unit.isUsed)
        unit.look(.seconds(6), at: .seconds(180))
        #expect(unit.isUsed)
    }

    @Test func aLookThatFollowsAtOnceSaysNothing() {
        var unit = estimate(cpu: .zero)
        unit.look(.seconds(1), at: .seconds(1))
        #expect(!unit.isUsed)
        #expect(unit.lookedAt == .zero)
        unit.look(.seconds(1), at: .seconds(30))
        #expect(unit.isUsed, "what was used before counts with the next")
    }

    @Test func whatCannotBeReadChangesNothing() {
        var unit = estimate(cpu: .seconds(5))
        unit.look(nil, at: .seconds(30))
        #expect(unit.lookedAt == .zero)
        unit.look(.seconds(2), at: .seconds(60))
        #expect(!unit.isUsed, "another group of the same name")
        #expect(unit.cpuTime == .seconds(2))
    }
}

struct CPUTimeTests {
    @Test(arguments: [
        ("usage_usec 1500000\nuser_usec 1000000\nsystem_usec 500000\n", Duration.seconds(1.5)),
        ("user_usec 1\nusage_usec 0\n", .zero),
        ("", nil), ("usage_usec\n", nil), ("usage_usec x\n", nil), ("usage_usec -5\n", nil),
        ("usage_usec 99999999999999999999\n", nil), ("my_usage_usec 5\n", nil),
    ])
    func readsTheFigure(text: String, time: Duration?) {
        #expect(CPUTime.usage(in: text) == time)
    }

    @Test func readsAGroupAndNoneWhereThereIsNone() throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("cpu-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        #expect(CPUTime.of(directory.path) == nil)
        try "usage_usec 2500000\nnr_periods 0\n".write(
            to: directory.appendingPathComponent("cpu.stat"), atomically: false, encoding: .utf8)
        #expect(CPUTime.of(directory.path) == .seconds(2.5))
    }
}
