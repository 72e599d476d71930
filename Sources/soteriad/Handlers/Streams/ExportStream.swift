import API
import Engine
import EventStore
import Varlink

/// `metrics.Export`: the store makes the text beside the loop, and waits for whoever takes it.
extension Daemon {
    func begin(
        export call: TypedCall<MetricsAPI.Export>, _ table: ExportTable, _ format: ExportFormat
    ) {
        guard let flow = PieceFlow(call, self) else {
            return call.fail(.storeUnavailable(reason: "other files are being sent"))
        }
        let pieces = ExportPieces(flow)
        store.export(
            table, format: format, body: { pieces.send($0) },
            completion: { result in
                switch result {
                case .success(let summary) where summary.isComplete: pieces.end()
                case .success: pieces.giveUp()
                case .failure(let error):
                    pieces.flow.fail(
                        .storeUnavailable(reason: error.description))
                }
            })
    }
}

/// The text of an export on its way; used on the export's own queue only. The last piece is held
/// back until it is known to be the last.
private final class ExportPieces: @unchecked Sendable {
    let flow: PieceFlow<MetricsAPI.Export>
    private var held: String?

    /// Bytes of a piece at most: escaped as JSON it stays below what a message may have.
    private static let size = 128 << 10

    init(_ flow: PieceFlow<MetricsAPI.Export>) { self.flow = flow }

    func send(_ text: String) -> Bool {
        var rest = text[...]
        while !rest.isEmpty {
            let end =
                rest.utf8.index(rest.startIndex, offsetBy: Self.size, limitedBy: rest.endIndex)
                ?? rest.endIndex
            // Not in the midst of a character.
            let cut = end == rest.endIndex ? end : rest.unicodeScalars.index(after: end)
            if let held, !flow.send(MetricsAPI.Export.Reply(text: held)) { return false }
            held = String(rest[..<cut])
            rest = rest[cut...]
        }
        return flow.isOpen
    }

    /// Whoever took nothing is told so, should they ever look.
    func giveUp() {
        flow.fail(.storeUnavailable(reason: "nobody took the pieces"))
    }

    func end() { flow.end(MetricsAPI.Export.Reply(text: held ?? "")) }
}
