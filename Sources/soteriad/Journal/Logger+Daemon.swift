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

    /// Logs the head of a device's chain, so that it can be detected if the record at the path is
    /// changed or removed later.
    func recordHead(_ head: ChainHead, of device: String, in path: String) {
        send(
            .recordHead, .info, "The last event in the record is event \(head.sequence).",
            [
                "SEQUENCE": String(head.sequence), "HASH": head.hash, "DEVICE": device,
                "STORE_PATH": path,
            ])
    }

    func rulesRefused(_ refused: RuleLoadResult, inForce fingerprint: String) {
        let loading = refused.withoutListLines
        send(
            .rulesRefused, .error,
            "The rule files have \(count(loading.errors, "error")). The previous rules stay in "
                + "force.\n" + lines(loading),
            ["DIAGNOSTICS": loading.rendered(color: false), "RULES_HASH": fingerprint])
    }

    func defaultsChanged(_ changes: [DefaultsChange]) {
        for change in changes {
            send(
                .defaultsChanged, .notice, change.sentence,
                ["DEFAULTS_CHANGE": change.sentence])
        }
    }

    func rulesWarned(_ warned: RuleLoadResult) {
        let loading = warned.withoutListLines
        warning(
            "The rule files have \(count(loading.warnings, "warning")).\n\(lines(loading))",
            metadata: ["DIAGNOSTICS": .string(loading.rendered(color: false))])
    }

    /// Logs an event; `message` says more than the event itself.
    func log(_ event: ServerEvent, as message: String? = nil) {
        let message = message ?? event.description
        switch event {
        case .refusedUser(let peer):
            send(
                .otherUserRefused, .warning, message,
                ["PEER_UID": String(peer.uid), "PEER_PID": String(peer.pid)])
        case .slowReader(let peer, let method):
            send(
                .subscriberDropped, .warning, message,
                ["METHOD": method, "PEER_PID": String(peer.pid)])
        case .connectionLimit, .malformedMessage, .messageTooLong, .messageTooLate, .inputLimit:
            warning("\(message)")
        case .handlerFailed, .replyNotEncodable, .acceptFailed: error("\(message)")
        case .leftOut(_, let last): log(last, as: message)
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
