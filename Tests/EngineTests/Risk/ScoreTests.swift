import Foundation
import RuleModel
import Testing

/// Scores are thousandths: read, added and written without binary fractions.
struct ScoreTests {
    @Test(arguments: [
        ("0", 0), ("1", 1000), ("0.0", 0), ("0.00", 0), ("0.000", 0), ("1.0", 1000),
        ("1.000", 1000), ("0.4", 400), ("0.40", 400), ("0.400", 400), ("0.125", 125),
        ("0.1", 100), ("0.01", 10), ("0.001", 1), ("0.999", 999), ("00.5", 500), ("0.29", 290),
        ("0.57", 570), ("0.58", 580),
    ])
    func reads(text: String, thousandths: Int) {
        #expect(Score(decimal: text)?.thousandths == thousandths)
    }

    @Test(arguments: [
        "", ".", ".5", "1.", "0.", "0.1234", "0.4000", "1.001", "2", "1.1", "-0.1", "+0.1", "-0",
        "1e-1", "0,4", "0.4 ", " 0.4", "0x1", "NaN", "inf", "0.4.0", "0..4", "４", "0.½", "10000",
        "99999999999999999999", "0.4f", "1_0", "\u{0}", "0.-1",
    ])
    func refuses(text: String) {
        #expect(Score(decimal: text) == nil)
    }

    @Test func refusesLongTextsWithoutATrap() {
        for count in [5, 18, 19, 20, 400, 10_000] {
            #expect(Score(decimal: String(repeating: "9", count: count)) == nil)
            #expect(Score(decimal: "0." + String(repeating: "9", count: count)) == nil)
        }
    }

    @Test func tenthsAddUp() throws {
        let weights = try ["0.30", "0.15", "0.15", "0.10", "0.10"].map {
            try #require(Score(decimal: $0))
        }
        let sum = weights.reduce(.zero, +)
        #expect(sum.description == "0.800")
        #expect(sum == Score(thousandths: 800))
        #expect(RiskLevels.standard.level(of: sum) == .critical)
        #expect(weights.reversed().reduce(.zero, +) == sum)
    }

    @Test func sumIsAtMostOne() {
        let high = Score(thousandths: 700)
        #expect((high + high).description == "1.000")
        #expect(Score.one + Score.one == .one)
        #expect(Score.zero + Score.zero == .zero)
        #expect(Score(thousandths: 5000) == .one)
        #expect(Score(thousandths: -5) == .zero)
    }

    @Test(arguments: [
        (0, "0.000"), (1, "0.001"), (10, "0.010"), (100, "0.100"), (400, "0.400"),
        (123, "0.123"), (999, "0.999"), (1000, "1.000"),
    ])
    func writesThreeDecimals(thousandths: Int, text: String) {
        let score = Score(thousandths: thousandths)
        #expect(score.description == text)
        #expect(Score(decimal: text) == score)
    }

    @Test func isCodedInThousandths() throws {
        let data = try JSONEncoder().encode([Score.zero, Score(thousandths: 123), .one])
        #expect(String(decoding: data, as: UTF8.self) == "[0,123,1000]")
        let scores = try JSONDecoder().decode([Score].self, from: data)
        #expect(scores.map(\.description) == ["0.000", "0.123", "1.000"])
    }

    @Test(arguments: [
        (0, RiskLevel.low), (399, .low), (400, .moderate), (599, .moderate), (600, .high),
        (799, .high), (800, .critical), (1000, .critical),
    ])
    func levelsHaveTheirEdges(thousandths: Int, level: RiskLevel) {
        #expect(RiskLevels.standard.level(of: Score(thousandths: thousandths)) == level)
    }

    @Test func levelsAreOrdered() {
        #expect(RiskLevel.allCases.sorted() == [.low, .moderate, .high, .critical])
        let levels = RiskLevels(
            moderate: Score(thousandths: 100), high: Score(thousandths: 101),
            critical: Score(thousandths: 1000))
        #expect(levels.level(of: Score(thousandths: 99)) == .low)
        #expect(levels.level(of: Score(thousandths: 100)) == .moderate)
        #expect(levels.level(of: Score(thousandths: 999)) == .high)
        #expect(levels.level(of: .one) == .critical)
    }
}
