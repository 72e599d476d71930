import Foundation
import RuleModel
import Testing

@testable import Engine
@testable import EventStore

/// The table for people: one row for each request, with what came of it.
struct RequestExportTests {
    /// Records facts at given minutes and exports the table.
    private func export(
        _ facts: [(minute: Int64, fact: Fact)], _ format: ExportFormat
    ) async throws -> String {
        let directory = TestDirectory()
        let store = try open(directory, .quick.with { $0.batch = 3 }).store
        let events = facts.enumerated().map { index, entry in
            Event(
                sequence: Int64(index) + 1, at: start + .minutes(entry.minute), offset: 3600,
                elapsed: .minutes(entry.minute), boot: BootID("b"), fact: entry.fact)
        }
        #expect(await store.record(events).failure == nil)
        defer { store.close() }
        return try await store.exported(format, of: .requests).text
    }

    private func request(_ id: Int64, place: Place = .target("shopping"), _ intent: Intent? = nil)
        -> UnblockRequest
    {
        let now = Deadline(boot: BootID("b"), elapsed: .zero)
        return UnblockRequest(
            id: id, place: place, targets: ["shopping", "news"], isPause: false,
            at: start + .minutes(id), intent: intent, wait: nil,
            expires: Countdown(.minutes(10), from: now),
            circumstances: .init(
                hour: 22, weekday: 6, requestsToday: 2, requestsThisWeek: 5, unblocksToday: 1,
                unblocksThisWeek: 3, sinceLastUnblock: .minutes(90), quietHours: true))
    }

    /// A request that was unblocked, used and logged twice, and one that is still open.
    private func facts() -> [(minute: Int64, fact: Fact)] {
        let intent = Intent(
            purpose: .impulse, category: "treat, \"sweet\"", mood: "stressed",
            amount: Money(thousandths: 49_900, currency: "EUR"), minutes: 10)
        let now = Deadline(boot: BootID("b"), elapsed: .zero)
        let grant = Grant(
            id: 3, request: 1, targets: ["shopping"], purpose: .impulse, at: start,
            time: Countdown(.minutes(15), from: now))
        func log(_ isBought: Bool, _ regret: Int?) -> Fact {
            .outcomeLogged(
                LoggedOutcome(
                    request: 1, isBought: isBought,
                    amount: isBought ? Money(thousandths: 12_345, currency: "EUR") : nil,
                    regret: regret, at: start))
        }
        return [
            (1, .unblockRequested(request(1))), (1, .intentGiven(request(1, intent))),
            (2, .unblocked(grant)),
            (7, .usageNoted(usageNote(request: 1, minutes: 4))),
            (8, .usageNoted(usageNote(request: 1, minutes: 3))), (20, log(false, nil)),
            (21, .unblockRequested(request(7, place: .everything))), (30, log(true, 3)),
        ]
    }

    private func usageNote(request: Int64, minutes: Int64) -> UsageNote {
        UsageNote(
            since: start, targets: [],
            requests: [.init(request: request, active: .minutes(minutes))])
    }

    @Test("A row holds everything that is known, the last word of it")
    func csv() async throws {
        let text = try await export(facts(), .csv)
        let rows = text.components(separatedBy: "\r\n")
        #expect(rows.count == 4 && rows[3].isEmpty)
        #expect(rows[0] == ExportColumn.columns(of: .requests).map(\.name).joined(separator: ","))
        // New columns come last.
        let first =
            "1,2026-11-21T22:31:00+01:00,target,shopping,shopping news,false,impulse,"
            + #""treat, ""sweet""",stressed,49.90,EUR,10,22,6,2,5,1,3,5400,true,"#
            + "unblocked,2026-11-21T22:32:00+01:00,900,true,420,true,12.345,EUR,3,"
            + "2026-11-21T23:00:00+01:00"
        #expect(rows[1] == first || rows[1].hasPrefix(first + ","))
        let second =
            "7,2026-11-21T22:37:00+01:00,everything,,shopping news,false,,,,,,,"
            + "22,6,2,5,1,3,5400,true,,,,,,,,,,"
        #expect(rows[2] == second || rows[2].hasPrefix(second + ","))
    }

