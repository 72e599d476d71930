import Engine
import RuleModel
import Testing

@testable import soteria

/// Values of variables in words.
@Suite struct ValueTextTests {
    @Test(arguments: [
        (#"duration("1200s")"#, "20 min"), (#"duration("1799.999s")"#, "29 min"),
        (#"duration("5400.25s")"#, "1 h 30 min"), (#"duration("0.4s")"#, "0 s"),
        (#"duration("0s")"#, "0 s"), (#"duration("-90s")"#, "-1 min"),
        (#"duration("315360000s")"#, "none yet"), (#"duration("315359999s")"#, "3649 d 23 h"),
        ("0.6666666666666666", "0.67"), ("0.0", "0.00"), ("1.0", "1.00"), ("49.9", "49.90"),
        ("-0.25", "-0.25"), ("1e-07", "1e-07"), ("1.5e-07", "0.00"), ("1.5e300", "1.5e300"),
        ("23", "23"), ("true", "true"), (#""tired""#, #""tired""#), (#""0.5""#, #""0.5""#),
        (#"timestamp("2026-11-21T22:15:00.123Z")"#, "2026-11-21T22:15:00Z"),
        (#"timestamp("x")"#, #"timestamp("x")"#), (#"duration("x")"#, #"duration("x")"#),
        (#"duration("s")"#, #"duration("s")"#), (#"duration("nans")"#, #"duration("nans")"#),
        (#"duration(""#, #"duration(""#), ("nan", "nan"), ("", ""),
        ("[1.5, 2.5]", "[1.5, 2.5]"),
    ])
    func valuesAreShownAsPeopleWriteThem(value: String, expecting: String) {
        #expect(ValueText.text(value) == expecting)
    }

    @Test func whatStandsForNeverIsTheEnginesOwn() {
        let never = "duration(\"\(Vocabulary.never.milliseconds / 1000)s\")"
        #expect(ValueText.text(never) == "none yet")
    }
}
