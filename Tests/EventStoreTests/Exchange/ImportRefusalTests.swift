import Engine
import Foundation
import RuleModel
import SeededRandom
import Testing

@testable import EventStore

/// Files that are no export, or no longer one: each is refused with its line, and nothing changes.
struct ImportRefusalTests {
    /// An export of a store of 40 events; `isShort`: of which the first 10 were removed.
    private func export(_ format: ExportFormat, isShort: Bool = false) async throws -> String {
        let directory = TestDirectory()
        let store = try open(directory).store
        var history = SampleHistory(seed: 320)
        // No line break within a row, so that a row is a line of CSV too.
        let events = (0..<40).map { history.event(.blockKept(request: $0)) }
        #expect(await store.record(events).failure == nil)
        if isShort { _ = try await store.removed(before: events[10].at).get() }
        defer { store.close() }
        return try await store.exported(format).text
    }

    private func problem(
        _ bytes: [UInt8]
    ) throws -> (line: Int, problem: ImportProblem)? {
        let target = TestDirectory()
        var history = SampleHistory(seed: 321)
        let store = try open(target).store
        store.append(history.events(3)) { _ in }
        store.close()
        let before = try target.bytes()
        try target.write(bytes, to: "export")
        let path = target.path + "/export"
        let names = target.names
        do {
            _ = try EventStore.importExport(from: path, into: target.path, at: start)
            return nil
        } catch {
            #expect(target.names == names)
            #expect(try target.bytes() == before)
            guard case .notImported(path, let line, let problem) = error else {
                Issue.record("\(error)")
                return nil
            }
            #expect("\(error)".contains("\(path):\(line): "))
            return (line, problem)
        }
    }

    private func expect(
        _ text: String, _ line: Int, _ expected: ImportProblem, _ what: Comment? = nil
    ) throws {
        let found = try problem(Array(text.utf8))
        #expect(found?.line == line, what)
        #expect(found?.problem == expected, what)
    }

    @Test("What is no export of events")
    func notAnExport() throws {
        for text in ["", "\n", "hello", "{}\n", "{\"a\":1}\n", "[1]\n", "\u{0}", "{\"soteria\":\n"]
        {
            let found = try problem(Array(text.utf8))
            #expect(found?.line == 1)
            #expect(found?.problem == .notAnExport || found?.problem == .truncated, "\(text)")
        }
        let names = ExportColumn.columns(of: .requests).map(\.name).joined(separator: ",")
        try expect(names + "\r\n", 1, .otherTable("requests"))
        try expect("sequence,at\r\n1,2\r\n", 1, .notAnExport)
    }

    @Test("One of a newer version, of another table, of another state format")
    func newer() async throws {
        let text = try await export(.jsonLines, isShort: true)
        let newer = text.replacing("\"version\":1", with: "\"version\":2")
        try expect(newer, 1, .newerVersion(found: 2, known: 1))
        let other = text.replacing("\"table\":\"events\"", with: "\"table\":\"requests\"")
        try expect(other, 1, .otherTable("requests"))
        let format = text.replacing("\"format\":\(Checkpoint.format),", with: "\"format\":99,")
        try expect(format, 2, .newerVersion(found: 99, known: Checkpoint.format))
        let state = text.replacing("\"lastSequence\":10", with: "\"lastSequence\":11")
        try expect(state, 2, .malformed("the stored state cannot be read"))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let without = (lines[..<1] + lines[2...]).joined(separator: "\n")
        try expect(
            without, 2,
            .malformed("expected a \"checkpoint\" line, which stands for the removed events"))
    }

    @Test("One that is cut off, at whatever byte", arguments: ExportFormat.allCases)
    func truncated(format: ExportFormat) async throws {
        let bytes = Array(try await export(format).utf8)
        var random = SeededGenerator(seed: 322)
        for _ in 0..<25 {
            let count = Int.random(in: 300..<bytes.count - 2, using: &random)
            let found = try problem(Array(bytes[..<count]))
            #expect(found?.problem == .truncated, "after \(count) of \(bytes.count)")
        }
        // Only the last line's end is missing: all is there.
        #expect(try problem(Array(bytes.dropLast(format == .csv ? 2 : 1))) == nil || format == .csv)
    }

    @Test(
        "One with a line that is gone, doubled, moved, or is not one",
        arguments: ExportFormat.allCases)
    func lines(format: ExportFormat) async throws {
        let end = format == .csv ? "\r\n" : "\n"
        let lines = try await export(format).components(separatedBy: end)
        // The event of a number stands in this line, counted from 1.
        let first = format == .csv ? 3 : 2
        func text(_ change: (inout [String]) -> Void) -> String {
            var changed = lines
            change(&changed)
            return changed.joined(separator: end)
        }
        let (at, next) = (first + 8, Int64(9))
        try expect(text { $0.remove(at: at - 1) }, at, .gap(expected: next, found: next + 1))
        try expect(
            text { $0.insert($0[at - 1], at: at) }, at + 1, .gap(expected: next + 1, found: next))
        try expect(text { $0.swapAt(at - 1, at) }, at, .gap(expected: next, found: next + 1))
        let last = first + 40
        try expect(text { $0.remove(at: last - 2) }, last - 1, .otherEnd)
        try expect(
            text { $0.insert($0[last - 1], at: last) }, last + 1,
            .malformed("the export continues after its last line"))
        try expect(
            text { $0[at - 1] = $0[at - 1].replacing("3600", with: "3601") }, at,
            .brokenChain(sequence: next))
        let found = try problem(Array(text { $0[at - 1] = "nonsense" }.utf8))
        guard case .malformed = found?.problem else {
            Issue.record("\(String(describing: found))")
            return
        }
        #expect(found?.line == at)
    }

    @Test("A text with a NUL, of which the record would keep the half")
    func nul() async throws {
        let lines = try await export(.jsonLines)
        try expect(
            lines.replacing("\"kind\":\"block", with: "\"kind\":\"block\\u0000"), 2,
            .malformed("\"kind\" contains a NUL character, which is not allowed"))
        let rows = try await export(.csv)
        try expect(
            rows.replacing(",blockKept,", with: ",block\u{0}Kept,"), 3,
            .malformed("the line contains a NUL character, which is not allowed"))
    }

    @Test("One byte changed anywhere is noticed", arguments: ExportFormat.allCases)
    func flipped(format: ExportFormat) async throws {
        print("seed 323")
        var random = SeededGenerator(seed: 323)
        let bytes = Array(try await export(format, isShort: true).utf8)
        // The state stands for itself: no hash covers it.
        let covered = bytes.count - bytes.count / 3
        for _ in 0..<60 {
            var changed = bytes
            let place = Int.random(in: covered..<bytes.count - 2, using: &random)
            changed[place] ^= 1 << UInt8.random(in: 0..<7, using: &random)
            #expect(try problem(changed) != nil, "byte \(place)")
        }
    }

    @Test("A missing file and a locked directory are told as such")
    func surroundings() async throws {
        let target = TestDirectory()
        let path = target.path + "/nothing"
        #expect(throws: StoreError.unreadable(path: path, reason: "no such file")) {
            try EventStore.importExport(from: path, into: target.path, at: start)
        }
        let file = try target.text("export", try await export(.csv))
        let store = try open(target).store
        #expect(throws: StoreError.locked(path: target.path + "/soteria.lock")) {
            try EventStore.importExport(from: file, into: target.path, at: start)
        }
        store.close()
    }
}
