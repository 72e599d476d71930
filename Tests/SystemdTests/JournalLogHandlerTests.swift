import Logging
import Synchronization
import Testing

@testable import Systemd

@Suite struct JournalLogHandlerTests {
    private final class Entries: Sendable {
        private let entries = Mutex<[JournalEntry]>([])
        var all: [JournalEntry] { entries.withLock { $0 } }

        func journal() -> Journal {
            Journal { entry in self.entries.withLock { $0.append(entry) } }
        }
    }

    private let entries = Entries()

    private func logger(
        prefix: String = "EXAMPLE_", provider: Logger.MetadataProvider? = nil
    ) -> Logger {
        var handler = JournalLogHandler(
            label: "daemon", journal: entries.journal(), fieldPrefix: prefix, logLevel: .trace)
        handler.metadataProvider = provider
        return Logger(label: "daemon") { _ in handler }
    }

    @Test func makesFieldsOfMetadata() {
        logger().notice(
            "blocked",
            metadata: ["target": "shopping", "EXAMPLE_REASON": "quiet_hours", "a-b.c": "x"])
        #expect(
            entries.all == [
                JournalEntry(
                    message: "blocked", priority: .notice,
                    fields: [
                        "LOGGER": "daemon", "EXAMPLE_TARGET": "shopping",
                        "EXAMPLE_REASON": "quiet_hours", "EXAMPLE_A_B_C": "x",
                    ])
            ])
    }

    @Test func takesTheMessageIDFromMetadata() {
        let id = MessageID(high: 3, low: 4)
        logger().info("m", metadata: ["MESSAGE_ID": "\(id)"])
        logger().info("m", metadata: ["MESSAGE_ID": "no id"])
        #expect(entries.all.map(\.messageID) == [id, nil])
        #expect(entries.all[0].fields == ["LOGGER": "daemon"])
        #expect(entries.all[1].fields["EXAMPLE_MESSAGE_ID"] == "no id")
    }

    @Test func mapsLevelsToPriorities() {
        let logger = logger()
        for level in Logger.Level.allCases { logger.log(level: level, "m") }
        #expect(
            entries.all.map(\.priority) == [
                .debug, .debug, .info, .notice, .warning, .error, .critical,
            ])
    }

    @Test func letsTheNearestMetadataWin() {
        var logger = logger(provider: .init { ["b": "provider", "c": "provider"] })
        logger[metadataKey: "a"] = "logger"
        logger[metadataKey: "b"] = "logger"
        logger.info("m", metadata: ["c": "entry"])
        let fields = entries.all.first?.fields
        #expect(fields?["EXAMPLE_A"] == "logger")
        #expect(fields?["EXAMPLE_B"] == "provider")
        #expect(fields?["EXAMPLE_C"] == "entry")
    }

    @Test func loggersAreValues() {
        var one = logger()
        let other = one
        one[metadataKey: "x"] = "1"
        one.logLevel = .error
        #expect(other[metadataKey: "x"] == nil)
        #expect(other.logLevel == .trace)
        one.info("too low")
        #expect(entries.all.isEmpty)
    }

    @Test(arguments: [
        ("", "", "FIELD_"), ("", "9lives", "FIELD_9LIVES"), ("", "_pid", "FIELD__PID"),
        ("P_", "ünï", "P___N__"), ("P_", "p_x", "P_X"),
        ("", String(repeating: "x", count: 80), String(repeating: "X", count: 64)),
        ("", String(repeating: "_", count: 80), "FIELD_" + String(repeating: "_", count: 58)),
    ])
    func makesAValidNameOfAnyKey(prefix: String, key: String, expected: String) {
        let handler = JournalLogHandler(
            label: "", journal: entries.journal(), fieldPrefix: prefix)
        let name = handler.fieldName(key)
        #expect(name == expected)
        #expect(JournalEntry.isValid(fieldName: name))
    }

    @Test func writesNestedMetadataAsText() {
        logger().info("m", metadata: ["list": ["a", "b"]])
        #expect(entries.all.first?.fields["EXAMPLE_LIST"] == "[\"a\", \"b\"]")
    }

    @Test func carriesAnError() {
        logger().error("failed", error: SystemError(function: "open", code: 2))
        #expect(
            entries.all.first?.fields["EXAMPLE_ERROR"] == "open: No such file or directory (2)")
    }
}
