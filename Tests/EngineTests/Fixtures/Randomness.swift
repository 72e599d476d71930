import Foundation

/// SplitMix64: the same numbers from the same seed, on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A seed, printed: the same in every ordinary run, since a test that fails by chance tells
    /// nothing of the change that it was run for; a new one with `SOTERIA_LONG`, and the one that
    /// `SOTERIA_TEST_SEED` gives.
    static func seed(_ test: String = #function) -> UInt64 {
        let environment = ProcessInfo.processInfo.environment
        var system = SystemRandomNumberGenerator()
        let usual = environment["SOTERIA_LONG"] == "1" ? system.next() : 1
        let seed = environment["SOTERIA_TEST_SEED"].flatMap { UInt64($0) } ?? usual
        print("EngineTests: \(test) seed \(seed)")
        return seed
    }
}
