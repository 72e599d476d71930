import Engine
import RuleModel

/// Reports on changes of the clocks and the zone.
extension FactReporter {
    func clockJumped(_ size: TimeSpan) -> FactReport {
        FactReport(
            ["seconds": size], text: "by \(length(size))",
            FactEntry(
                .clockJumped, .warning,
                "The computer's clock was set \(jumpWords(size)). Soteria keeps its own time, so "
                    + "all blocks still end at the right time.",
                ["CLOCK_JUMP_SECONDS": String(size.seconds), "TRUSTED_TIME": until(event.at)]))
    }

    func clockAdopted(_ size: TimeSpan, _ reason: AdoptionReason) -> FactReport {
        let why =
            reason == .synchronised
            ? "a time server sets the clock" : "24 hours have passed since the clock was set"
        return FactReport(
            ["seconds": size, "reason": reason.rawValue],
            text: "by \(length(size)), \(reason.rawValue)",
            FactEntry(
                .clockAdopted, .notice, "Soteria trusts the clock again: \(why).",
                ["CLOCK_JUMP_SECONDS": String(size.seconds), "REASON": why]))
    }

    func clockReturned() -> FactReport {
        FactReport(
            [:], text: "",
            FactEntry(
                .clockAdopted, .notice, "The computer's clock is right again.",
                [
                    "CLOCK_JUMP_SECONDS": "0",
                    "REASON": "the clock agrees with Soteria's time again",
                ]))
    }

    func zoneChanged(from: String, to: String) -> FactReport {
        let entry = FactEntry(
            .zoneChanged, .notice, "The time zone changed from \(from) to \(to).",
            ["ZONE": to, "ZONE_BEFORE": from])
        let isSame = from == to || TimeZoneRules.isRenamed(from, to: to)
        return FactReport(
            ["from": from, "to": to], text: "from \(from) to \(to)", isSame ? nil : entry)
    }

    /// A jump in words: `forward by 2 h 5 min`.
    private func jumpWords(_ size: TimeSpan) -> String {
        let seconds = size.magnitude.seconds
        let parts = [
            (seconds / 86400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"),
            (seconds % 60, "s"),
        ]
        let text = parts.filter { $0.0 > 0 }.prefix(2).map { "\($0.0) \($0.1)" }
            .joined(separator: " ")
        let amount = text.isEmpty ? "less than 1 s" : text
        return (size < .zero ? "back by " : "forward by ") + amount
    }
}
