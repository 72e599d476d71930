import Engine
import Foundation
import RuleModel
import Synchronization
import Testing

@testable import EventStore

/// The form of exports, and their interaction with other operations.
struct ExportTests {
    /// Two events that never change.
    private func small() async throws -> (TestDirectory, EventStore) {
        let directory = TestDirectory()
        let device = String(repeating: "0a", count: 16)
        try open(directory).store.close()
        try await directory.change("UPDATE meta SET value = '\(device)' WHERE key = 'device'")
        let store = try open(directory).store
        let events = [
            Event(
                sequence: 1, at: start, offset: 3600, elapsed: .seconds(60), boot: BootID("b"),
                fact: .daemonStopped),
            Event(
                sequence: 2, at: start + TimeSpan(milliseconds: 7), offset: -60,
                elapsed: .seconds(61), boot: BootID("b"), fact: .blockKept(request: 1)),
        ]
        #expect(await store.record(events).failure == nil)
        return (directory, store)
    }

    @Test("JSON Lines: a header, an object for each event, and an end")
    func jsonLines() async throws {
        let (directory, store) = try await small()
        let hashes = try await store.linked().map(\.hash.hexadecimal)
        let (text, isComplete) = try await store.exported(.jsonLines)
        let device = String(repeating: "0a", count: 16)
        let chain = ChainHash.anchor(device: device).hexadecimal
        let lines = [
            #"{"soteria":"export","version":1,"table":"events","device":"\#(device)","#
                + #""base":0,"chain":"\#(chain)"}"#,
            #"{"sequence":1,"at":"2026-11-21T21:30:00.000Z","offset":3600,"elapsed":60000,"#
                + #""boot":"b","kind":"daemonStopped","fact":{"daemonStopped":{}},"#
                + #""hash":"\#(hashes[0])"}"#,
            #"{"sequence":2,"at":"2026-11-21T21:30:00.007Z","offset":-60,"elapsed":61000,"#
                + #""boot":"b","kind":"blockKept","fact":{"blockKept":{"request":1}},"#
                + #""hash":"\#(hashes[1])"}"#,
            #"{"soteria":"end","events":2,"sequence":2,"hash":"\#(hashes[1])"}"#,
        ]
        #expect(text == lines.joined(separator: "\n") + "\n")
        #expect(isComplete)
        store.close()
        #expect(directory.setAside.isEmpty)
    }

    @Test("CSV: names, a header, a row for each event, and an end, each with CR LF")
    func csv() async throws {
        let (directory, store) = try await small()
        let hashes = try await store.linked().map(\.hash.hexadecimal)
        let text = try await store.exported(.csv).text
        let rows = text.components(separatedBy: "\r\n")
        #expect(rows.count == 6 && rows.last == "")
        #expect(rows[0] == "sequence,at,offset,elapsed,boot,kind,fact,hash")
        #expect(rows[1].hasPrefix(#",,,,,header,"{""soteria"":""export"",""version"":1,"#))
        #expect(
            rows[2] == "1,2026-11-21T21:30:00.000Z,3600,60000,b,daemonStopped,"
                + #""{""daemonStopped"":{}}",\#(hashes[0])"#)
        #expect(rows[4].hasPrefix(#",,,,,footer,"{""soteria"":""end"",""events"":2,"#))
        store.close()
        #expect(directory.setAside.isEmpty)
    }

    @Test("Every line of JSON Lines is JSON, and the columns are those that are documented")
    func documented() async throws {
        let directory = TestDirectory()
        var history = SampleHistory(seed: 310)
        let events = history.events(300)
        let store = try open(directory).store
        #expect(await store.record(events).failure == nil)
        _ = try await store.removed(before: events[40].at).get()
        let names = Set(ExportColumn.columns(of: .events).map(\.name))
        let lines = try await store.exported(.jsonLines).text.split(separator: "\n")
        #expect(lines.count == 260 + 3)
        for line in lines {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            let members = try #require(object as? [String: Any])
            if members["soteria"] == nil { #expect(Set(members.keys) == names) }
        }
        #expect(lines[1].hasPrefix(#"{"soteria":"checkpoint","#))
        store.close()
        for table in ExportTable.allCases {
            let columns = ExportColumn.columns(of: table)
            #expect(Set(columns.map(\.name)).count == columns.count)
            for column in columns { #expect(column.meaning.hasSuffix(".")) }
        }
    }

    @Test("What is recorded while it runs is left to the next")
    func snapshot() async throws {
        let directory = TestDirectory()
        let store = try open(directory, .quick.with { $0.batch = 10 }).store
        var history = SampleHistory(seed: 311)
        #expect(await store.record(history.events(100)).failure == nil)
        let gate = Gate()
        let pieces = Collector<String>()
        async let ending = withCheckedContinuation { answer in
            store.export(.events, format: .jsonLines) { piece in
                pieces.add(piece)
                gate.passOnce()
                return true
            } completion: {
                answer.resume(returning: $0)
            }
        }
        await gate.reached()
        // A taker that takes nothing holds up neither those who record nor those who read.
        #expect(await store.record(history.events(50)).failure == nil)
        #expect(try await store.all().count == 150)
        gate.open()
        #expect(try await ending.get())
        #expect(pieces.all.joined().contains(#""events":100,"sequence":100"#))
        store.close()
    }

    @Test("It ends when its taker has enough, and says so when retention takes what was to come")
    func ends() async throws {
        let directory = TestDirectory()
        let store = try open(directory, .quick.with { $0.batch = 10 }).store
        var history = SampleHistory(seed: 312)
        let events = history.events(100)
        #expect(await store.record(events).failure == nil)
        let calls = Mutex(0)
        let enough = await withCheckedContinuation { answer in
            store.export(.events, format: .csv) { _ in
                calls.withLock {
                    $0 += 1
                    return $0 < 3
                }
            } completion: {
                answer.resume(returning: $0)
            }
        }
        let pieces = calls.withLock { $0 }
        #expect(try !enough.get() && pieces == 3)
        let gate = Gate()
        async let late = withCheckedContinuation { answer in
            store.export(.events, format: .csv) { _ in
                gate.passOnce()
                return true
            } completion: {
                answer.resume(returning: $0)
            }
        }
        await gate.reached()
        _ = try await store.removed(before: events[50].at).get()
        gate.open()
        let removed = StoreError.removedMeanwhile(path: directory.database)
        #expect(await late == .failure(removed))
        store.close()
        await #expect(throws: StoreError.closed) { try await store.exported(.csv) }
    }
}
