import API

/// Answers of the calls that enforcers and status bars make all the time, as they were encoded
/// last; good until something happens.
struct ReplyCache {
    private(set) var risk: EncodedReply<RiskAPI.GetStatus>?
    /// The answers about targets.
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
