import API
import RuleModel
import Systemd
import Testing

@testable import soteriad

/// A record that is gone although nothing explains it.
@Suite struct EarlierRecordTests {
    private let path = "/home/a/.local/state/soteriad/soteria.sqlite"

    private func trace(
        _ kind: EntryKind, _ path: String?, unit: String? = "soteriad.service",
        isInStandardPlace: Bool = true
    ) -> EarlierRecord.Trace? {
        var fields = ["MESSAGE_ID": kind.rawValue]
        fields["SOTERIA_STORE_PATH"] = path
        fields["_SYSTEMD_USER_UNIT"] = unit
        return EarlierRecord.Trace(
            JournalReader.Entry(milliseconds: 5, fields: fields), of: self.path,
            isInStandardPlace: isInStandardPlace)
    }

    @Test func aHashIsATraceOfTheRecordThatWasInThisPlace() {
        let head = EarlierRecord.Trace.head(Instant(milliseconds: 5))
        #expect(trace(.recordHead, path) == head)
        #expect(head.lost == Instant(milliseconds: 5))
        #expect(trace(.recordHead, "/tmp/soteria.sqlite") == nil)
        // The first version did not say where the record was.
        #expect(trace(.recordHead, nil) == head)
        #expect(trace(.recordHead, nil, isInStandardPlace: false) == nil)
        // A daemon that somebody started by hand.
        #expect(trace(.recordHead, path, unit: "demo.scope") == nil)
        #expect(trace(.recordHead, path, unit: nil) == nil)
    }

    @Test func theUninstallerExplainsThatARecordIsGone() {
        #expect(trace(.recordRemoved, path, unit: nil) == .removal)
        #expect(EarlierRecord.Trace.removal.lost == nil)
        #expect(trace(.recordRemoved, "/tmp/soteria.sqlite", unit: nil) == nil)
    }

    @Test func itStandsInTheStatusAndTheJournal() throws {
        let lost = try #require(Instant(rfc3339: "2026-11-18T19:00:00+01:00"))
        let harness = try Harness(rules: nights, lost: lost)
        defer { harness.remove() }
        #expect(harness.opening.isFirst)
        let incidents = try harness.call(DaemonAPI.GetStatus.self, .init()).incidents
        #expect(incidents.map(\.kind) == [.storeReplaced] && incidents[0].what.isEmpty)
        let entry = try #require(harness.entries.of(.recordLost).first)
        #expect(entry.fields["SOTERIA_LAST_SEEN"] == "2026-11-18T19:00:00+01:00")
        let start = try #require(try harness.facts("daemonStarted").first)
        #expect(
            start.text?.hasSuffix(
                "; an earlier record, last seen 2026-11-18T19:00:00+01:00, is gone") == true)
        #expect(start.fact["lost"] == "2026-11-18T19:00:00+01:00")
        try harness.stop()
        // Every later record continues this one.
        let again = try Harness(directory: harness.directory, time: harness.time)
        #expect(!again.opening.isFirst)
        #expect(again.entries.of(.recordLost).isEmpty)
        try again.stop()
    }
}
