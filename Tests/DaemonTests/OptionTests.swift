import ArgumentParser
import Engine
import RuleModel
import Testing

@testable import soteriad

@Suite struct OptionTests {
    /// The timers and the engine agree on when it is time.
    @Test func withoutOptionsTheCadencesAreThoseOfTheEngine() throws {
        let options = try Options.parse([])
        let lengths = [options.tick, options.autoProtectionInterval, options.riskInterval]
        #expect(lengths == [60, 300, 900])
        #expect(
            lengths.map { TimeSpan.seconds(Int64($0)) } == [
                Cadences.lengths.schedules, Cadences.lengths.autoProtection,
                Cadences.lengths.risk,
            ])
    }
}
