import CSystemd

/// A signal that came over D-Bus.
package struct BusSignal: Sendable, Equatable {
    /// The unique name of the connection that sent it.
    package let sender: String
    package let path: String
    package let interface: String
    package let member: String
    package let arguments: [BusValue]

    /// The arguments; nil if they cannot be read.
    init?(_ message: OpaquePointer) {
        guard let arguments = try? BusMessageReader(message: message).values() else { return nil }
        let text = { (pointer: UnsafePointer<CChar>?) in pointer.map { String(cString: $0) } ?? "" }
        sender = text(sd_bus_message_get_sender(message))
        path = text(sd_bus_message_get_path(message))
        interface = text(sd_bus_message_get_interface(message))
        member = text(sd_bus_message_get_member(message))
        self.arguments = arguments
    }
}

/// The callback object of sd-bus for one match. Confined to the bus's queue.
final class MatchHandler {
    let handler: @Sendable (BusSignal) -> Void
    /// The call that ends when the bus has confirmed the match.
    var installation: PendingCall?
    /// The reference whose release ends the match in sd-bus.
    var slot: BusReference?

    init(_ handler: @escaping @Sendable (BusSignal) -> Void) {
        self.handler = handler
    }
}

/// A subscription to signals; it lasts as long as its `Bus`, or until it is cancelled.
package struct BusMatch: Sendable {
    let id: UInt64
    let bus: Bus

    package func cancel() async {
        await bus.remove(match: id)
    }
}
