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

    /// A new seed, printed; the environment variable `SOTERIA_TEST_SEED` gives one to run again.
    static func seed(_ test: String = #function) -> UInt64 {
        let given = ProcessInfo.processInfo.environment["SOTERIA_TEST_SEED"].flatMap { UInt64($0) }
        var system = SystemRandomNumberGenerator()
        let seed = given ?? system.next()
        print("EngineTests: \(test) seed \(seed)")
        return seed
    }
}
