import API

/// Recorded events, one line each.
enum EventText {
    /// `142  2026-11-21 22:30:00  decided  shopping blocked until ...`.
    static func line(_ event: DaemonAPI.Event, _ style: Style) -> String {
        let at =
            Moment(event.at).map { "\($0.day.description) \($0.timeWithSeconds)" }
            ?? event.at
        let number = String(event.sequence)
        let kind = Printable.text(event.kind)
        return style.apply(.faint, padded(number, 6, right: true)) + "  " + padded(at, 19)
            + "  " + style.apply(.strong, padded(kind, 17)) + "  "
            + Printable.text(words(event)) + "\n"
    }

    private static func padded(_ text: String, _ width: Int, right: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - Printable.columns(text)))
        return right ? blanks + text : text + blanks
    }

    /// What happened, in words; members of kinds that are not known here as they are.
    static func words(_ event: DaemonAPI.Event) -> String {
        let fact = FactMembers(event)
        switch event.kind {
        case "daemonStarted":
            let away = fact["away"].isEmpty ? "" : ", away for at most \(fact.length("away"))"
            let ended = fact["wasStopped"] == "false" ? ", was not told to stop before" : ""
            return "version \(fact["version"])\(away)\(ended)"
        case "daemonStopped", "clockReturned", "timeNoted": return ""
        case "storeReplaced": return "the old record lies at \(fact["setAside"])"
        case "rulesLoaded":
            return "\(fact["fingerprint"].prefix(12)) from \(fact.names("files"))"
        case "clockJumped": return "by \(fact.length("seconds"))"
        case "clockAdopted": return "by \(fact.length("seconds")), \(fact["reason"])"
        case "zoneChanged": return "from \(fact["from"]) to \(fact["to"])"
        case "storeFailed": return "\(fact["refused"]) could not be written, so it did not happen"
        case "quietHoursBegan", "quietHoursMoved":
            return "\(fact["schedule"])\(fact.until("end", after: event.at))"
        case "quietHoursEnded": return fact["schedule"]
        case "protectionStarted":
            let strict = fact["strict"] == "true" ? ", strict" : ""
            let score = fact["score"].isEmpty ? "" : ", risk \(fact["score"])"
            return "\(fact["name"]) (\(fact["id"])) on \(fact.list("targets")) "
                + "for \(fact.length("seconds"))\(strict)\(score)"
        case "protectionEnded": return fact["id"]
        case "switched": return "\(fact.subject) \(fact["on"] == "true" ? "on" : "off")"
        case "switchCleared": return fact.subject
        case "decided":
            let verdicts = ["block": "blocked", "unblock": "open", "update": "stays blocked"]
            let verdict = verdicts[fact["verdict"], default: fact["verdict"]]
            return "\(fact["target"]) \(verdict)\(fact.until("until", after: event.at))"
                + " (\(fact["cause"]))"
        case "riskAssessed":
            let factors = fact.list("factors")
            return "\(fact["score"]) \(fact["level"])" + (factors.isEmpty ? "" : ": \(factors)")
        default:
            return UnblockEventText.words(event.kind, fact)
                ?? TrackingEventText.words(event.kind, fact, at: event.at)
                ?? event.fact.description
        }
    }
}
