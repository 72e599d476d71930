import Foundation
import Synchronization
import Systemd
import Testing

@testable import soteria_agent

/// The agent's journal entries.
struct EntryKindTests {
    private static func entries(_ body: (Journal) -> Void) -> [JournalEntry] {
        let collected = Collected()
        body(Journal { entry in collected.entries.withLock { $0.append(entry) } })
        return collected.entries.withLock { $0 }
    }

    private final class Collected: Sendable {
        let entries = Mutex<[JournalEntry]>([])
    }

    @Test("Every kind has an id of its own")
    func ids() {
        #expect(Set(EntryKind.allCases.map(\.id)).count == EntryKind.allCases.count)
        for kind in EntryKind.allCases {
            #expect(kind.id.description == kind.rawValue)
        }
    }

    @Test("Every kind is in the catalog, and nothing else")
    func catalog() throws {
        let path = URL(filePath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "systemd/soteria-agent.catalog")
        let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
        let ids = lines.filter { $0.hasPrefix("-- ") }.map { String($0.dropFirst(3)) }
        #expect(ids.sorted() == EntryKind.allCases.map(\.rawValue).sorted())
    }

    @Test(
        "Notes carry what the catalog's text needs",
        arguments: [
            (.froze, .froze, .info), (.thawed, .thawed, .info), (.ended, .ended, .notice),
            (.thawedByOthers, .thawedByOthers, .notice),
            (.killed, .killed, .notice), (.exempt(.audio), .spared, .notice),
            (.notFrozen("x"), .notFrozen, .warning), (.notThawed("x"), .notThawed, .error),
            (.discarded, .discarded, .notice),
        ] as [(AppLogEntry.Kind, EntryKind, Priority)])
    func notes(_ what: AppLogEntry.Kind, _ kind: EntryKind, _ priority: Priority) {
        let note = AppLogEntry(kind: what, unit: "app-x-a-1.scope", app: "a", targets: ["b", "c"])
        let entries = Self.entries { $0.send(note) }
        #expect(entries.count == 1)
        #expect(entries.first?.messageID == kind.id)
        #expect(entries.first?.priority == priority)
        #expect(entries.first?.message.hasPrefix("a (app-x-a-1.scope) ") == true)
        #expect(entries.first?.fields["SOTERIA_UNIT"] == "app-x-a-1.scope")
        #expect(entries.first?.fields["SOTERIA_APP"] == "a")
        #expect(entries.first?.fields["SOTERIA_TARGET"] == "b c")
        #expect(entries.first?.rejectedFields.isEmpty == true)
    }

    @Test("A reason is said where there is one")
    func reasons() {
        let sent = { (kind: AppLogEntry.Kind) in
            Self.entries {
                $0.send(AppLogEntry(kind: kind, unit: "u.scope", app: "a", targets: []))
            }.first?.fields["SOTERIA_REASON"]
        }
        #expect(sent(.froze) == nil)
        #expect(sent(.exempt(.terminal)) == Exemption.terminal.text)
        #expect(sent(.notThawed("stuck")) == "stuck")
    }
}
