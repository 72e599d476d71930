import Engine
import GRDB
import Testing

@testable import EventStore

struct NumberTests {
    @Test("Only numbers outside of strings count, and only those that could overflow")
    func hugeNumbers() {
        let harmless = [
            "", "{}", #"{"a":1234567890123456}"#, #"{"a":"12345678901234567890"}"#,
            #"{"a":"\"99999999999999999999"}"#, #"{"a":"\\","b":1}"#, #"{"a":true,"b":false}"#,
            #"[1795296600000,1795296600000]"#, #"{"a":-1234567890123456}"#,
        ]
        for text in harmless { #expect(!EventRow.holdsHugeNumber(text), "\(text)") }
        let huge = [
            #"{"a":12345678901234567}"#, #"{"a":1e9}"#, #"{"a":-9223372036854775808}"#,
            #"{"a":"\\","b":12345678901234567}"#, #"[1E2]"#,
        ]
        for text in huge { #expect(EventRow.holdsHugeNumber(text), "\(text)") }
    }

    @Test("No kind of fact is coded with such a number")
    func samples() throws {
        var history = SampleHistory(seed: 100)
        let database = try DatabaseQueue()
        let events = history.events(2_000)
        #expect(Set(events.map(\.fact.kind)) == Set(Fact.Kind.allCases))
        let texts = try database.write { db in
            for step in Schema.steps { try db.execute(sql: step) }
            try EventRow.insert(events, db)
            return try String.fetchAll(db, sql: "SELECT fact FROM events")
        }
        #expect(texts.count == 2_000)
        #expect(texts.allSatisfy { !EventRow.holdsHugeNumber($0) })
    }

    @Test("A deadline that would overflow is unreadable and stops no start")
    func overflowingDeadline() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 101)
        let protection = Protection(
            id: 1, kind: .manualProtection, name: "p", targets: [], isStrict: false,
            length: .hours(1), deadline: Deadline(boot: BootID("boot-1"), elapsed: .hours(1)))
        var events = [history.event(.protectionStarted(protection))]
        events += history.events(600)
        let store = try open(directory).store
        #expect(await store.record(events).failure == nil)
        store.close()
        let database = try DatabaseQueue(path: directory.database)
        try await database.write { db in
            try db.execute(
                sql: """
                    UPDATE events SET
                      fact = replace(fact, '"elapsed":3600000', '"elapsed":-9223372036854775807')
                    WHERE sequence = 1
                    """)
            try db.execute(sql: "DELETE FROM checkpoints")
        }
        try database.close()
        let opening = try open(directory)
        defer { opening.store.close() }
        #expect(opening.unreadable.map(\.reason) == ["a number in it is too large"])
        #expect(opening.state == Array(events.dropFirst()).folded)
    }
}
