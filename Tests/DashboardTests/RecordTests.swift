import API
import Testing
import Varlink

@testable import Dashboard

/// The record: what is known of it, what weakened it, and its events page by page.
@Suite struct RecordTests {
    private static func event(_ number: Int, kind: String = "blockKept") -> DaemonAPI.Event {
        let minute = number / 10 % 60
        return DaemonAPI.Event(
            sequence: number, at: "2026-11-21T10:\(minute < 10 ? "0" : "")\(minute):00+01:00",
            kind: kind, fact: ["request": .string("«\(number)»")])
    }

    private func daemon(
        _ count: Int, incidents: [DaemonAPI.Incident] = [], kind: String = "blockKept"
    ) -> CannedDaemon {
        HomeWorld.daemon(status: HomeWorld.status(incidents: incidents))
            .onMore(DaemonAPI.Events.self) { parameters in
                let all = (1...max(count, 1)).reversed().filter { _ in count > 0 }
                    .map { Self.event($0, kind: kind) }
                let before = parameters.to.flatMap { Moment($0) }
                let fitting = all.filter { event in
                    before.map { (Moment(event.at) ?? $0) < $0 } ?? true
                }
                return [.init(events: Array(fitting.prefix(parameters.limit ?? .max)))]
            }
    }

    private func record(_ daemon: CannedDaemon, _ query: [String: String] = [:]) throws -> String {
        try Site.forTests().page(
            PageRequest(path: ["record"], query: query, base: "/s-1", languages: ["en-GB"]), daemon
        ).html
    }

    @Test func anEmptyOneIsSaid() throws {
        let html = try record(daemon(0))
        #expect(html.contains("No events to show."))
        #expect(html.contains("Nothing has weakened the protection or the record."))
        #expect(!html.contains("Older"))
    }

    /// Ten events share each instant, so pages end in the middle of one.
    @Test func everyEventStandsOnOnePageAndOnlyOne() throws {
        let daemon = daemon(133)
        var query: [String: String] = [:]
        var seen: [String] = []
        for _ in 0..<4 {
            let html = try record(daemon, query)
            seen += html.matches(of: /«(\d+)»/).map { String($0.1) }
            guard let link = html.firstMatch(of: /\/s-1\/record\?(before=[^"]*)"/) else { break }
            query = Dictionary(
                uniqueKeysWithValues: link.1.replacing("&amp;", with: "&").split(separator: "&")
                    .map { pair in
                        let sides = pair.split(separator: "=", maxSplits: 1)
                        return (
                            String(sides[0]), String(sides[1]).replacing("%2B", with: "+")
                        )
                    })
        }
        #expect(seen == (1...133).reversed().map(String.init))
    }

    @Test func kindsAreChosenFromThoseThatThereAre() throws {
        let daemon = daemon(3)
        _ = try record(daemon, ["kind": "unblocked"])
        _ = try record(daemon, ["kind": "no such kind"])
        #expect(daemon.calls(of: DaemonAPI.Events.self).map(\.kinds) == [["unblocked"], nil])
    }

    @Test func daysAreAskedForByTheirEnd() throws {
        let daemon = daemon(3)
        _ = try record(daemon, ["through": "2026-11-20"])
        #expect(daemon.calls(of: DaemonAPI.Events.self).map(\.to) == ["2026-11-21T00:00:00Z"])
        let html = try record(daemon, ["through": "2026-02-31"])
        #expect(html.contains("This is not a valid date."))
        #expect(html.contains("aria-invalid"))
    }

    @Test func everyKindHasItsWords() throws {
        let texts = try Texts.english()
        for kind in EventKinds.all {
            #expect(texts.text("record.kind.\(kind)") != nil, "\(kind)")
        }
    }

    @Test(
        arguments: [
            (DaemonAPI.IncidentKind.gap, 7320, [], "Soteria was not running for up to 2 h 2 min"),
            (.gap, nil, [], "Soteria was not running"),
            (.clockJump, -3600, [], "The clock was set back by 1 h"),
            (.clockJump, 3600, [], "The clock was set forward by 1 h"),
            (.switchedOff, nil, ["quiet_hours.nights"], "Switched off: quiet_hours.nights"),
            (.stop, nil, [], "Soteria was told to stop"),
            (
                .reporterLost, nil, [],
                "Soteria’s agent, which blocks apps, was missing while something was blocked"
            ),
            (
                .zoneChanged, nil, ["Europe/Berlin", "Asia/Tokyo"],
                "The time zone changed from Europe/Berlin to Asia/Tokyo"
            ),
            (.restored, nil, ["/backup"], "The record was replaced by a copy from /backup"),
        ] as [(DaemonAPI.IncidentKind, Int?, [String], String)])
    func incidents(
        kind: DaemonAPI.IncidentKind, seconds: Int?, what: [String], words: String
    ) throws {
        let incident = DaemonAPI.Incident(
            kind: kind, at: HomeWorld.now, seconds: seconds, what: what)
        #expect(try record(daemon(0, incidents: [incident])).contains(">\(words)<"))
    }

    @Test(arguments: [
        (Int32(0), "The record is intact: 12 events.", "The record is intact"),
        (1, "The record failed the check: event 7.", "The record failed the check"),
        (1, "", "The record could not be checked"), (69, "", "The record could not be checked"),
    ])
    func theCheckIsShown(status: Int32, output: String, heading: String) throws {
        let site = try Site.forTests { arguments in
            arguments == ["events", "verify"] ? (status, output) : (nil, "")
        }
        let page = try site.page(
            PageRequest(.post, path: ["record", "verify"], base: "/s-1"), daemon(0))
        #expect(page.html.contains(">\(heading)</h2>"))
        #expect(output.isEmpty || page.html.contains("<p>\(output)</p>"))
    }

    @Test func factsAreNeverMarkup() throws {
        let hostile = HomeWorld.daemon(status: HomeWorld.status())
            .onMore(DaemonAPI.Events.self) { _ in
                [
                    .init(events: [
                        .init(
                            sequence: 1, at: HomeWorld.now, kind: "<b>kind</b>",
                            fact: ["<i>": .string("<script>alert(1)</script>")])
                    ])
                ]
            }
        let html = try record(hostile)
        #expect(
            !html.contains("<script>alert") && !html.contains("<b>kind") && !html.contains("<i>"))
        #expect(html.contains("&lt;b&gt;kind&lt;/b&gt;"))
    }
}
