import API

/// Answers of the calls that enforcers and status bars make all the time, as they were encoded
/// last; good until something happens.
struct ReplyCache {
    /// The answer of `risk.GetStatus`.
    var risk: EncodedReply<RiskAPI.GetStatus>?
    /// The answers of `protection.Check`, by the targets that they are about.
    var checks: [[String]: EncodedReply<ProtectionAPI.Check>] = [:]

    /// Something happened: every answer has to be made anew.
    mutating func forget() {
        risk = nil
        checks.removeAll(keepingCapacity: true)
    }
}
