import API

/// The last encoded replies to the calls that enforcers and status bars repeat, until a change.
struct ReplyCache {
    private(set) var risk: EncodedReply<RiskAPI.GetStatus>?
    /// The replies of `protection.Check`, by the targets asked about.
    private(set) var checks: [[String]: EncodedReply<ProtectionAPI.Check>] = [:]

    mutating func keep(_ reply: EncodedReply<RiskAPI.GetStatus>) { risk = reply }

    mutating func keep(_ reply: EncodedReply<ProtectionAPI.Check>, about targets: [String]) {
        checks[targets] = reply
    }

    mutating func forget() {
        risk = nil
        checks.removeAll(keepingCapacity: true)
    }
}
