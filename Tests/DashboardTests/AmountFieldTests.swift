import Foundation
import SeededRandom
import Testing

@testable import Dashboard

/// Amounts in forms, with what stands beside them.
@Suite struct AmountFieldTests {
    /// As the dashboard reads for a browser that asks for this language.
    private func read(
        _ text: String, _ language: String = "en-GB", currency: String = ""
    ) throws -> AmountField? {
        let formats = try formats(language)
        let person = Locale(identifier: language.replacing("-", with: "_"))
        return try AmountField.read(
            text, currency: currency, AmountReader([formats.locale, person]))
    }

    private func formats(_ language: String) throws -> Formats {
        Formats(try Texts.english(), languages: [language])
    }

    @Test(arguments: [
        ("49.90", "en-GB", "49.90"), ("49,90", "de-DE", "49.90"), ("49.90", "de-DE", "49.90"),
        ("1.234,50", "de-DE", "1234.50"), ("1,234.50", "en-US", "1234.50"),
        ("1'234.50", "de-CH", "1234.50"), ("1 234,5", "fr-FR", "1234.5"),
        ("1\u{202F}234,5", "fr-FR", "1234.5"), ("12", "en-GB", "12"), (" 7 ", "en-GB", "7"),
        ("0", "en-GB", "0"), ("1,234,567", "en-US", "1234567"), ("1.234", "en-GB", "1.234"),
        ("1.234.567", "de-DE", "1234567"), ("-3.50", "en-GB", "-3.50"), ("1,234", "en-GB", "1234"),
        ("٤٩٫٩", "ar-EG", "49.9"), ("1,234,567.891", "en-GB", "1234567.891"),
        ("1,234", "de-DE", "1.234"), ("€ 1.234,50", "de-DE", "1234.50"), ("5 €", "de-DE", "5"),
        ("49,90 € EUR", "de-DE", "49.90"),
    ])
    func whatIsTypedIsUnderstood(text: String, language: String, amount: String) throws {
        #expect(try read(text, language)?.amount == amount)
    }

    @Test(arguments: [("1.234", "de-DE"), ("1.234 EUR", "de-DE"), ("€12.345", "de-AT")])
    func whatHasTwoMeaningsIsNotGuessedAt(text: String, language: String) {
        #expect(throws: AmountProblem.ambiguous) { try read(text, language) }
    }

    @Test(arguments: ["", "   ", "\t", "€"])
    func nothingIsNoAmount(text: String) throws {
        #expect(try read(text, currency: "EUR") == nil)
    }

    @Test(arguments: [
        "much", "5.", ".", ",", "1.2.3", "1,2,3", "1234.567.890", "1,23,456.7.8", "4 9x0", "--5",
        "1e3", "0x10", "1,234.567.890", "½", "<b>5</b>", "12-", "EUR", "1€50", "49,90", "0,500",
        "1.234,50", "1234,567", "٤٩",
    ])
    func whatIsNoNumberIsRefused(text: String) {
        #expect(throws: AmountProblem.unreadable) { try read(text) }
    }

    @Test(arguments: [
        ("49.90 EUR", "", "EUR"), ("EUR 49.90", "", "EUR"), ("49.90eur", "", "EUR"),
        ("49.90", "chf", "CHF"), ("49.90", " gbp ", "GBP"), ("€49.90", "EUR", "EUR"),
        ("USD 5", "EUR", "USD"),
    ])
    func currenciesStandBesideOrInTheirField(text: String, field: String, currency: String) throws {
        #expect(try read(text, currency: field)?.currency == currency)
    }

    @Test func noCurrencyIsNoneAtAll() throws {
        #expect(try read("5")?.currency == nil)
    }

    @Test(arguments: ["E", "EURO", "12", "€", "ÄÖÜ", "E R", "<b>"])
    func currenciesAreThreeLetters(currency: String) {
        #expect(throws: AmountProblem.notACurrency) { try read("5", currency: currency) }
    }

    /// A value that a form shows again is read as the same value.
    @Test(arguments: ["en-GB", "en-US", "de-DE", "fr-FR", "de-CH", "sv-SE", "en-IN"])
    func whatIsShownIsReadAgain(language: String) throws {
        let formats = try formats(language)
        for amount in ["0", "5", "49.90", "1234.5", "1000000000", "0.05", "12.345"] {
            let shown = AmountField.text(amount, formats)
            #expect(try read(shown, language)?.amount == amount, "\(shown)")
        }
    }

    /// Whatever is typed, what is read is a decimal of digits and at most one point.
    @Test func nothingElseEverComesOut() throws {
        let seed = SeededGenerator.seed()
        var generator = SeededGenerator(seed: seed)
        func next(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
        let letters = Array("0123456789..,,-' eE€x\u{301}")
        for _ in 0..<3000 {
            let text = String((0..<next(12)).map { _ in letters[next(letters.count)] })
            guard let amount = try? read(text)?.amount else { continue }
            let digits = amount.hasPrefix("-") ? amount.dropFirst() : amount[...]
            let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
            #expect(
                (1...2).contains(parts.count)
                    && parts.allSatisfy { part in
                        !part.isEmpty && part.utf8.allSatisfy { (48...57).contains($0) }
                    }, "\(text) became \(amount); seed \(seed)")
        }
    }
}
