import API

/// The members of a fact as texts; empty where they are missing.
struct FactMembers {
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
    /// The key of what was switched.
    var subject: String {
        ["schedule", "autoProtection", "target"].map { self[$0] }.first { !$0.isEmpty } ?? ""
    }
    /// What a request is about: one of its places.
    var place: String {
        let named = ["target", "site", "app"].map { self[$0] }.first { !$0.isEmpty }
        if let named { return named }
        if !self["protection"].isEmpty { return "protection \(self["protection"])" }
        return self["everything"] == "true" ? "everything" : list("targets")
    }
}
