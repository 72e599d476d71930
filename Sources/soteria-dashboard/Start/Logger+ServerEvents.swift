import Logging
import Systemd
import Varlink

extension Logger {
    /// The dashboard's logger, which writes to a journal.
    static func dashboard(_ journal: Journal = .standard) -> Logger {
        Logger(label: "soteria-dashboard") { label in
            JournalLogHandler(label: label, journal: journal, fieldPrefix: "SOTERIA_")
        }
    }

    func log(_ event: ServerEvent) {
        switch event {
        case .refusedUser(let peer):
            warning(
                "Refused a connection from a process of user \(peer.uid).",
                metadata: ["PEER_UID": "\(peer.uid)", "PEER_PID": "\(peer.pid)"])
        case .connectionLimit(let peer, let limit):
            let whose = limit.isOfProcess ? " of this process" : ""
            warning(
                "Refused a connection of process \(peer.pid): \(limit.maximum) connections\(whose) "
                    + "are already open.")
        case .malformedMessage(let peer, let reason):
            warning("Process \(peer.pid) sent an invalid message: \(reason).")
        case .messageTooLong(let peer, let limit):
            warning("Process \(peer.pid) sent a message longer than \(limit) bytes.")
        case .messageTooLate(let peer, let seconds):
            warning(
                "Disconnected process \(peer.pid), because it sent no complete message within "
                    + "\(seconds) s.")
        case .inputLimit(let peer, let limit):
            warning(
                "Disconnected process \(peer.pid), because unhandled messages took more than "
                    + "\(limit >> 20) MiB of memory, most of them from this process.")
        case .slowReader(let peer, let method):
            warning(
                """
                Disconnected process \(peer.pid), because it did not read the replies to \
                \(method).
                """)
        case .handlerFailed(let method, let reason), .replyNotEncodable(let method, let reason):
            error("\(method) failed: \(reason)")
        case .acceptFailed(let reason):
            error("Could not accept a connection: \(reason)")
        }
    }
}
