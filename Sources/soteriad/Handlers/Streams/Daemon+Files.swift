import API
import Dispatch
import Engine
import EventStore
import Glibc

/// `daemon.Backup`: the store copies itself into a file, which is sent in pieces.
extension Daemon {
    func backup(_ call: TypedCall<DaemonAPI.Backup>) throws(CallError<DaemonAPI>) {
        guard let flow = PieceFlow(call, self) else {
            throw Self.noBackup(Self.tooManyFiles)
        }
        store.backup { result in
            switch result {
            case .failure(let error): flow.fail(Self.noBackup(error.description))
            case .success(let backup):
                // A queue of its own, so that a slow reader delays no other work.
                DispatchQueue(label: "org.soteria.backup", qos: .default).async {
                    Self.send(backup, flow)
                }
            }
        }
    }

    private nonisolated static func noBackup(_ reason: String) -> CallError<DaemonAPI> {
        .storeUnavailable(reason: reason)
    }

    private static let tooManyFiles =
        "too many other exports or backups are running; try again later"
    private static let pieceSize = 256 << 10

    private nonisolated static func send(_ backup: Backup, _ flow: PieceFlow<DaemonAPI.Backup>) {
        let file = open(backup.path, O_RDONLY | O_CLOEXEC)
        let problem = errno
        // Nothing else needs the name, and without it the file goes when this ends in any way.
        unlink(backup.path)
        guard file >= 0 else {
            return flow.fail(noBackup("\(backup.path): \(String(cString: strerror(problem)))"))
        }
        defer { close(file) }
        let size = Int(backup.size)
        var left = size
        while left > 0 {
            let piece = [UInt8](unsafeUninitializedCapacity: min(left, pieceSize)) { bytes, count in
                count = max(0, Glibc.read(file, bytes.baseAddress, bytes.count))
            }
            guard !piece.isEmpty else {
                return flow.fail(noBackup("the end of the backup could not be read"))
            }
            left -= piece.count
            let reply = DaemonAPI.Backup.Reply(data: Base64.text(of: piece), size: size)
            if left == 0 { return flow.end(reply) }
            guard flow.send(reply) else {
                return flow.fail(noBackup("the client stopped reading the backup"))
            }
        }
        flow.end(DaemonAPI.Backup.Reply(size: size))
    }
}

/// `metrics.Export`: the store produces the text beside the loop, at the pace of the client.
extension Daemon {
    func begin(
        export call: TypedCall<MetricsAPI.Export>, _ table: ExportTable, _ format: ExportFormat
    ) {
        guard let flow = PieceFlow(call, self) else {
            return call.fail(.storeUnavailable(reason: Self.tooManyFiles))
        }
        let pieces = ExportSender(flow)
        store.export(
            table, format: format, body: { pieces.send($0) },
            completion: { result in
                switch result {
                case .success(true): pieces.end()
                case .success(false): pieces.abort()
                case .failure(let error):
                    pieces.flow.fail(
                        .storeUnavailable(reason: error.description))
                }
            })
    }
}

/// Sends the text of an export in pieces; used on the export's own queue only. One piece is held
/// back until it is known if it is the last.
private final class ExportSender: @unchecked Sendable {
    let flow: PieceFlow<MetricsAPI.Export>
    private var lastPiece: String?

    /// The most bytes in a piece; escaped as JSON it still fits a message.
    private static let size = 128 << 10

    init(_ flow: PieceFlow<MetricsAPI.Export>) { self.flow = flow }

    func send(_ text: String) -> Bool {
        var rest = text[...]
        while !rest.isEmpty {
            let end =
                rest.utf8.index(rest.startIndex, offsetBy: Self.size, limitedBy: rest.endIndex)
                ?? rest.endIndex
            // Not in the middle of a character.
            let cut = end == rest.endIndex ? end : rest.unicodeScalars.index(after: end)
            if let lastPiece, !flow.send(MetricsAPI.Export.Reply(text: lastPiece)) { return false }
            lastPiece = String(rest[..<cut])
            rest = rest[cut...]
        }
        return flow.isOpen
    }

    /// Fails the call of a client that reads nothing.
    func abort() {
        flow.fail(.storeUnavailable(reason: "the client stopped reading the export"))
    }

    func end() { flow.end(MetricsAPI.Export.Reply(text: lastPiece ?? "")) }
}

/// Base64 with padding (RFC 4648).
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(of bytes: some Collection<UInt8>) -> String {
        let size = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: size) { text in
            var at = 0
            var index = bytes.startIndex
            while index != bytes.endIndex {
                var group: UInt32 = 0
                var count = 0
                while count < 3, index != bytes.endIndex {
                    group |= UInt32(bytes[index]) << UInt32(16 - 8 * count)
                    bytes.formIndex(after: &index)
                    count += 1
                }
                for digit in 0..<4 {
                    let value = Int(group >> UInt32(18 - 6 * digit) & 63)
                    text[at] = digit <= count ? alphabet[value] : UInt8(ascii: "=")
                    at += 1
                }
            }
            return size
        }
    }
}
