import API
import Dispatch
import EventStore
import Glibc
import Varlink

/// `daemon.Backup`: the store copies itself into a file, which is sent piece by piece.
extension Daemon {
    func backup(_ call: TypedCall<DaemonAPI.Backup>) throws(CallError<DaemonAPI>) {
        guard let flow = PieceFlow(call, self) else {
            throw Self.noBackup("other files are being sent")
        }
        store.backup { result in
            switch result {
            case .failure(let error): flow.fail(Self.noBackup(error.description))
            case .success(let backup):
                // A queue of its own: whoever reads slowly holds up nobody else.
                DispatchQueue(label: "org.soteria.backup", qos: .default).async {
                    Self.send(backup, flow)
                }
            }
        }
    }

    private nonisolated static func noBackup(_ reason: String) -> CallError<DaemonAPI> {
        .storeUnavailable(reason: reason)
    }

    /// How many bytes of the file one piece holds.
    private static let pieceSize = 256 << 10

    private nonisolated static func send(_ backup: Backup, _ flow: PieceFlow<DaemonAPI.Backup>) {
        let file = open(backup.path, O_RDONLY | O_CLOEXEC)
        let problem = errno
        // Nobody else needs its name: it is gone when this ends, however it does.
        unlink(backup.path)
        guard file >= 0 else {
            return flow.fail(noBackup("\(backup.path): \(String(cString: strerror(problem)))"))
        }
        defer { close(file) }
        let size = Int(backup.size)
        var left = size
        while left > 0 {
            let piece = [UInt8](unsafeUninitializedCapacity: min(left, pieceSize)) { bytes, count in
                count = max(0, read(file, bytes.baseAddress, bytes.count))
            }
            guard !piece.isEmpty else {
                return flow.fail(noBackup("the copy cannot be read to its end"))
            }
            left -= piece.count
            let reply = DaemonAPI.Backup.Reply(data: Base64.text(of: piece), size: size)
            if left == 0 { return flow.end(reply) }
            guard flow.send(reply) else { return flow.fail(noBackup("nobody took the pieces")) }
        }
        flow.end(DaemonAPI.Backup.Reply(size: size))
    }
}
