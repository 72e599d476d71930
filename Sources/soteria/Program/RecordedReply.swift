import API
import Localization

/// A reply that says whether its change has been written to the record.
protocol RecordedReply {
    /// False if the change holds although the record could not be written.
    var recorded: Bool? { get }
}

extension RecordedReply {
    /// The note about a change that is not in the record yet; nil if it is.
    var note: String? {
        recorded == false
            ? localized(
                "the record cannot be written now; Soteria will record this as soon as possible")
            : nil
    }
}

extension CheckInAPI.Force.Reply: RecordedReply {}
extension PromptsAPI.Answer.Reply: RecordedReply {}
extension ProtectionAPI.SetAutoProtection.Reply: RecordedReply {}
extension ProtectionAPI.Start.Reply: RecordedReply {}
extension QuietHoursAPI.SetEnabled.Reply: RecordedReply {}
extension RulesAPI.Reload.Reply: RecordedReply {}
extension TargetsAPI.SetMonitored.Reply: RecordedReply {}
extension UnblockAPI.Keep.Reply: RecordedReply {}
extension UnblockAPI.Protect.Reply: RecordedReply {}
extension UnblockAPI.Request.Reply: RecordedReply {}

extension UnblockAPI.Request.Reply {
    /// The request; throws if it is not in the record, because then no unblock is possible.
    func opened() throws -> UnblockAPI.OpenRequest {
        if recorded == false { throw Failure.unrecorded }
        return request
    }
}

extension Failure {
    /// The failure of a request to unblock that is not in the record.
    static var unrecorded: Failure {
        Failure(localized("the record cannot be written now, so no unblock is possible"))
    }
}
