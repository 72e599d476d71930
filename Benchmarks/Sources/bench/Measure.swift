/// One row of the table: what was measured, our figure, its bar, and what it stands against.
struct Row {
    var work: String
    var figure: String
    var bar: String
    var note = ""
}

/// Medians of several runs of a piece of work.
enum Measure {
    /// Nanoseconds for one call of `body`, the median of `runs` runs of `count` calls each.
    static func nanoseconds(runs: Int = 9, count: Int, _ body: () -> Void) -> Double {
        let clock = ContinuousClock()
        var figures: [Double] = []
        for _ in 0..<runs {
            let passed = clock.measure { for _ in 0..<count { body() } }
            let (seconds, attoseconds) = passed.components
            figures.append((Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(count))
        }
        return figures.sorted()[runs / 2]
    }

    /// Three significant figures with a unit.
    static func text(_ nanoseconds: Double) -> String {
        let units = [("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
        let unit = units.last { nanoseconds >= $0.1 } ?? units[0]
        let value = nanoseconds / unit.1
        let digits = value >= 100 ? 1.0 : value >= 10 ? 10.0 : 100.0
        return "\((value * digits).rounded() / digits) \(unit.0)"
    }
}

/// Keeps a result from being optimised away.
@inline(never) @_optimize(none)
func consume(_ value: some Any) {}
