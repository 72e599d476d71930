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
        answer(
            call, .switch(subject, isOn: isOn), unavailable: errors.unavailable,
            refused: { daemon, refusal in
                switch refusal {
                case .noSuchEntry: errors.unknown
                case .strict(let until): errors.strict(daemon.text(until))
                }
            }
        ) { daemon, _ in
            // The rules may have lost it meanwhile.
            guard let reply = reply(daemon) else { return call.fail(errors.unknown) }
            call.reply(reply)
        }
    }
}
