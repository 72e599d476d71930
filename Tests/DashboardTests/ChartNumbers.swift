import Foundation
import SeededRandom

@testable import Dashboard

/// Random values for charts that come again with their seed.
struct ChartNumbers: RandomNumberGenerator {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next() -> UInt64 { generator.next() }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// A range that holds zero.
    mutating func range(upTo size: Double) -> ClosedRange<Double> {
        let high = Double.random(in: 0...size, using: &self)
        return chance(70) ? 0...high : (-Double.random(in: 0...size, using: &self))...high
    }

    /// A name: short, long, of another script, dangerous, or none.
    mutating func name() -> String {
        let texts = [
            "", "a", "Monday", "Nights and mornings", "日本語の名前", "WWWWWWWW", "iiii",
            ChartTexts.hostile, "e\u{301}\u{302}\u{303}", "👩‍👩‍👧‍👦 family", "a\nb\tc",
        ]
        if chance(3) { return String(repeating: "<long> & ", count: 1_111) }
        return texts[below(texts.count)] + (chance(50) ? "\(below(1_000))" : "")
    }

    mutating func label() -> ChartLabel {
        chance(50) ? ChartLabel(name()) : ChartLabel(name(), short: name())
    }

    mutating func labels(_ count: Int) -> [ChartLabel] { (0..<count).map { _ in label() } }

    mutating func axis(_ count: Int) -> CategoryAxis {
        CategoryAxis(title: name(), labels: labels(count))
    }

    /// A number, often a small whole one, seldom a huge or a negative one.
    mutating func number() -> FiniteNumber? {
        switch below(12) {
        case 0: nil
        case 1: 0
        case 2: FiniteNumber(below(1_000_000_000))
        case 3: FiniteNumber(Double.random(in: 0...1, using: &self))
        case 4: chance(20) ? FiniteNumber(-below(1_000)) : 1
        case 5: chance(10) ? FiniteNumber(Int.max) : 3
        default: FiniteNumber(below(60))
        }
    }

    mutating func series(_ count: Int) -> [ChartSeries] {
        (0..<(1 + below(4))).map { _ in
            // One number too many or too few must not matter.
            let length = max(count + below(3) - 1, 0)
            return ChartSeries(name: name(), values: (0..<length).map { _ in number() })
        }
    }

    mutating func caption() -> ChartCaption {
        ChartCaption(
            id: "c\(below(1_000))", title: name(), description: name(), tableLabel: name(),
            emptyText: name())
    }
}

extension Double {
    /// The base to the power, 10 to the 2.5.
    static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
}
