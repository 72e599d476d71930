import API
import Varlink

/// The members of a fact as texts; empty where they are missing.
struct FactMembers {
    private let fact: JSONObject

    init(_ event: DaemonAPI.Event) { self.init(event.fact) }

    init(_ fact: JSONObject) { self.fact = fact }

    subscript(name: String) -> String {
        guard let value = fact[name] else { return "" }
        return value.stringValue ?? value.text
    }
    func list(_ name: String) -> String {
        (fact[name]?.arrayValue ?? []).map { $0.stringValue ?? $0.text }
            .joined(separator: ", ")
    }
    /// The last components of paths; whole they would not fit a line, and `--json` has them.
    func names(_ name: String) -> String {
        (fact[name]?.arrayValue ?? []).compactMap(\.stringValue)
            .map { $0.split(separator: "/").last.map(String.init) ?? $0 }
            .joined(separator: ", ")
    }
    func length(_ name: String) -> String {
        let seconds = Int(fact[name]?.intValue ?? 0)
        return (seconds < 0 ? "−" : "") + TimeWords.length(seconds: seconds)
    }
    func until(_ name: String, after at: String) -> String {
        guard let until = fact[name]?.stringValue, let now = Moment(at) else { return "" }
        return " until \(TimeWords.at(until, now: now))"
    }
    /// Each element of a list of objects.
    func members(_ name: String) -> [FactMembers] {
        (fact[name]?.arrayValue ?? []).compactMap(\.objectValue).map { FactMembers($0) }
    }
    /// Apps and sites, one after another.
    var places: String { members("places").map(\.place).joined(separator: ", ") }
    /// `49.90 EUR`; empty where no amount was said.
    var money: String {
        [self["amount"], self["currency"]].filter { !$0.isEmpty }.joined(separator: " ")
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
