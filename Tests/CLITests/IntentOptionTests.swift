import API
import ArgumentParser
import Testing

@testable import soteria

/// Intents given by options and by answers.
@Suite struct IntentOptionTests {
    @Test(
        arguments: [
            ("49.90", nil, "49.90", nil), ("0", nil, "0", nil), ("5 EUR", nil, "5", "EUR"),
            ("5", "USD", "5", "USD"), ("1000000000", nil, "1000000000", nil),
            ("0.001", nil, "0.001", nil), ("12,50", nil, "12.50", nil),
            ("12,5 EUR", nil, "12.5", "EUR"),
        ] as [(String, String?, String, String?)])
    func amountsAreRead(text: String, code: String?, amount: String, currency: String?) throws {
        let read = try AmountText.amount(text, currency: code)
        #expect(read.amount == amount && read.currency == currency)
    }

    @Test(arguments: [
        ("-0.01", "\"-0.01\" is negative"),
        ("", "\"\" is not an amount; write an amount like 49.90"),
        ("1.2345", "\"1.2345\" is not an amount; write an amount like 49.90"),
        ("NaN", "\"NaN\" is not an amount; write an amount like 49.90"),
        ("inf", "\"inf\" is not an amount; write an amount like 49.90"),
        ("1e5", "\"1e5\" is not an amount; write an amount like 49.90"),
        ("٣", "\"٣\" is not an amount; write an amount like 49.90"),
        ("1000000000.001", "\"1000000000.001\" is too large; the limit is 1000000000"),
        (
            "99999999999999999999999",
            "\"99999999999999999999999\" is too large; the limit is 1000000000"
        ),
        (
            "1,250",
            "\"1,250\" can be read in two ways; write thousands without a comma, and decimals "
                + "after a point"
        ),
        ("1,250.00", "\"1,250.00\" is not an amount; write an amount like 49.90"),
        ("5 €", "\"€\" is not a currency; write three capital letters, like EUR"),
        ("a\u{1b}", "\"a\u{fffd}\" is not an amount; write an amount like 49.90"),
    ])
    func whatIsNoAmountSaysWhy(text: String, sentence: String) {
        #expect(throws: Failure.self) { try AmountText.amount(text) }
        do {
            _ = try AmountText.amount(text)
        } catch {
            #expect(error.description == sentence)
        }
    }

    @Test(arguments: [("1", 1), ("1440", 1440), ("+5", 5)])
    func minutesAreRead(text: String, minutes: Int) throws {
        #expect(try MinutesText.minutes(text) == minutes)
    }

    @Test(arguments: ["0", "-1", "1441", "1.5", "", "99999999999999999999", "1h"])
    func whatAreNoMinutesIsRefused(text: String) {
        #expect(throws: Failure.self) { try MinutesText.minutes(text) }
    }

    @Test func whatIsRefusedIsForgottenAlone() {
        let intent = UnblockAPI.Intent(
            purpose: .planned, category: "gift", mood: "tired", amount: "5", currency: "EUR",
            minutes: 7)
        func rest(_ refusal: any TypedError) -> UnblockAPI.Intent? {
            IntentQuestions.without(refusal, intent)
        }
        var expected = intent
        expected.category = nil
        #expect(rest(UnblockAPI.UnknownCategory(category: "gift", known: [])) == expected)
        expected = intent
        expected.mood = nil
        #expect(rest(UnblockAPI.UnknownMood(mood: "tired", known: [])) == expected)
        expected = intent
        (expected.amount, expected.currency) = (nil, nil)
        #expect(rest(UnblockAPI.InvalidAmount(amount: "5", problem: "")) == expected)
        expected = intent
        expected.minutes = nil
        #expect(
            rest(UnblockAPI.InvalidMinutes(minutes: 7, minimum: 8, maximum: 9)) == expected)
        #expect(rest(UnblockAPI.Strict(target: "a")) == nil)
        #expect(rest(UnblockAPI.StoreUnavailable(reason: "a")) == nil)
    }

    @Test(arguments: [
        (
            "unblock",
            [
                "130", "Ctrl-C", "Ctrl-D", "SIGTERM", "1 if the block was kept",
                "k and press Enter", "asks nothing",
            ]
        ),
        (
            "pause",
            ["130", "Ctrl-C", "--protect [<length>]", "default as flag: 1h", "asks nothing"]
        ),
        ("protect", ["--strict", "soteria unblock --protection ID"]),
        (
            "prompts answer",
            [
                "\"soteria prompts\" shows the answers of each prompt", "exit statuses",
                "ask nothing more",
            ]
        ),
        (
            "auto-protection disable",
            ["<rule>", "cannot be switched off while its own strict protection runs."]
        ),
        ("targets ignore", ["<target>"]), ("quiet-hours enable", ["<schedule>"]),
    ])
    func helpSaysWhatToExpect(command: String, words: [String]) {
        let run = CommandRun(arguments: ["help"] + command.split(separator: " ").map(String.init))
        // However the lines are broken.
        let text = run.unwrappedOutput
        #expect(run.status == 0)
        for word in words { #expect(text.contains(word), "\(word)") }
    }
}
