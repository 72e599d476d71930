/// SplitMix64: the same numbers from the same seed, on every machine and by every compiler.
struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    /// True so many times in a thousand.
    mutating func chance(_ thousandths: Int) -> Bool { int(0...999) < thousandths }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[int(0...values.count - 1)] }

    /// Some of the values, in their order; at least one.
    mutating func some<Value>(_ values: [Value]) -> [Value] {
        let found = values.filter { _ in chance(500) }
        return found.isEmpty ? [pick(values)] : found
    }
}
