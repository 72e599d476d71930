import API
import Engine
import EventStore
import Varlink

/// `org.soteria.risk`.
extension Daemon {
    nonisolated var riskMethods: [String: Method] {
        [
            "GetStatus": method { try $0.riskStatus($1) },
            "Monitor": streaming { try $0.monitorRisk($1) },
            "History": streaming { try $0.streamRisk($1) },
        ]
    }

    private func riskStatus(_ call: Call) throws {
        try call.noParameters()
        observe()
        if let known = replies.risk { return call.reply(known) }
        // The engine assesses the risk when it starts, before any call is taken.
        guard let status = riskStatus() else { throw VarlinkError.methodNotFound(call.method) }
        let reply = try EncodedParameters(RiskAPI.GetStatus.Reply(status: status))
        replies.risk = reply
        call.reply(reply)
    }

    private func monitorRisk(_ call: Call) throws {
        try call.noParameters()
        observe()
        guard let status = riskStatus() else { throw VarlinkError.methodNotFound(call.method) }
        call.reply(RiskAPI.Monitor.Reply(status: status), continues: true)
        follow(call, \.risk)
    }

    private func streamRisk(_ call: Call) throws {
        let asked = try call.decode(RiskAPI.History.Parameters.self)
        if let limit = asked.limit, limit < 1 { throw VarlinkError.invalidParameter("limit") }
        let query = EventQuery(
            since: try instant(asked.from, "from"), until: try instant(asked.to, "to"),
            kinds: [.riskAssessed], limit: asked.limit, newestFirst: asked.limit != nil)
        guard asked.limit != nil else { return begin(EventStream(call, query, form: .riskPoints)) }
        // The newest of them, but told from the oldest on: where they begin is found first.
        let extent = Extent()
        store.read(
            query, body: { extent.add($0) },
            completion: { result in
                let found = result.map { _ in extent.sequences }
                self.enter { $0.streamRisk(call, query, within: found) }
            })
    }

    private func streamRisk(
        _ call: Call, _ newest: EventQuery, within found: Result<ClosedRange<Int64>?, StoreError>
    ) {
        guard call.isOpen else { return }
        switch found {
        case .failure(let error): fail(call, .riskPoints, error)
        case .success(nil): call.reply(RiskAPI.History.Reply(points: []))
        case .success(let sequences?):
            var query = newest
            query.limit = nil
            query.newestFirst = false
            query.after = sequences.lowerBound - 1
            query.through = sequences.upperBound
            begin(EventStream(call, query, form: .riskPoints))
        }
    }

    /// A recorded score; nil where the event is of another kind.
    func point(_ event: Event) -> RiskAPI.Point? {
        guard case .riskAssessed(let record) = event.fact else { return nil }
        return RiskAPI.Point(
            at: LocalTime.rfc3339(event.at, offset: event.offset), score: phrase(record.score),
            automatic: phrase(record.automatic), level: phrase(record.level),
            factors: record.factors)
    }
}

/// From which to which event something reaches; batches come one after the other on the reader's
/// queue.
private final class Extent: @unchecked Sendable {
    private(set) var sequences: ClosedRange<Int64>?

    func add(_ batch: [Event]) -> Bool {
        for sequence in batch.map(\.sequence) {
            let lowest = min(sequences?.lowerBound ?? sequence, sequence)
            sequences = lowest...max(sequences?.upperBound ?? sequence, sequence)
        }
        return true
    }
}