    @Test("A category of a stranger's rules is no formula in a sheet, and as it was in JSON")
    func formula() async throws {
        let intent = Intent(purpose: .planned, category: "=1+1", mood: "@SUM(A1)")
        let facts = [(minute: Int64(1), fact: Fact.intentGiven(request(1, intent)))]
        let row = try await export(facts, .csv).components(separatedBy: "\r\n")[1]
        #expect(row.contains(",planned,'=1+1,'@SUM(A1),"))
        #expect(try await export(facts, .jsonLines).contains(#""category":"=1+1""#))
    }

    @Test("JSON Lines hold the same, as JSON")
    func jsonLines() async throws {
        let lines = try await export(facts(), .jsonLines).split(separator: "\n")
        #expect(lines.count == 2)
        let names = ExportColumn.columns(of: .requests).map(\.name)
        for line in lines {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            let members = try #require(object as? [String: Any])
            #expect(Set(members.keys) == Set(names))
            #expect(members["targets"] as? [String] == ["shopping", "news"])
        }
        #expect(
            lines[0].contains(#""used":true,"used_seconds":420,"bought":true,"amount":"12.345""#))
        #expect(lines[1].contains(#""outcome":null,"ended_at":null"#))
    }

    @Test(
        "Every end has its word",
        arguments: [
            (Fact.blockKept(request: 1), "kept"),
            (.requestClosed(RequestEnd(request: 1, outcome: .expired)), "expired"),
            (.requestClosed(RequestEnd(request: 1, outcome: .lapsed)), "lapsed"),
            (.requestClosed(RequestEnd(request: 1, outcome: .protected)), "protected"),
            (
                .protectionReleased(ProtectionRelease(id: 9, request: 1, purpose: .planned)),
                "unblocked"
            ),
        ])
    func ends(fact: Fact, word: String) async throws {
        let text = try await export([(1, .unblockRequested(request(1))), (4, fact)], .jsonLines)
        #expect(text.contains("\"outcome\":\"\(word)\",\"ended_at\":\"2026-11-21T22:34:00+01:00\""))
        #expect(text.contains("\"used\":\(word == "unblocked" ? "false" : "null")"))
    }

    @Test("Rows come in the order of their requests, once each, however long one waits")
    func order() async throws {
        var facts: [(minute: Int64, fact: Fact)] = []
        for number in 0..<40 as Range<Int64> {
            let id = Int64(facts.count) + 1
            // Ten days lie between two of them: what can still be logged waits, the rest not.
            let minute = number * 14_400
            facts.append((minute, .unblockRequested(request(id))))
            guard number % 3 > 0 else { continue }
            facts.append((minute + 1, .blockKept(request: id)))
        }
        let lines = try await export(facts, .jsonLines).split(separator: "\n")
        #expect(lines.count == 40)
        let numbers = lines.compactMap { line in
            Int(line.dropFirst("{\"request\":".count).prefix { $0 != "," })
        }
        #expect(numbers == numbers.sorted() && Set(numbers).count == 40)
    }

    @Test("A request that was open where the record now begins is not lost")
    func openAtTheBase() async throws {
        let directory = TestDirectory()
        let store = try open(directory).store
        let facts: [Fact] = [
            .daemonStopped, .unblockRequested(request(2)), .daemonStopped, .blockKept(request: 2),
        ]
        let events = facts.enumerated().map { index, fact in
            Event(
                sequence: Int64(index) + 1, at: start + .minutes(Int64(index)), offset: 0,
                elapsed: .minutes(Int64(index)), boot: BootID("b"), fact: fact)
        }
        #expect(await store.record(events).failure == nil)
        _ = try await store.removed(before: events[2].at).get()
        let text = try await store.exported(.jsonLines, of: .requests).text
        #expect(text.hasPrefix("{\"request\":2,") && text.contains("\"outcome\":\"kept\""))
        store.close()
    }
}
