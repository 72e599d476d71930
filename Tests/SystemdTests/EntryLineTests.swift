import Systemd
import Testing

@Suite struct EntryLineTests {
    private func line(_ message: String, _ fields: [String: String] = [:]) -> String {
        EntryLine.text(of: JournalEntry(message: message, priority: .warning, fields: fields))
    }

    @Test func readsAsLevelMessageAndFields() {
        #expect(
            line("shopping is blocked", ["TARGET": "shopping", "REASON": "quiet_hours"])
                == "warning: shopping is blocked REASON=quiet_hours TARGET=shopping")
        #expect(line("alone") == "warning: alone")
    }

    @Test func leavesTheMessageIDAndTheLoggerOut() {
        let entry = JournalEntry(
            message: "m", priority: .error, messageID: MessageID(high: 1, low: 1),
            fields: ["LOGGER": "daemon"])
        #expect(EntryLine.text(of: entry) == "error: m")
        #expect(EntryLine.words(of: entry) == "error: m")
    }

    @Test(arguments: [
        ("", "\"\""), ("two words", "\"two words\""), ("say \"hi\"", "\"say \\\"hi\\\"\""),
        ("back\\slash", "\"back\\\\slash\""), ("two\nlines", "\"two\\nlines\""),
        ("\u{1b}[2J", "\"\\u{1b}[2J\""), ("tab\there", "\"tab\\u{9}here\""), ("für", "für"),
        ("a=b", "a=b"),
    ])
    func quotesWhatIsNotOnePlainWord(value: String, expected: String) {
        #expect(line("m", ["F": value]) == "warning: m F=\(expected)")
    }

    @Test func keepsTheLinesOfAMessageAndDisarmsTheTerminal() {
        #expect(line("one\n\ttwo") == "warning: one\n\ttwo")
        #expect(line("clear \u{1b}[2J\r\u{7}") == "warning: clear \\u{1b}[2J\\u{d}\\u{7}")
        #expect(line("\u{9b}31m") == "warning: \\u{9b}31m")
    }
}
