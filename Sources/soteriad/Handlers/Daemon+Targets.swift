import API
import Engine
import RuleModel

/// `org.soteria.targets`.
extension Daemon: TargetsAPI.Handlers {
    func list(_ call: TypedCall<TargetsAPI.List>) {
        observe()
        call.reply(.init(targets: engine.rules.targets.map { .init($0, in: engine) }))
    }

    func setMonitored(_ call: TypedCall<TargetsAPI.SetMonitored>) {
        let asked = call.parameters
        set(
            .target(asked.target), isOn: asked.monitored, for: call,
            unknown: .noSuchTarget(target: asked.target), strict: { .strict(until: $0) }
        ) { daemon, pendingUntil, recorded in
            daemon.engine.rules.targets.first { $0.key == asked.target }.map {
                .init(
                    target: .init($0, in: daemon.engine), pendingUntil: pendingUntil,
                    recorded: recorded)
            }
        }
    }

    func setName(_ call: TypedCall<TargetsAPI.SetName>) throws(CallError<TargetsAPI>) {
        let asked = call.parameters
        let place = try call.place(site: asked.site, app: asked.app)
        if let name = asked.name, let problem = problem(ofName: name) {
            throw .invalidName(name: name, problem: problem)
        }
        answer(
            call, .name(place, asked.name),
            refused: { _, refusal in
                switch refusal {
                case .noSuchPlace: .noSuchPlace(place: asked.site ?? asked.app ?? "")
                }
            }
        ) { daemon, _, _ in
            call.reply(
                .init(targets: daemon.targets(listing: place).map { .init($0, in: daemon.engine) }))
        }
    }

    private func targets(listing place: Place) -> [Target] {
        engine.rules.targets.filter { target in
            switch place {
            case .site(let host): target.lists(site: host)
            case .app(let identifier):
                engine.rules.index.targets(app: identifier).contains(target.key)
            case .page, .target, .protection, .everything: false
            }
        }
    }
}

extension TargetsAPI.Target {
    /// Creates a target with the first of its places and the person's own names for them.
    init(_ target: Target, in engine: Engine) {
        let sites = target.sites(prefix: 100)
        let except = Array(target.exceptSites.prefix(100))
        let apps = Array(target.apps.prefix(100))
        let executables = Array(target.executables.prefix(100))
        let own = engine.state.names
        let names =
            own.isEmpty
            ? []
            : sites.compactMap { host in
                own[.site(host)].map { TargetsAPI.PlaceName(site: host, name: $0) }
            }
                + (apps + executables).compactMap { app in
                    own[.app(app)].map { TargetsAPI.PlaceName(app: app, name: $0) }
                }
        let paths = target.paths.prefix(100).map(\.text)
        let exceptPaths = target.exceptPaths.prefix(100).map(\.text)
        self.init(
            target: target.key, name: target.name, sites: sites, siteCount: target.siteCount,
            apps: apps, appCount: target.apps.count, monitored: engine.isMonitored(target.key),
            blocked: engine.state.decisions[target.key]?.decision.isBlocked ?? false,
            names: names, enforcement: .init(target.enforcement), kill: target.kill,
            executables: executables, executableCount: target.executables.count,
            exceptSites: except.isEmpty ? nil : except,
            onThaw: TargetsAPI.ThawResponse(target.onThaw), paths: paths.isEmpty ? nil : paths,
            exceptPaths: exceptPaths.isEmpty ? nil : exceptPaths,
            everySite: target.hasEverySite ? true : nil)
    }
}

extension TargetsAPI.Enforcement {
    init(_ enforcement: Target.Enforcement) {
        switch enforcement {
        case .freeze: self = .freeze
        case .stop: self = .stop
        case .notify: self = .notify
        }
    }
}

extension TargetsAPI.ThawResponse {
    /// Nil for `freeze`, which is left out on the socket.
    init?(_ response: Target.ThawResponse) {
        switch response {
        case .freeze: return nil
        case .stop: self = .stop
        }
    }
}
