import Testing

@testable import Systemd

@Suite struct JournalConnectionTests {
    private func destination(
        _ stream: String?, _ standardError: JournalConnection.StandardError, socket: Bool = true
    ) -> Journal.Destination {
        JournalConnection(
            journalStream: stream, standardError: standardError, hasSocket: socket
        ).destination
    }

    @Test func sendsEntriesWhenStandardErrorIsTheJournalsStream() {
        #expect(destination("8:1234", .file(device: 8, inode: 1234)) == .journal)
    }

    @Test func writesLinesWhenStandardErrorWasRedirected() {
        #expect(destination("8:1234", .file(device: 8, inode: 99)) == .standardError)
        #expect(destination("8:1234", .file(device: 9, inode: 1234)) == .standardError)
        #expect(destination(nil, .file(device: 8, inode: 1234)) == .standardError)
    }

    @Test func writesLinesToATerminal() {
        #expect(destination("8:1234", .terminal) == .standardError)
        #expect(destination(nil, .terminal) == .standardError)
    }

    @Test func sendsEntriesWhenLinesWouldBeLost() {
        #expect(destination(nil, .nowhere) == .journal)
    }

    @Test func writesLinesWithoutAJournal() {
        #expect(
            destination("8:1234", .file(device: 8, inode: 1234), socket: false) == .standardError)
        #expect(destination(nil, .nowhere, socket: false) == .standardError)
    }

    @Test(arguments: ["", "8", "8:", ":1234", "8:1234:5", "x:y", " 8:1234", "08:1234"])
    func takesADamagedVariableForNone(stream: String) {
        #expect(destination(stream, .file(device: 8, inode: 1234)) == .standardError)
    }
}
