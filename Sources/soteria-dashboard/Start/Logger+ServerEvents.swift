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

    /// Logs an event; `message` says more than the event itself.
    func log(_ event: ServerEvent, as message: String? = nil) {
        let message = message ?? event.description
        switch event {
        case .refusedUser(let peer):
            warning(
                "\(message)", metadata: ["PEER_UID": "\(peer.uid)", "PEER_PID": "\(peer.pid)"])
        case .connectionLimit, .malformedMessage, .messageTooLong, .messageTooLate, .inputLimit,
            .slowReader:
            warning("\(message)")
        case .handlerFailed, .replyNotEncodable, .acceptFailed: error("\(message)")
        case .leftOut(_, let last): log(last, as: message)
        }
    }
}
