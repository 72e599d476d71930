import EventStore
import Logging
import RuleFiles
import Systemd
import Varlink

extension Logger {
    /// Returns the daemon's logger for a journal; its fields get the prefix `SOTERIA_`.
    static func daemon(_ journal: Journal = .standard) -> Logger {
        Logger(label: "soteriad") { label in
            JournalLogHandler(label: label, journal: journal, fieldPrefix: "SOTERIA_")
        }
    }

    /// Sends an entry with fields without prefix; `kind` is nil if the catalog explains nothing.
    func send(
        _ kind: EntryKind?, _ level: Level, _ message: String, _ fields: [String: String] = [:]
    ) {
        var metadata = fields.mapValues { MetadataValue.string($0) }
        if let kind { metadata[JournalLogHandler.messageIDKey] = .string(kind.rawValue) }
        log(level: level, "\(message)", metadata: metadata)
    }
}

/// Journal entries about something other than a recorded fact.
extension Logger {
    func storeFailing(_ error: StoreError, path: String) {
        send(
            .storeFailing, .critical,
            "Events cannot be recorded: \(error). All blocks stay in place and nothing can be "
                + "switched off, but edits to rule files still take effect.",
            ["STORE_PATH": path, "ERROR": error.description])
    }

    func storeRecovered(_ health: StoreHealth) {
        send(
            .storeRecovered, .notice, "Events can be recorded again.", ["STORE_PATH": health.path])
    }

    func storeDamaged(path: String, setAside: String, damage: String) {
        send(
            .storeDamaged, .critical,
            "The record was damaged (\(damage)). Soteria kept the damaged file as \(setAside) and "
                + "started a new record.",
            ["STORE_PATH": path, "SET_ASIDE_PATH": setAside, "ERROR": damage])
    }

    /// Logs the head of a device's chain, so that a later change of the record can be detected.
    func recordHead(_ head: ChainHead, of device: String) {
        send(
            .recordHead, .info, "The last event in the record is event \(head.sequence).",
            ["SEQUENCE": String(head.sequence), "HASH": head.hash, "DEVICE": device])
    }

    func rulesRefused(_ refused: RuleLoadResult, inForce fingerprint: String) {
        let loading = refused.withoutListLines
        send(
            .rulesRefused, .error,
            "The rule files have \(count(loading.errors, "error")). The previous rules stay in "
                + "force.\n" + lines(loading),
            ["DIAGNOSTICS": loading.rendered(color: false), "RULES_HASH": fingerprint])
    }

    func rulesWarned(_ warned: RuleLoadResult) {
        let loading = warned.withoutListLines
        warning(
            "The rule files have \(count(loading.warnings, "warning")).\n\(lines(loading))",
            metadata: ["DIAGNOSTICS": .string(loading.rendered(color: false))])
    }

    func log(_ event: ServerEvent) {
        switch event {
        case .refusedUser(let peer):
            send(
                .otherUserRefused, .warning,
                "Refused a connection from a process of user \(peer.uid).",
                ["PEER_UID": String(peer.uid), "PEER_PID": String(peer.pid)])
        case .slowReader(let peer, let method):
            send(
                .subscriberDropped, .warning,
                "Disconnected process \(peer.pid), because it did not read the replies to "
                    + "\(method).",
                ["METHOD": method, "PEER_PID": String(peer.pid)])
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
        case .handlerFailed(let method, let reason), .replyNotEncodable(let method, let reason):
            error("\(method) failed: \(reason)")
        case .acceptFailed(let reason):
            error("Could not accept a connection: \(reason)")
        }
    }

    /// The first diagnostics, one per line.
    private func lines(_ loading: RuleLoadResult) -> String {
        let most = 20
        var lines = loading.diagnostics.prefix(most).map(\.description)
        if loading.diagnostics.count > most {
            lines.append("and \(loading.diagnostics.count - most) more")
        }
        return lines.joined(separator: "\n")
    }

    private func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}
