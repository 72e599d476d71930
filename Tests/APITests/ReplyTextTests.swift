import API
import Testing
import Varlink

/// Replies as text.
@Suite struct ReplyTextTests {
    @Test func compactIsOneLine() throws {
        #expect(
            try ReplyText.compact(QuietHoursAPI.Strict(until: Sample.now))
                == #"{"until":"2026-11-21T22:30:00+01:00"}"#)
    }

    @Test func prettyIsIndentedAndLosesNothing() throws {
        let value: JSON = ["a": [], "b": [1, ["c": "x\n"]], "d": [:], "e": nil]
        let text = try ReplyText.pretty(value)
        #expect(
            text == """
                {
                  "a": [],
                  "b": [
                    1,
                    {
                      "c": "x\\n"
                    }
                  ],
                  "d": {},
                  "e": null
                }
                """)
        #expect(try JSON(parsing: text) == value)
    }

    @Test func scoresKeepTheirDecimals() throws {
        #expect(try ReplyText.pretty([FixedPoint(thousandths: 400)]) == "[\n  0.400\n]")
    }
}
