import Engine
import Foundation
import RuleModel

/// Writes the table of unblock requests: one row for each, in the order in which they were opened,
/// once the row is final. Others wait in memory: open requests, and unblocks of the last 30 days,
/// whose outcome can still be logged.
struct RequestExport: TableExport {
    private let format: ExportFormat
    private let decoder = JSONDecoder()
    /// The rows that are not written yet, by number.
    private var pending: [Int64: RequestRow] = [:]
    /// The numbers of pending rows, in order.
    private var order: ArraySlice<Int64> = []

    /// The kinds of facts about requests.
    private static let kinds: Set<String> = Set(
        [
            Fact.Kind.unblockRequested, .intentGiven, .blockKept, .unblocked, .requestClosed,
            .protectionReleased, .usageNoted, .outcomeLogged,
        ].map(\.rawValue))

    init(_ format: ExportFormat, _ beginning: ExportStart) {
        self.format = format
        // If older events were removed, some requests may have been open then.
        guard let state = beginning.older?.checkpoint?.state,
            state.lastSequence == beginning.header.base
        else { return }
        for request in state.requests { apply(request, offset: 0) }
    }

    mutating func begin() -> String {
        format == .csv ? CSVRow.encode(ExportColumn.columns(of: .requests).map(\.name)) : ""
    }

    mutating func add(_ rows: [RecordedRow]) -> String {
        for row in rows where Self.kinds.contains(row.kind) {
            guard let fact = try? decoder.decode(Fact.self, from: Data(row.fact.utf8)) else {
                continue
            }
            let offset = Int(clamping: row.offset)
            apply(fact, RequestRow.LocalInstant(at: Instant(milliseconds: row.at), offset: offset))
        }
        guard let now = rows.last?.at else { return "" }
        return write { $0.isSettled(at: Instant(milliseconds: now)) }
    }

    mutating func end() -> String { write { _ in true } }

    /// Writes pending rows from the first on, as long as they are due.
    private mutating func write(while isDue: (RequestRow) -> Bool) -> String {
        var text = ""
        while let number = order.first, let row = pending[number], isDue(row) {
            text += format == .csv ? row.csv : row.json
            pending[number] = nil
            order.removeFirst()
        }
        return text
    }

    private mutating func apply(_ fact: Fact, _ moment: RequestRow.LocalInstant) {
        switch fact {
        case .unblockRequested(let request), .intentGiven(let request):
            apply(request, offset: moment.offset)
        case .blockKept(let number): pending[number]?.end(.kept, moment)
        case .unblocked(let grant):
            pending[grant.request]?.end(.unblocked, moment, grant.time.length)
        case .requestClosed(let closing): pending[closing.request]?.end(closing.outcome, moment)
        case .protectionReleased(let release): pending[release.request]?.end(.unblocked, moment)
        case .usageNoted(let note):
            for use in note.requests { pending[use.request]?.use(use.active) }
        case .outcomeLogged(let outcome): pending[outcome.request]?.log(outcome, moment)
        default: break
        }
    }

    private mutating func apply(_ request: UnblockRequest, offset: Int) {
        if pending[request.id] != nil {
            pending[request.id]?.request = request
        } else {
            pending[request.id] = RequestRow(request: request, offset: offset)
            order.append(request.id)
        }
    }
}
