import API
import Engine
import EventStore
import RuleModel
import Varlink

/// `org.soteria.risk`.
extension Daemon: RiskAPI.Handlers {
    func getStatus(_ call: TypedCall<RiskAPI.GetStatus>) throws(CallError<RiskAPI>) {
        observe()
        if let known = replies.risk { return call.reply(known) }
        // The engine assesses the risk when it starts, before any call is taken.
        guard let status = riskStatus() else {
            throw .methodNotImplemented(RiskAPI.GetStatus.method)
        }
        let reply = EncodedReply<RiskAPI.GetStatus>(.init(status: status))
        replies.keep(reply)
        call.reply(reply)
    }

    func monitor(_ call: TypedCall<RiskAPI.Monitor>) throws(CallError<RiskAPI>) {
        observe()
        guard let status = riskStatus() else {
            throw .methodNotImplemented(RiskAPI.Monitor.method)
        }
        call.reply(RiskAPI.Monitor.Reply(status: status), continues: true)
        follow(call)
    }

    /// The last assessment with its thresholds and when the next is due.
    func riskStatus() -> RiskAPI.Status? { RiskAPI.Status(engine, every: settings.cadences.risk) }

    func history(_ call: TypedCall<RiskAPI.History>) throws(CallError<RiskAPI>) {
        let asked = call.parameters
        if let limit = asked.limit, limit < 1 { throw .invalidParameter("limit") }
        let query = EventQuery(
            since: try call.instant(asked.from, "from"), until: try call.instant(asked.to, "to"),
            kinds: [.riskAssessed], limit: asked.limit, newestFirst: asked.limit != nil)
        guard asked.limit != nil else { return begin(EventStream(.riskPoints(call), query)) }
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
        _ call: TypedCall<RiskAPI.History>, _ newest: EventQuery,
        within found: Result<ClosedRange<Int64>?, StoreError>
    ) {
        guard call.isOpen else { return }
        switch found {
        case .failure(let error): fail(.riskPoints(call), error)
        case .success(nil): call.reply(RiskAPI.History.Reply(points: []))
        case .success(let sequences?):
            var query = newest
            query.limit = nil
            query.newestFirst = false
            query.after = sequences.lowerBound - 1
            query.through = sequences.upperBound
            begin(EventStream(.riskPoints(call), query))
        }
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
