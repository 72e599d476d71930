import API

/// Answers of the calls that enforcers and status bars make all the time, as they were encoded
/// last; good until something happens.
struct ReplyCache {
    /// The answer of `risk.GetStatus`.
    private(set) var risk: EncodedReply<RiskAPI.GetStatus>?
    /// The answers of `protection.Check`, by the targets that they are about.
    private(set) var checks: [[String]: EncodedReply<ProtectionAPI.Check>] = [:]

    /// Keeps the answer of `risk.GetStatus`.
    mutating func keep(_ reply: EncodedReply<RiskAPI.GetStatus>) { risk = reply }

    /// Keeps the answer of `protection.Check` about targets.
    mutating func keep(_ reply: EncodedReply<ProtectionAPI.Check>, about targets: [String]) {
        checks[targets] = reply
    }

    /// Something happened: every answer has to be made anew.
    mutating func forget() {
        risk = nil
        checks.removeAll(keepingCapacity: true)
    }
}
