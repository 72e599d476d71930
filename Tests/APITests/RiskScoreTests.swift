import API
import Testing
import Varlink

/// Scores on the socket: exactly three decimals, whatever the number.
@Suite struct RiskScoreTests {
    @Test(arguments: [
        (0, "0.000"), (1, "0.001"), (50, "0.050"), (400, "0.400"), (999, "0.999"), (1000, "1.000"),
    ])
    func threeDecimalsAlways(thousandths: Int, text: String) throws {
        let score = FixedPoint(thousandths: thousandths)
        #expect(score.description == text)
        #expect(try JSON(encoding: ["score": score]).text == "{\"score\":\(text)}")
        let read = try JSON(parsing: "{\"score\":\(text)}").decode(as: [String: FixedPoint].self)
        #expect(read["score"] == score)
    }

    @Test(arguments: [("1", 1000), ("0.4", 400), ("4e-1", 400), ("0.1234", 123), ("0.9996", 1000)])
    func otherWritersAreUnderstood(text: String, thousandths: Int) throws {
        let read = try JSON(parsing: "[\(text)]").decode(as: [FixedPoint].self)
        #expect(read == [FixedPoint(thousandths: thousandths)])
    }

    @Test(arguments: ["\"0.4\"", "null", "1e300", "true"])
    func whatIsNoScoreIsRefused(text: String) throws {
        let value = try JSON(parsing: "[\(text)]")
        #expect(throws: DecodingError.self) { try value.decode(as: [FixedPoint].self) }
    }

    @Test func scoresCompareByTheirValue() {
        #expect(FixedPoint(thousandths: 399) < FixedPoint(thousandths: 400))
        #expect(!(FixedPoint(thousandths: 400) < FixedPoint(thousandths: 400)))
    }
}
