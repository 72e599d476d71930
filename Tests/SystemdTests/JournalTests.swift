import TestBus
import Foundation
import Glibc
import Synchronization
import Testing

@testable import Systemd

@Suite(.timeLimit(.minutes(30))) struct JournalTests {
    private static let isJournalReadable: Bool = {
        let journalctl = Command("/usr/bin/journalctl", ["--quiet", "--lines=1", "--output=cat"])
        return Command.exists(journalctl.program)
            && (try? journalctl.run())?.output.isEmpty == false
    }()

    @Test func lendsEachAssignmentAsOneVector() {
        let assignments = [Array("MESSAGE=a".utf8), Array("EMPTY=".utf8), Array("B=\n\0".utf8)]
        let seen = Journal.withVectors(of: assignments) { vectors in
            vectors.map { Array(UnsafeRawBufferPointer(start: $0.iov_base, count: $0.iov_len)) }
        }
        #expect(seen == assignments)
        #expect(Journal.withVectors(of: []) { $0.count } == 0)
    }

    @Test func handsEntriesToTheGivenFunction() {
        let seen = Mutex<[JournalEntry]>([])
        let journal = Journal { entry in seen.withLock { $0.append(entry) } }
        journal.send(message: "plain")
        let id = MessageID(high: 7, low: 8)
        journal.send(message: "whole", priority: .error, messageID: id, fields: ["F": "v"])
        #expect(
            seen.withLock { $0 } == [
                JournalEntry(message: "plain", priority: .info),
                JournalEntry(
                    message: "whole", priority: .error, messageID: id, fields: ["F": "v"]),
            ])
    }

    @Test func writesLinesToStandardError() async throws {
        let result = await #expect(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) {
            Journal(destination: .standardError).send(
                message: "a line", priority: .notice, fields: ["FIELD": "two words"])
        }
        let text = try String(decoding: #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("notice: a line FIELD=\"two words\"\n"))
    }

    @Test func goesOnWithoutStandardError() async {
        await #expect(processExitsWith: .exitCode(7)) {
            close(STDERR_FILENO)
            Journal(destination: .standardError).send(message: "to nobody")
            exit(7)
        }
    }

    @Test(
        .enabled(
            if: access(JournalConnection.socketPath, W_OK) == 0,
            "no systemd-journald runs here: its socket is missing"),
        .enabled(if: isJournalReadable, "this user may not read the journal"))
    func reachesTheJournalWithItsFields() throws {
        let marker = UUID().uuidString
        let value = "two\nlines"
        Journal(destination: .journal).send(
            message: "test of the journal", priority: .debug,
            messageID: MessageID(high: 1, low: 2),
            fields: ["SYSTEMD_TESTS_MARKER": marker, "SYSTEMD_TESTS_VALUE": value])
        // The journal has an entry as soon as journald got to it; --sync waits for that where
        // allowed.
        _ = try Command("/usr/bin/journalctl", ["--sync"]).run()
        var found = ""
        for _ in 0..<200 where found.isEmpty {
            found = try Command(
                "/usr/bin/journalctl", ["-o", "json", "SYSTEMD_TESTS_MARKER=\(marker)"]
            ).run().output
        }
        let entry = try #require(
            JSONSerialization.jsonObject(with: Data(found.utf8)) as? [String: Any])
        #expect(entry["MESSAGE"] as? String == "test of the journal")
        #expect(entry["PRIORITY"] as? String == "7")
        #expect(entry["MESSAGE_ID"] as? String == "00000000000000010000000000000002")
        #expect(entry["SYSTEMD_TESTS_VALUE"] as? String == value)
    }
}
