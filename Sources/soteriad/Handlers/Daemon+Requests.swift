import API
import Engine
import EventStore
import Varlink

/// An interface with an error for a record that cannot be written or read.
protocol RecordInterface: VarlinkInterface {
    associatedtype StoreUnavailable: RecordError where StoreUnavailable.Interface == Self
}

/// An error with the store's problem in words.
protocol RecordError: TypedError {
    init(reason: String)
}

extension CheckInAPI: RecordInterface {}
extension CheckInAPI.StoreUnavailable: RecordError {}
extension DaemonAPI: RecordInterface {}
extension DaemonAPI.StoreUnavailable: RecordError {}
extension GoalsAPI: RecordInterface {}
extension GoalsAPI.StoreUnavailable: RecordError {}
extension PromptsAPI: RecordInterface {}
extension PromptsAPI.StoreUnavailable: RecordError {}
extension ProtectionAPI: RecordInterface {}
extension ProtectionAPI.StoreUnavailable: RecordError {}
extension QuietHoursAPI: RecordInterface {}
extension QuietHoursAPI.StoreUnavailable: RecordError {}
extension RiskAPI: RecordInterface {}
extension RiskAPI.StoreUnavailable: RecordError {}
extension TargetsAPI: RecordInterface {}
extension TargetsAPI.StoreUnavailable: RecordError {}
extension UnblockAPI: RecordInterface {}
extension UnblockAPI.StoreUnavailable: RecordError {}
extension UsageAPI: RecordInterface {}
extension UsageAPI.StoreUnavailable: RecordError {}

extension CallError where Interface: RecordInterface {
    static func unrecorded(_ reason: String) -> Self {
        Self(Interface.StoreUnavailable(reason: reason))
    }

    /// The error of a request that is never refused.
    static func never(_ daemon: isolated Daemon, _ refusal: Never) -> Self {}
}

extension Daemon {
    /// All interfaces of the daemon, answered on its own loop without a hop.
    nonisolated func interfaces() throws -> [Interface] {
        try [
            ProtectionAPI.served(by: self), UnblockAPI.served(by: self),
            PromptsAPI.served(by: self), RiskAPI.served(by: self),
            QuietHoursAPI.served(by: self), TargetsAPI.served(by: self),
            UsageAPI.served(by: self), CheckInAPI.served(by: self),
            BudgetsAPI.served(by: self), MetricsAPI.served(by: self),
            GoalsAPI.served(by: self), RulesAPI.served(by: self),
            DaemonAPI.served(by: self),
        ]
    }

    /// Passes a request to the engine and its reply to `then`, once everything that the reply
    /// depends on is on disk or could not be written. The last argument of `then` is false if the
    /// reply holds but is not on disk, and nil otherwise: the member `recorded` of a reply. A
    /// request that takes no effect until it is on disk fails instead.
    func answer<Called, Asked: Request>(
        _ call: TypedCall<Called>, _ request: Asked, unchanged: String = "",
        refused:
            @escaping @Sendable (isolated Daemon, Asked.Refusal) -> CallError<Called.Interface>,
        then: @escaping @Sendable (isolated Daemon, Asked.Reply, _ recorded: Bool?) -> Void
    ) where Called.Interface: RecordInterface {
        handle(request) { daemon, answer, error in
            switch answer {
            case .replied(let reply): then(daemon, reply, error == nil ? nil : false)
            case .refused(let refusal): call.fail(refused(daemon, refusal))
            case .storeUnavailable:
                call.fail(.unrecorded((error?.description ?? daemon.storeProblem) + unchanged))
            }
        }
    }

    /// Switches something on or off and replies with its new state. `unknown` is the error if the
    /// rules have no such key, `strict` if it is strict and holds until an instant.
    func set<Called>(
        _ subject: Switch.Subject, isOn: Bool, for call: TypedCall<Called>,
        unknown: CallError<Called.Interface>,
        strict: @escaping @Sendable (String?) -> CallError<Called.Interface>,
        reply:
            @escaping @Sendable (
                isolated Daemon, _ pendingUntil: String?, _ recorded: Bool?
            ) -> Called.Reply?
    ) where Called.Interface: RecordInterface {
        answer(
            call, .switch(subject, isOn: isOn),
            refused: { daemon, refusal in
                switch refusal {
                case .noSuchEntry: unknown
                case .strict(let until): strict(daemon.text(until))
                }
            }
        ) { daemon, _, recorded in
            // The rules may have lost it since.
            let pendingUntil = daemon.engine.pendingUntil(subject)
            guard let reply = reply(daemon, pendingUntil, recorded) else {
                return call.fail(unknown)
            }
            call.reply(reply)
        }
    }
}
