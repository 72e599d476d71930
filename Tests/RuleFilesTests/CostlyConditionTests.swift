import Testing

@testable import RuleFiles

/// Rule files that would keep the daemon busy: none of them is in force.
@Suite struct CostlyConditionTests {
    private func factors(_ count: Int, _ condition: (Int) -> String) -> String {
        let lines = (0..<count).map { "    f\($0): {weight: 0.01, when: \"\(condition($0))\"}\n" }
        return "risk:\n  factors:\n" + lines.joined()
    }

    /// Half a million steps by its estimate, and true whatever happens.
    private func costly(_ number: Int) -> String {
        ["a", "b", "c", "d", "e"].reduce("local.hour + a + b + c + d + e >= \(-number)") {
            "[1, 2, 3, 4, 5, 6, 7, 8].all(\($1), \($0))"
        }
    }

    @Test func oneIsInForceAndHardlyLookedAt() throws {
        let loading = load(factors(1, costly))
        #expect(loading.ruleSet != nil)
        // To find out that it is always true would take too long.
        #expect(loading.diagnostics.map(\.description) == [])
    }

    @Test func manyAreRefusedInOneSentence() throws {
        let loading = load(factors(100, costly))
        #expect(loading.ruleSet == nil)
        #expect(
            loading.diagnostics.map(\.message) == [
                "with this condition, the conditions may exceed the limit of 10000000 evaluation "
                    + "steps in total"
            ])
    }

    @Test func longOnesAreNotCompiled() throws {
        let long = String(repeating: "x", count: 60_000)
        let loading = load(factors(40) { "mood.last != '\(long)\($0)'" })
        #expect(loading.ruleSet == nil)
        #expect(
            loading.diagnostics.map(\.message) == [
                "with this condition, the conditions exceed the limit of 2 MiB in total"
            ])
    }
}
