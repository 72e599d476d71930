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
        let errors = SwitchErrors(
            unknown: TargetsAPI.NoSuchTarget(target: asked.target).varlinkError,
            strict: { TargetsAPI.Strict(until: $0).varlinkError },
            unavailable: { TargetsAPI.StoreUnavailable(reason: $0).varlinkError })
        set(.target(asked.target), isOn: asked.monitored, for: call, errors) { daemon in
            daemon.engine.rules.targets.first { $0.key == asked.target }.map {
                TargetsAPI.SetMonitored.Reply(target: daemon.phrase($0))
            }
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
