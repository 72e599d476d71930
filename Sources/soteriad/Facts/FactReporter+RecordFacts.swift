import Engine
import RuleModel

/// Reports on the daemon and its record. Journal entries about a stop, or about a store that is
/// damaged or fails, are written where that happens, with details known only there.
extension FactReporter {
    func started(_ start: DaemonStart) -> FactReport {
        FactReport(
            [
                "version": start.version, "continuity": start.continuity.rawValue,
                "zone": start.zone, "away": start.away, "wasStopped": start.wasStopped,
                "lost": start.lost.map(text),
            ],
            text: "version \(start.version)"
                + (start.away.map { ", after a break of up to \(length($0))" } ?? "")
                + (start.wasStopped == false ? "; the previous run was killed or crashed" : "")
                + (start.lost.map { "; an earlier record, last seen \(text($0)), is gone" } ?? ""),
            absence(before: start), loss(before: start))
    }

    private func loss(before start: DaemonStart) -> FactEntry? {
        guard let lost = start.lost else { return nil }
        return FactEntry(
            .recordLost, .warning,
            "The earlier record is gone. The journal holds its last hash, from \(text(lost)).",
            ["LAST_SEEN": text(lost)])
    }

    /// The entry about the time before the start: a crash, or a gap while the machine ran.
    private func absence(before start: DaemonStart) -> FactEntry? {
        let seen = journal.incidents.filter { $0.sequence == event.sequence }
        guard let away = seen.lazy.compactMap(\.span).first ?? start.away, !seen.isEmpty else {
            return nil
        }
        let isCrash = seen.contains { $0.kind == .crash }
        let why = isCrash ? "the daemon was killed or crashed" : "the daemon had been stopped"
        return FactEntry(
            .gap, .warning, "Soteria was not running for up to \(away.seconds) s: \(why).",
            ["SECONDS": String(away.seconds), "REASON": why])
    }

    /// A report without an entry and without words.
    func silent() -> FactReport { FactReport([:], text: "") }

    func storeReplaced(setAside path: String) -> FactReport {
        FactReport(["setAside": path], text: "the previous record is kept as \(path)")
    }

    func storeFailed(refused: Fact.Kind) -> FactReport {
        FactReport(
            ["refused": refused.rawValue],
            text: "the event \(refused.rawValue) could not be recorded and had no effect")
    }

    func storeRestored(_ restored: StoreRestored) -> FactReport {
        FactReport(
            [
                "source": restored.source, "keptAside": restored.keptAside,
                "device": restored.device, "formerDevice": restored.formerDevice,
            ],
            text: "from \(restored.source)"
                + (restored.keptAside.map { ", the previous record is kept as \($0)" } ?? ""),
            FactEntry(
                .recordRestored, .warning,
                "The record was restored from \(restored.source).",
                ["SOURCE": restored.source, "KEPT_ASIDE": restored.keptAside ?? "nothing"]))
    }

    func received(_ received: Received) -> FactReport {
        let count = received.facts.count
        return FactReport(
            ["device": received.device, "facts": count],
            text: "\(count) \(count == 1 ? "fact" : "facts") of device \(received.device)")
    }

    func retained(_ retention: Retention) -> FactReport {
        let removed = retention.removed
        let (events, were) = removed == 1 ? ("old event", "was") : ("old events", "were")
        let before = retention.before.map(LocalDay.text)
        return FactReport(
            [
                "through": retention.through, "removed": removed, "hash": retention.hash,
                "before": before,
            ],
            text: "\(removed) \(events) removed, the last one was event \(retention.through)"
                + (before.map { "; you asked to forget everything from before \($0)" } ?? ""),
            FactEntry(
                .retained, .info,
                "\(removed) \(events) \(were) removed. The last one was event "
                    + "\(retention.through)."
                    + (before.map { " The person asked to forget everything from before \($0)." }
                        ?? ""),
                [
                    "REMOVED": String(removed),
                    "SEQUENCE": String(retention.through), "HASH": retention.hash,
                ]))
    }
}
