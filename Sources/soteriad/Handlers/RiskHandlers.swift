import API
import Engine
import Varlink

/// `org.soteria.risk`.
extension Daemon {
    nonisolated var riskMethods: [String: Method] {
        [
            "GetStatus": method { try $0.riskStatus($1) },
            "Monitor": streaming { try $0.monitorRisk($1) },
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
}
