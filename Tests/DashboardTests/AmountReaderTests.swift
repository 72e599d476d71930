import Foundation
import SeededRandom
import Testing

@testable import Dashboard

/// Amounts as people type them where they live.
@Suite struct AmountReaderTests {
    private static let regions: [String: AmountReader] = [
        "us": AmountReader([Locale(identifier: "en_US")]),
        "de": AmountReader([Locale(identifier: "en_DE"), Locale(identifier: "de_DE")]),
        "fr": AmountReader([Locale(identifier: "en_FR"), Locale(identifier: "fr_FR")]),
        "ch": AmountReader([Locale(identifier: "en_CH"), Locale(identifier: "de_CH")]),
        // A German in America may write either.
        "both": AmountReader([Locale(identifier: "en_US"), Locale(identifier: "de_DE")]),
        "in": AmountReader([Locale(identifier: "en_IN")]),
        "eg": AmountReader([Locale(identifier: "en_EG"), Locale(identifier: "ar_EG")]),
        "hi": AmountReader([Locale(identifier: "en_IN"), Locale(identifier: "hi_IN")]),
    ]

    private func read(_ region: String, _ text: String) throws -> String {
        try #require(Self.regions[region]).decimal(text)
    }

    @Test(arguments: [
        ("us", "49.90", "49.90"), ("us", "600", "600"), ("us", " 600 ", "600"),
        ("us", "1,234", "1234"), ("us", "1,234.5", "1234.5"), ("us", "1,234,567.89", "1234567.89"),
        ("us", "0.5", "0.5"), ("us", "1.234", "1.234"), ("us", "1234.567", "1234.567"),
        ("de", "49,90", "49.90"), ("de", "49.90", "49.90"), ("de", "1.234,50", "1234.50"),
        ("de", "1.234.567", "1234567"), ("de", "1,234", "1.234"), ("de", "1 234,5", "1234.5"),
        ("de", "1,234.50", "1234.50"), ("de", "0.500", "0.500"), ("de", "0,5", "0.5"),
        ("fr", "49,90", "49.90"), ("fr", "1\u{202F}234,50", "1234.50"),
        ("fr", "1\u{A0}234", "1234"), ("fr", "49.90", "49.90"),
        ("ch", "1’234.50", "1234.50"), ("ch", "1'234", "1234"), ("in", "500.25", "500.25"),
        ("fr", "1,234", "1.234"), ("both", "49,90", "49.90"), ("both", "1,234,567", "1234567"),
        ("eg", "٤٩٫٩", "49.9"), ("eg", "١٬٢٣٤", "1234"), ("eg", "49.90", "49.90"),
        ("hi", "५००.२५", "500.25"), ("us", "-5", "-5"), ("us", "−5", "-5"), ("us", "007", "007"),
    ])
    func amountsAreReadAsTheyAreMeant(region: String, text: String, expected: String) throws {
        #expect(try read(region, text) == expected)
    }

    @Test(arguments: [
        ("de", "1.234"), ("both", "1,234"), ("both", "1.234"), ("de", "12.345"), ("de", "-1.234"),
    ])
    func whatHasTwoMeaningsIsNotGuessedAt(region: String, text: String) {
        #expect(throws: AmountProblem.ambiguous) { try read(region, text) }
    }

    @Test(arguments: [
        ("us", "49,90"), ("us", "1.234,56"), ("us", "€49.90"), ("us", "forty"), ("us", "1e9"),
        ("us", "1..2"), ("us", ".5"), ("us", "5."), ("us", "1,23,456"), ("us", "1.2.3"),
        ("us", "12,34"), ("us", "0,123"), ("us", "49.9012"), ("de", "1,234,567"),
        ("de", "1.23.456,00"),
        ("us", "1 2"), ("us", "-"), ("us", "--5"), ("us", "5-"), ("us", "+5"), ("us", "٤٩"),
        ("us", "4\u{301}9"), ("us", "1\t000"), ("us", "<script>"), ("us", "NaN"),
        ("eg", "½"), ("eg", "²"), ("us", "1٬234"), ("eg", "4\u{301}9"),
    ])
    func everythingElseIsNoAmount(region: String, text: String) {
        #expect(throws: AmountProblem.unreadable) { try read(region, text) }
    }

    @Test(arguments: ["", " ", "\u{A0}\n"])
    func nothingTypedIsNothing(text: String) {
        #expect(throws: AmountProblem.empty) { try read("us", text) }
    }

    @Test func longTextsAreReadInLinearTime() throws {
        let digits = String(repeating: "9", count: 100_000)
        #expect(try read("us", digits) == digits)
        let groups = "1" + String(repeating: ",000", count: 20_000)
        #expect(try read("us", groups).count == 60_001)
    }

    /// Whatever is understood comes out as the daemon reads it.
    @Test func whatComesOutIsAlwaysADecimal() throws {
        let seed = SeededGenerator.seed()
        var generator = SeededGenerator(seed: seed)
        let letters = Array("0123456789.,  '-’٫x")
        var read = 0
        for _ in 0..<4_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0..<9, using: &generator) {
                text.append(letters[Int.random(in: letters.indices, using: &generator)])
            }
            for (region, reader) in Self.regions {
                guard let decimal = try? reader.decimal(text) else { continue }
                read += 1
                let isDecimal = decimal.wholeMatch(of: /-?[0-9]+(\.[0-9]{1,3})?/) != nil
                #expect(isDecimal, "\(region) \(text) seed \(seed)")
                let typed = text.filter { $0.isASCII && $0.isNumber }
                #expect(
                    decimal.filter { $0.isASCII && $0.isNumber } == typed, "\(text) seed \(seed)")
            }
        }
        #expect(read > 100)
    }
}
