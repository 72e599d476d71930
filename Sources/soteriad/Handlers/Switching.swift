import API
import Engine
import EventStore
import Varlink

/// The errors of an interface through which something is switched.
struct SwitchErrors<Interface: VarlinkInterface>: Sendable {
    /// The rules have nothing of that key.
    let unknown: CallError<Interface>
    /// It is strict and holds until an instant.
    let strict: @Sendable (String?) -> CallError<Interface>
    /// It cannot be recorded, for a reason.
    let unavailable: @Sendable (String) -> CallError<Interface>
}

extension Daemon {
    /// Switches something on or off, and answers with how it stands then.
    func set<Called>(
        _ subject: Switch.Subject, isOn: Bool, for call: TypedCall<Called>,
        _ errors: SwitchErrors<Called.Interface>,
        reply: @escaping @Sendable (isolated Daemon) -> Called.Reply?
    ) {
        take(.switch(subject, isOn: isOn)) { daemon, result in
            switch result {
            case .success(.refused(.strict(let until, _))):
                call.fail(errors.strict(daemon.text(until)))
            case .success(.refused(.storeUnavailable)):
                call.fail(errors.unavailable(daemon.storeProblem))
            case .failure(let error): call.fail(errors.unavailable(error.description))
            // Nothing else is refused of a switch but what is not there.
            case .success(.refused): call.fail(errors.unknown)
            case .success:
                guard let reply = reply(daemon) else { return call.fail(errors.unknown) }
                call.reply(reply)
            }
        }
    }
}
