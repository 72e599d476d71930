import SeededRandom
import Testing

@testable import Sealing

/// Phrases and codes as people type them.
struct TypedTests {
    private let phrase = Vectors.all.phrase

    @Test func everyMistypedSymbolIsFound() throws {
        let alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
        let symbols = Array(phrase.text)
        for index in symbols.indices where symbols[index] != "-" && index % 6 != 4 {
            for other in alphabet where other != symbols[index] {
                var typed = symbols
                typed[index] = other
                #expect(throws: Refusal.checkSymbol(group: index / 6 + 1)) {
                    try Phrase(reading: String(typed))
                }
            }
        }
    }

    @Test func swappedGroupsAreFound() throws {
        let groups = phrase.text.split(separator: "-").map(String.init)
        for one in 0..<6 {
            var swapped = groups
            swapped.swapAt(one, one + 1)
            #expect(throws: Refusal.checkSymbol(group: one + 1)) {
                try Phrase(reading: swapped.joined(separator: " "))
            }
        }
    }

    @Test(arguments: ["", " ", "-", "é", "YQEKT", "\u{212A}", "ſ", "YQEKT-W1DMR\0"])
    func whatIsNoPhraseIsRefused(text: String) {
        #expect(throws: Refusal.symbols) { try Phrase(reading: text) }
        #expect(throws: Refusal.symbols) { try PairingCode(reading: text) }
        #expect(throws: Refusal.symbols) { try Phrase(reading: phrase.text + text + "0") }
    }

    @Test func typingIsForgiven() throws {
        let id = try Phrase(reading: phrase.text).keys.id
        let typed = [
            phrase.text.lowercased(), phrase.text.replacing("-", with: ""),
            phrase.text.replacing("-", with: " \n"), phrase.text.replacing("-", with: "\u{2013}"),
            "\t\(phrase.text)\u{A0}", phrase.text.replacing("1", with: "i"),
        ]
        for text in typed { #expect(try Phrase(reading: text).keys.id == id, "\(text)") }
        let code = Vectors.all.pairing[0].code
        let typedCode = code.lowercased().replacing("0", with: "o").replacing("1", with: "L")
        #expect(try PairingCode(reading: "  \(typedCode)").text == code)
    }

    @Test func drawnPhrasesAreReadAgain() throws {
        var generator = SeededGenerator()
        for _ in 0..<200 {
            let phrase = Phrase(using: &generator)
            #expect(try Phrase(reading: phrase.text).text == phrase.text)
            let code = PairingCode(using: &generator)
            #expect(try PairingCode(reading: code.text).text == code.text)
            var damaged = Array(phrase.text.utf8)
            damaged.damage(&generator)
            _ = try? Phrase(reading: String(decoding: damaged, as: UTF8.self))
        }
    }

    /// Whatever prints a value by mistake prints no secret.
    @Test func secretsAreNotPrinted() throws {
        var generator = SeededGenerator()
        let phrase = Phrase(using: &generator)
        let code = PairingCode(using: &generator)
        let keys = try DeviceKeys(using: &generator)
        let epoch = try EpochKey(using: &generator)
        var printed = ""
        dump((phrase, code, keys, epoch), to: &printed)
        let secrets = [
            phrase.text, code.text, "\(Array(code.text.utf8))", "\(keys.secret.copiedBytes)",
            "\(epoch.key.copiedBytes)", "\(Array(keys.identity.signing.rawRepresentation))",
        ]
        for secret in secrets {
            #expect(!printed.contains(secret.filter { $0 != "[" && $0 != "]" }))
        }
    }
}
