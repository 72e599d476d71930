import Systemd
import Testing

@Suite struct JournalEntryTests {
    private func texts(_ entry: JournalEntry) -> [String] {
        entry.assignments.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func putsMessagePriorityAndIDFirstAndFieldsInOrder() {
        let entry = JournalEntry(
            message: "shopping is blocked", priority: .notice,
            messageID: MessageID(high: 0, low: 0xff),
            fields: ["B_FIELD": "2", "A_FIELD": "1", "C3": ""])
        #expect(
            texts(entry) == [
                "MESSAGE=shopping is blocked", "PRIORITY=5",
                "MESSAGE_ID=000000000000000000000000000000ff", "A_FIELD=1", "B_FIELD=2", "C3=",
            ])
        #expect(entry.rejectedFields == [])
    }

    @Test func leavesTheIDOutWhereThereIsNone() {
        #expect(
            texts(JournalEntry(message: "", priority: .emergency)) == ["MESSAGE=", "PRIORITY=0"])
    }

    @Test func keepsTheBytesOfValues() {
        let value = "two\nlines = and \u{0} and ünïcode"
        let entry = JournalEntry(message: "m", priority: .info, fields: ["VALUE": value])
        #expect(entry.assignments.last == Array("VALUE=\(value)".utf8))
    }

    @Test(arguments: ["A", "A1", "A_B", "SOTERIA_TARGET", String(repeating: "A", count: 64)])
    func acceptsFieldNames(name: String) {
        #expect(JournalEntry.isValid(fieldName: name))
        #expect(
            JournalEntry(message: "", priority: .info, fields: [name: "v"]).fields == [name: "v"])
    }

    @Test(arguments: [
        "", "_PID", "1A", "a", "A-B", "A B", "A=B", "A\n", "Ä", "AÄ",
        String(repeating: "A", count: 65),
    ])
    func refusesWhatJournaldWouldDrop(name: String) {
        #expect(!JournalEntry.isValid(fieldName: name))
        let entry = JournalEntry(message: "", priority: .info, fields: [name: "v", "GOOD": "w"])
        #expect(entry.fields == ["GOOD": "w"])
        #expect(entry.rejectedFields == [name])
    }

    @Test func refusesASecondMessagePriorityOrID() {
        let entry = JournalEntry(
            message: "m", priority: .info,
            fields: ["MESSAGE": "x", "PRIORITY": "0", "MESSAGE_ID": "y", "MESSAGES": "z"])
        #expect(entry.rejectedFields == ["MESSAGE", "MESSAGE_ID", "PRIORITY"])
        #expect(entry.fields == ["MESSAGES": "z"])
    }

    @Test func namesTheRejectedFieldsInTheEntry() {
        let entry = JournalEntry(
            message: "m", priority: .info,
            fields: ["bad": "1", "two\nlines": "2", String(repeating: "x", count: 500): "3"])
        let expected =
            "JOURNAL_REJECTED_FIELDS=bad \"two\\nlines\" " + String(repeating: "x", count: 80)
        #expect(texts(entry).last == expected)
    }

    @Test func prioritiesAreThoseOfSyslog() {
        #expect(Priority.allCases.map(\.rawValue) == Array(0...7))
        #expect(Priority.error.rawValue == 3)
        #expect(Priority.debug.rawValue == 7)
    }
}
