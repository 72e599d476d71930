import Engine
import RuleModel

/// Changes of the clocks and the zone.
extension FactReporter {
    func clockJumped(_ size: TimeSpan) -> FactReport {
        FactReport(
            ["seconds": size], text: "by \(length(size))",
            FactEntry(
                .clockJumped, .warning,
                "The clock was set \(jumpWords(size)); what holds now goes on by the time that "
                    + "passed.",
                ["CLOCK_JUMP_SECONDS": String(size.seconds), "TRUSTED_TIME": until(event.at)]))
    }

    func clockAdopted(_ size: TimeSpan, _ reason: AdoptionReason) -> FactReport {
        let why =
            reason == .synchronised ? "it follows a time server" : "it has stood for 24 hours"
        return FactReport(
            ["seconds": size, "reason": reason.rawValue],
            text: "by \(length(size)), \(reason.rawValue)",
            FactEntry(
                .clockAdopted, .notice, "The clock is believed: \(why).",
                ["CLOCK_JUMP_SECONDS": String(size.seconds), "REASON": why]))
    }

    func clockReturned() -> FactReport {
        FactReport(
            [:], text: "",
            FactEntry(
                .clockAdopted, .notice, "The clock was set back to what it should be.",
                ["CLOCK_JUMP_SECONDS": "0", "REASON": "it agrees with the time that passed"]))
    }

    func zoneChanged(from: String, to: String) -> FactReport {
        let entry = FactEntry(
            .zoneChanged, .notice, "The time zone changed from \(from) to \(to).",
            ["ZONE": to, "ZONE_BEFORE": from])
        return FactReport(
            ["from": from, "to": to], text: "from \(from) to \(to)", from == to ? nil : entry)
    }

    /// A jump in words: `2 h 5 min forward`.
    private func jumpWords(_ size: TimeSpan) -> String {
        let seconds = size.magnitude.seconds
        let parts = [
            (seconds / 86400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"),
            (seconds % 60, "s"),
        ]
        let text = parts.filter { $0.0 > 0 }.prefix(2).map { "\($0.0) \($0.1)" }
            .joined(separator: " ")
        return text + (size < .zero ? " back" : " forward")
    }
}
