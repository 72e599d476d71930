import Engine
import Logging
import RuleModel

extension FactEntries {
    /// What the journal says of changes of the clock and the zone.
    func tellClock(_ event: Event) {
        switch event.fact {
        case .clockJumped(let size):
            journal.send(
                .clockJumped, .warning,
                "The clock was set \(words(size)); what holds now goes on by the time that passed.",
                [
                    "CLOCK_JUMP_SECONDS": String(size.seconds),
                    "TRUSTED_TIME": until(event.at, event),
                ])
        case .clockAdopted(let size, let reason):
            let why =
                reason == .synchronised
                ? "it follows a time server" : "it has stood for 24 hours"
            journal.send(
                .clockAdopted, .notice, "The clock is believed: \(why).",
                ["CLOCK_JUMP_SECONDS": String(size.seconds), "REASON": why])
        case .clockReturned:
            journal.send(
                .clockAdopted, .notice, "The clock was set back to what it should be.",
                ["CLOCK_JUMP_SECONDS": "0", "REASON": "it agrees with the time that passed"])
        case .zoneChanged(let from, let to) where from != to:
            journal.send(
                .zoneChanged, .notice, "The time zone changed from \(from) to \(to).",
                ["ZONE": to, "ZONE_BEFORE": from])
        default: break
        }
    }

    /// A jump in words: `2 h 5 min forward`.
    private func words(_ size: TimeSpan) -> String {
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
