import API
import Engine
import EventStore
import RuleModel

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

    /// The last assessment with its thresholds and the time of the next one.
    func riskStatus() -> RiskAPI.Status? { RiskAPI.Status(engine, every: settings.cadences.risk) }

    func history(_ call: TypedCall<RiskAPI.History>) throws(CallError<RiskAPI>) {
        let asked = call.parameters
        if let limit = asked.limit, limit < 1 { throw .invalidParameter("limit") }
        let query = EventQuery(
            since: try call.instant(asked.from, "from"), until: try call.instant(asked.to, "to"),
            kinds: [.riskAssessed], limit: asked.limit, newestFirst: asked.limit != nil)
        guard asked.limit != nil else { return streamRisk(call, query) }
        // The newest ones, but sent from the oldest on: the first of them is found first.
        read(query, into: ClosedRange<Int64>?.none) { found, batch in
            for sequence in batch.map(\.sequence) {
                let known = found ?? sequence...sequence
                found = min(known.lowerBound, sequence)...max(known.upperBound, sequence)
            }
            return true
        } then: { daemon, found in
            daemon.streamRisk(call, query, within: found)
        }
    }

    private func streamRisk(
        _ call: TypedCall<RiskAPI.History>, _ newest: EventQuery,
        within found: Result<ClosedRange<Int64>?, StoreError>
    ) {
        guard call.isOpen else { return }
        switch found {
        case .failure(let error): call.fail(.unrecorded(error.description))
        case .success(nil): call.reply(RiskAPI.History.Reply(points: []))
        case .success(let sequences?):
            var query = newest
            query.limit = nil
            query.newestFirst = false
            query.after = sequences.lowerBound - 1
            query.through = sequences.upperBound
            streamRisk(call, query)
        }
    }

    private func streamRisk(_ call: TypedCall<RiskAPI.History>, _ query: EventQuery) {
        let stream = EventStream(call, query) { _, events, _ in
            RiskAPI.History.Reply(points: events.compactMap { .init($0) })
        }
        begin(stream)
    }
}
