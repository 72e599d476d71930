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

    /// Logs an event of the control socket.
    func log(_ event: ServerEvent) {
        switch event {
        case .refusedUser(let peer):
            warning(
                "A process of user \(peer.uid) was refused.",
                metadata: ["PEER_UID": "\(peer.uid)", "PEER_PID": "\(peer.pid)"])
        case .connectionLimit(let limit):
            warning("More than \(limit) connections; one was refused.")
        case .malformedMessage(let peer, let reason):
            warning("Process \(peer.pid) sent what is no message: \(reason).")
        case .messageTooLong(let peer, let limit):
            warning("Process \(peer.pid) sent a message of more than \(limit) bytes.")
        case .slowReader(let peer, let method):
            warning("Process \(peer.pid) does not read what \(method) answers and was dropped.")
        case .handlerFailed(let method, let reason), .replyNotEncodable(let method, let reason):
            error("\(method) failed: \(reason)")
        case .acceptFailed(let reason):
            error("A connection could not be accepted: \(reason)")
        }
    }
}
