import Glibc

/// SplitMix64: the same numbers from the same seed, on every machine, so that a random test that
/// failed can be run again.
package struct SeededGenerator: RandomNumberGenerator {
    /// The seed that determines the numbers.
    package let seed: UInt64
    private var state: UInt64

    /// The sequence of this seed.
    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// The sequence of the seed that a test is given, see `seed(for:)`.
    package init(for test: String = #function, of suite: String = #fileID) {
        self.init(seed: Self.seed(for: test, of: suite))
    }

    /// The next number of the sequence.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The seed of a random test, printed: the same in every ordinary run, since a test that fails
    /// by chance tells nothing of the change that it was run for; a new one with `SOTERIA_LONG=1`,
    /// and the one that `SOTERIA_TEST_SEED` gives.
    package static func seed(for test: String = #function, of suite: String = #fileID) -> UInt64 {
        let usual: UInt64 = variable("SOTERIA_LONG") == "1" ? .random(in: .min ... .max) : 1
        let seed = variable("SOTERIA_TEST_SEED").flatMap { UInt64($0) } ?? usual
        print("\(suite) \(test): seed \(seed)")
        return seed
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
