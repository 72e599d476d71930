/// Random numbers from a seed. The same seed gives the same draws on every machine, so only sums
/// and products are used, never a function whose last digit a library may round differently.
///
/// The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    /// The draws of a seed; each of its streams is a separate sequence.
    init(seed: UInt64, stream: Int) {
        var mixing = SeededRandom(state: seed ^ (UInt64(bitPattern: Int64(stream)) &* 0x9e37_79b9))
        state = mixing.next()
    }

    init(state: UInt64) { self.state = state }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to 1, all equally likely.
    mutating func fraction() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    mutating func chance(_ probability: Double) -> Bool { fraction() < probability }

    /// A whole number of a range, all equally likely.
    mutating func whole(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(fraction() * Double(range.count))
    }

    /// A number around 1: from 0.35 to 1.65, the middle most likely.
    mutating func factor() -> Double { 0.35 + (fraction() + fraction()) * 0.65 }

    /// A random count that is `mean` on average.
    mutating func count(mean: Double) -> Int { Int(mean * factor() + fraction()) }

    /// One of several choices, with probabilities by weight; `other` if no weight is positive.
    mutating func pick<Choice>(_ choices: [(choice: Choice, weight: Double)], else other: Choice)
        -> Choice
    {
        var left = fraction() * choices.reduce(0) { $0 + $1.weight }
        for (choice, weight) in choices {
            left -= weight
            if left < 0 { return choice }
        }
        return other
    }
}
