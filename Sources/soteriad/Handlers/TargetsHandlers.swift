import API
import Engine
import Varlink

/// `org.soteria.targets`.
extension Daemon {
    nonisolated var targetsMethods: [String: Method] {
        [
            "List": method { try $0.listTargets($1) },
            "Monitor": streaming { try $0.monitorPlaces($1) },
            "SetMonitored": method { try $0.setMonitored($1) },
            "SetName": method { try $0.setName($1) },
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
                TargetsAPI.SetMonitored.Reply(
                    target: daemon.phrase($0),
                    pendingUntil: daemon.pendingUntil(.target(asked.target)))
            }
        }
    }

    private func setName(_ call: Call) throws {
        let asked = try call.decode(TargetsAPI.SetName.Parameters.self)
        let place = try self.place(site: asked.site, app: asked.app)
        if let name = asked.name, let problem = problem(ofName: name) {
            throw TargetsAPI.InvalidName(name: name, problem: problem).varlinkError
        }
        let errors = CallErrors(
            refused: { _, _ in
                TargetsAPI.NoSuchPlace(place: asked.site ?? asked.app ?? "").varlinkError
            }, unavailable: { TargetsAPI.StoreUnavailable(reason: $0).varlinkError })
        answer(
            call, .name(place, asked.name), errors, unrecorded: "; it is written once it can be"
        ) { daemon, _ -> TargetsAPI.SetName.Reply? in
            TargetsAPI.SetName.Reply(targets: daemon.targets(listing: place).map(daemon.phrase))
        }
    }

    /// The targets in whose entry a site, an app or an executable stands.
    private func targets(listing place: Place) -> [Target] {
        engine.rules.targets.filter { target in
            switch place {
            case .site(let host): target.lists(site: host)
            case .app(let identifier): engine.index.targets(app: identifier).contains(target.key)
            case .target, .protection, .everything: false
            }
        }
    }

    private func phrase(_ target: Target) -> TargetsAPI.Target {
        let sites = target.sites(prefix: 100)
        let apps = Array(target.apps.prefix(100))
        let executables = Array(target.executables.prefix(100))
        return TargetsAPI.Target(
            target: target.key, name: target.name, sites: sites, siteCount: target.siteCount,
            apps: apps, appCount: target.apps.count, monitored: engine.isMonitored(target.key),
            blocked: engine.state.decisions[target.key]?.decision.isBlocked ?? false,
            names: ownNames(sites: sites, apps: apps + executables),
            enforcement: TargetsAPI.Enforcement(target.enforcement), kill: target.kill,
            executables: executables, executableCount: target.executables.count)
    }

    /// The person's own names, where there are any.
    private func ownNames(sites: [String], apps: [String]) -> [TargetsAPI.PlaceName] {
        let own = engine.state.names
        if own.isEmpty { return [] }
        return sites.compactMap { host in
            own[.site(host)].map { TargetsAPI.PlaceName(site: host, name: $0) }
        }
            + apps.compactMap { app in
                own[.app(app)].map { TargetsAPI.PlaceName(app: app, name: $0) }
            }
    }
}
