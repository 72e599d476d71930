/// What was recorded of attempts, requests, permissions and prompts.
enum UnblockEventText {
    /// What happened, in words; nil where the kind is another one.
    static func words(_ kind: String, _ fact: FactMembers) -> String? {
        switch kind {
        case "attempted": "\(fact.place) (\(fact.list("targets")))"
        case "unblockRequested", "intentGiven": request(fact)
        case "blockKept": "request \(fact["request"])"
        case "unblocked":
            "\(fact.list("targets")) for \(fact.length("seconds")), \(fact["purpose"]) "
                + "(request \(fact["request"]))"
        case "requestClosed": "request \(fact["request"]) \(fact["outcome"])"
        case "grantEnded": "permission \(fact["grant"]), \(ending(fact["reason"]))"
        case "protectionReleased":
            "protection \(fact["id"]) ended early, \(fact["purpose"]) (request "
                + "\(fact["request"]))"
        case "promptClosed":
            "prompt \(fact["prompt"]) \(fact["closing"])"
                + (fact["choice"].isEmpty ? "" : ": \(fact["choice"])")
        default: nil
        }
    }

    /// `request 12 of shopping, impulse, tired, 49.90 EUR, 10 min, wait 30 s`.
    private static func request(_ fact: FactMembers) -> String {
        var parts = ["request \(fact["request"]) of \(fact.place)"]
        if fact["pause"] == "true" { parts.append("a pause") }
        let amount = [fact["amount"], fact["currency"]].filter { !$0.isEmpty }
        parts += [
            fact["purpose"], fact["category"], fact["mood"], amount.joined(separator: " "),
            fact["minutes"].isEmpty ? "" : "\(fact["minutes"]) min",
            fact["waitSeconds"].isEmpty ? "" : "wait \(fact.length("waitSeconds"))",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static func ending(_ reason: String) -> String {
        switch reason {
        case "time": "its time was over"
        case "strict": "a strict rule began"
        case "auto_protection": "automatic protection began"
        default: reason
        }
    }
}
