import Engine
import Foundation
import RuleModel
import Testing

/// Amounts are decimal numbers in thousandths, never binary fractions.
struct MoneyTests {
    @Test(
        arguments: [
            ("0", 0), ("0.0", 0), ("0.00", 0), ("0.000", 0), ("1", 1000), ("49.90", 49_900),
            ("49.9", 49_900), ("0.01", 10), ("0.001", 1), ("0.1", 100), ("0.29", 290),
            ("0.57", 570), ("1.005", 1005), ("00012.50", 12_500), ("1000", 1_000_000),
            ("999999999.999", 999_999_999_999), ("1000000000", 1_000_000_000_000),
            ("1000000000.000", 1_000_000_000_000), ("1234567.89", 1_234_567_890),
        ] as [(String, Int64)])
    func reads(text: String, thousandths: Int64) throws {
        #expect(try Money(decimal: text).thousandths == thousandths)
    }

    @Test(arguments: ["-1", "-0.01", "-0.001", "-49.90", "-1000000001", "-99999999999999999999"])
    func negative(text: String) {
        #expect(throws: Money.Problem.negative) { try Money(decimal: text) }
    }

    @Test(arguments: [
        "1000000000.001", "1000000001", "9999999999", "99999999999999999999",
        "1e0".replacing(
            "e", with: String(repeating: "0", count: 400)),
    ])
    func enormous(text: String) {
        #expect(throws: Money.Problem.enormous) { try Money(decimal: text) }
    }

    @Test(arguments: [
        "", "-", ".", ".5", "5.", "-.5", "1.2345", "0.0000", "1,50", "1.000.000", "1..5", "+1",
        "--1", "1-", "1e3", "1E3", "0x10", "NaN", "nan", "inf", "Infinity", "-inf", " 1", "1 ",
        "1 000", "1_000", "1'000", "€5", "5€", "5 EUR", "ten", "١٢", "４", "½", "\u{0}", "1\u{0}",
        "1.5\n", "9999999999999999x", "1000000001.x",
    ])
    func notDecimal(text: String) {
        #expect(throws: Money.Problem.notDecimal) { try Money(decimal: text) }
    }

    @Test func longTextsWithoutATrap() {
        for count in [18, 19, 20, 1000, 100_000] {
            let nines = String(repeating: "9", count: count)
            #expect(throws: Money.Problem.enormous) { try Money(decimal: nines) }
            #expect(throws: Money.Problem.negative) { try Money(decimal: "-" + nines) }
            #expect(throws: Money.Problem.notDecimal) { try Money(decimal: "1." + nines) }
            let zeros = String(repeating: "0", count: count)
            #expect((try? Money(decimal: zeros + "7"))?.thousandths == 7000)
        }
    }

    @Test(arguments: ["EUR", "USD", "JPY", "XXX"])
    func currencies(code: String) throws {
        #expect(try Money(decimal: "1", currency: code).currency == code)
    }

    @Test(arguments: ["", "eur", "Eur", "EU", "EURO", "€", "E R", "E1R", "ÄÖÜ", "EUR\u{0}"])
    func notACurrency(code: String) {
        #expect(throws: Money.Problem.notACurrency) { try Money(decimal: "1", currency: code) }
    }

    @Test(
        arguments: [
            (0, "0.00"), (1, "0.001"), (10, "0.01"), (100, "0.10"), (1000, "1.00"),
            (49_900, "49.90"), (49_905, "49.905"), (1_000_000_000_000, "1000000000.00"),
        ] as [(Int64, String)])
    func writes(thousandths: Int64, text: String) throws {
        let money = try #require(Money(thousandths: thousandths))
        #expect(money.decimal == text)
        #expect(try Money(decimal: text) == money)
    }

    @Test func outOfRange() {
        #expect(Money(thousandths: -1) == nil)
        #expect(Money(thousandths: .min) == nil)
        #expect(Money(thousandths: Money.limit)?.decimal == "1000000000.00")
        #expect(Money(thousandths: Money.limit + 1) == nil)
        #expect(Money(thousandths: .max) == nil)
    }

    @Test func isCoded() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode([
            try Money(decimal: "49.90", currency: "EUR"), try Money(decimal: "0.001"),
        ])
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"[{"currency":"EUR","thousandths":49900},{"thousandths":1}]"#)
        let read = try JSONDecoder().decode([Money].self, from: data)
        #expect(read.map(\.decimal) == ["49.90", "0.001"])
    }

    /// A damaged store is an error, not a trap and not another amount.
    @Test(arguments: [
        #"{"thousandths":-1}"#, #"{"thousandths":1000000000001}"#, #"{"thousandths":1.5}"#,
        #"{"thousandths":"1"}"#, #"{}"#, #"{"currency":"EUR"}"#, "49.90",
        #"{"thousandths":99999999999999999999}"#,
    ])
    func damaged(text: String) {
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(Money.self, from: Data(text.utf8))
        }
    }
}
