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
        let fact = Members(event)
        switch event.kind {
        case "daemonStarted": return "version \(fact["version"])"
        case "daemonStopped", "clockReturned": return ""
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
            return "\(fact["name"]) (\(fact["id"])) on \(fact.list("targets")) "
                + "for \(fact.length("seconds"))"
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
        default: return event.fact.description
        }
    }

    /// The members of a fact as texts; empty where they are missing.
    private struct Members {
        let event: DaemonAPI.Event

        init(_ event: DaemonAPI.Event) { self.event = event }

        subscript(name: String) -> String {
            guard let value = event.fact[name] else { return "" }
            return value.stringValue ?? value.text
        }
        func list(_ name: String) -> String {
            (event.fact[name]?.arrayValue ?? []).map { $0.stringValue ?? $0.text }
                .joined(separator: ", ")
        }
        /// The last components of paths; whole they would not fit a line, and `--json` has them.
        func names(_ name: String) -> String {
            (event.fact[name]?.arrayValue ?? []).compactMap(\.stringValue)
                .map { $0.split(separator: "/").last.map(String.init) ?? $0 }
                .joined(separator: ", ")
        }
        func length(_ name: String) -> String {
            let seconds = Int(event.fact[name]?.intValue ?? 0)
            return (seconds < 0 ? "−" : "") + TimeWords.length(seconds: seconds)
        }
        func until(_ name: String, after at: String) -> String {
            guard let until = event.fact[name]?.stringValue, let now = Moment(at) else { return "" }
            return " until \(TimeWords.at(until, now: now))"
        }
        var subject: String { self["schedule"].isEmpty ? self["target"] : self["schedule"] }
    }
}
