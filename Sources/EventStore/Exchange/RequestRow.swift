import Engine
import RuleModel

/// The columns of one unblock request.
///
/// A new column is the last one: search for `granted_seconds`. Its value comes from here, or from
/// `RequestExport` if another fact brings it. The export of events has `EventExport`,
/// `ImportedLine` and `ImportFile`. `MetricsPageTests/everyColumnIsExplained` holds the docs to
/// it.
struct RequestRow: Sendable {
    /// An instant with the offset of the local zone at that time.
    struct LocalInstant: Hashable, Sendable {
        var at: Instant
        var offset: Int

        fileprivate var text: String {
            Instant.recordable ~= at.milliseconds
                ? LocalTime.rfc3339(at, offset: offset) : String(at.milliseconds)
        }
    }

    var request: UnblockRequest
    private let offset: Int
    private var outcome: UnblockRequest.Ending?
    private var ended: LocalInstant?
    private var granted: TimeSpan?
    private var used = TimeSpan.zero
    private var log: (outcome: LoggedOutcome, at: LocalInstant)?

    init(request: UnblockRequest, offset: Int) {
        self.request = request
        self.offset = offset
    }

    mutating func end(
        _ outcome: UnblockRequest.Ending, _ moment: LocalInstant, _ granted: TimeSpan? = nil
    ) {
        self.outcome = outcome
        ended = moment
        self.granted = granted
    }

    mutating func use(_ active: TimeSpan) {
        let (sum, isTooMuch) = used.milliseconds.addingReportingOverflow(active.milliseconds)
        used = isTooMuch ? used : TimeSpan(milliseconds: sum)
    }

    mutating func log(_ outcome: LoggedOutcome, _ moment: LocalInstant) { log = (outcome, moment) }

    /// True if the row is final.
    func isSettled(at now: Instant) -> Bool {
        guard let outcome, let ended else {
            // Every request ends within the hour; the end of this one cannot be read.
            return request.at < now - UnblockOutcome.patience
        }
        return outcome != .unblocked || ended.at < now - UnblockOutcome.patience
    }

    var csv: String {
        CSVRow.encode(values.map(\.csv))
    }

    var json: String {
        let names = ExportColumn.columns(of: .requests).map(\.name)
        let members = zip(names, values).map { "\"\($0)\":\($1.json)" }
        return "{" + members.joined(separator: ",") + "}\n"
    }
}

extension RequestRow {
    /// A value for either format.
    fileprivate enum Value {
        case none
        case text(String)
        case number(Int64)
        case truth(Bool)
        case list([String])

        init(_ text: String?) { self = text.map { .text($0) } ?? .none }
        init(_ number: Int?) { self = number.map { .number(Int64($0)) } ?? .none }
        init(_ truth: Bool?) { self = truth.map { .truth($0) } ?? .none }
        init(_ span: TimeSpan?) { self = span.map { .number($0.seconds) } ?? .none }

        var csv: String? {
            switch self {
            case .none: nil
            case .text(let text): CSVRow.plain(text)
            case .number(let number): String(number)
            case .truth(let truth): String(truth)
            case .list(let texts): CSVRow.plain(texts.joined(separator: " "))
            }
        }

        var json: String {
            switch self {
            case .none: "null"
            case .text(let text): JSONString.encode(text)
            case .number(let number): String(number)
            case .truth(let truth): String(truth)
            case .list(let texts):
                "[" + texts.map(JSONString.encode).joined(separator: ",") + "]"
            }
        }
    }

    /// The values, in the order of the columns.
    fileprivate var values: [Value] {
        let (about, name) = place
        let isUnblocked = outcome == .unblocked
        return [
            .number(request.id), .text(LocalInstant(at: request.at, offset: offset).text),
            .text(about),
            Value(name), .list(request.targets), .truth(request.isPause),
        ] + intended + circumstances + [
            Value(outcome?.rawValue), Value(ended?.text), Value(granted),
            Value(isUnblocked ? used > .zero : nil), Value(isUnblocked ? max(.zero, used) : nil),
            Value(log?.outcome.spends == false ? nil : log?.outcome.isBought),
            Value(log?.outcome.amount?.decimal),
            Value(log?.outcome.amount?.currency), Value(log?.outcome.regret), Value(log?.at.text),
        ]
    }

    private var intended: [Value] {
        let intent = request.intent
        return [
            Value(intent?.purpose.rawValue), Value(intent?.category), Value(intent?.mood),
            Value(intent?.amount?.decimal), Value(intent?.amount?.currency),
            Value(intent?.minutes),
        ]
    }

    private var circumstances: [Value] {
        let then = request.circumstances
        return [
            Value(then.hour), Value(then.weekday), Value(then.requestsToday),
            Value(then.requestsThisWeek), Value(then.unblocksToday), Value(then.unblocksThisWeek),
            Value(then.sinceLastUnblock), .truth(then.quietHours),
        ]
    }

    private var place: (about: String, name: String?) {
        switch request.place {
        case .target(let key): ("target", key)
        case .site(let host): ("site", host)
        case .page(let page): ("site", page.text)
        case .app(let identifier): ("app", identifier)
        case .protection(let id): ("protection", String(id))
        case .everything: ("everything", nil)
        }
    }
}
