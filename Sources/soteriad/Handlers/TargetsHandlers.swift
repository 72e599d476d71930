import API
import Engine
import Varlink

/// `org.soteria.targets`.
extension Daemon {
    nonisolated var targetsMethods: [String: Method] {
        [
            "List": method { try $0.listTargets($1) },
            "SetMonitored": method { try $0.setMonitored($1) },
        ]
    }

    private func listTargets(_ call: Call) throws {
        try call.noParameters()
        observe()
        call.reply(TargetsAPI.List.Reply(targets: engine.rules.targets.map(phrase)))
    }

    private func setMonitored(_ call: Call) throws {
        let asked = try call.decode(TargetsAPI.SetMonitored.Parameters.self)
        take(.switch(.target(asked.target), isOn: asked.monitored)) { daemon, result in
            switch result {
            case .success(.refused(let refusal)):
                call.fail(daemon.targetsError(refusal))
            case .success:
                guard
                    let target = daemon.engine.rules.targets.first(where: {
                        $0.key == asked.target
                    })
                else {
                    return call.fail(
                        TargetsAPI.NoSuchTarget(target: asked.target).varlinkError)
                }
                call.reply(TargetsAPI.SetMonitored.Reply(target: daemon.phrase(target)))
            case .failure(let error):
                call.fail(TargetsAPI.StoreUnavailable(reason: error.description).varlinkError)
            }
        }
    }

    private func targetsError(_ refusal: Refusal) -> VarlinkError {
        switch refusal {
        case .strict(let until): TargetsAPI.Strict(until: text(until)).varlinkError
        case .storeUnavailable: TargetsAPI.StoreUnavailable(reason: storeProblem).varlinkError
        case .noSuchTarget(let key), .noSuchSchedule(let key), .notMonitored(let key):
            TargetsAPI.NoSuchTarget(target: key).varlinkError
        case .invalidLength: VarlinkError.invalidParameter("target")
        }
    }

    private func phrase(_ target: Target) -> TargetsAPI.Target {
        TargetsAPI.Target(
            target: target.key, name: target.name, sites: Array(target.sites.prefix(100)),
            siteCount: target.sites.count, apps: Array(target.apps.prefix(100)),
            appCount: target.apps.count, monitored: engine.isMonitored(target.key),
            blocked: engine.state.decisions[target.key]?.decision.isBlocked ?? false)
    }
}
