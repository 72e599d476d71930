import API
import Localization
import RuleModel

/// Reads an export of ActivityWatch, and has the daemon record the use of targets in it.
struct UseImporter {
    let client: SoteriaClient
    /// The zone of local days.
    let zone: TimeZoneRules
    let now: Instant

    /// The most hosts that the daemon is asked for.
    private static let mostHosts = 50_000

    struct Outcome: Encodable {
        /// The imports, one for each computer; none in a preview and if there was nothing new.
        var imports: [UsageAPI.ImportedUse] = []
        /// The use of targets in the export, by computer.
        var found: [Found] = []
        var otherBuckets: [ActivityWatchExport.OtherBucket] = []
        var damagedEvents: Int
    }

    struct Found: Encodable {
        /// The program and the computer.
        var source: String
        var use: [UsageAPI.ImportedDay]
    }

    func carryOut(_ source: ImportSource, _ name: String, isPreview: Bool) throws -> Outcome {
        let targets = try client.call(TargetsAPI.List.self).targets
        let export = try read(source, name, AppMatching(targets))
        var outcome = Outcome(
            otherBuckets: export.others, damagedEvents: export.damagedEvents)
        for (host, measured) in export.hosts.sorted(by: { $0.key < $1.key }) {
            let use = ActivityWatchExport.use(of: measured, in: zone, before: now).map {
                UsageAPI.ImportedDay(
                    target: $0.target, day: LocalDay.text($0.day), seconds: $0.seconds)
            }
            guard !use.isEmpty else { continue }
            let computer = Printable.text(String(host.prefix(64)))
            outcome.found.append(
                Found(
                    source: computer.isEmpty ? "activitywatch" : "activitywatch \(computer)",
                    use: use))
        }
        if isPreview { return outcome }
        for found in outcome.found {
            let reply = try client.call(
                UsageAPI.ImportUse.self, .init(source: found.source, use: found.use))
            if let imported = reply.imported { outcome.imports.append(imported) }
        }
        return outcome
    }

    private func read(
        _ source: ImportSource, _ name: String, _ apps: AppMatching
    ) throws -> ActivityWatchExport {
        var hosts: [String: [String]] = [:]
        var export = ActivityWatchExport(
            targetsOfApp: { apps.targets(of: $0) },
            targetsOfHost: { host in
                if let known = hosts[host] { return known }
                guard hosts.count < Self.mostHosts else {
                    throw Failure(localized("the export has more than \(Self.mostHosts) sites"))
                }
                let targets = try targets(ofHost: host)
                hosts[host] = targets
                return targets
            })
        var stream = JSONStream { () throws(JSONStream.Problem) in try source.read() }
        let name = Printable.text(name)
        do {
            try export.read(&stream)
        } catch let problem as JSONStream.Problem {
            throw Failure("\(name): \(Self.words(problem))")
        } catch let problem as ActivityWatchExport.Problem {
            switch problem {
            case .notAnExport:
                throw Failure(
                    localized("\(name) is not an export of ActivityWatch: it has no buckets"))
            case .tooMuch(let limit):
                throw Failure(
                    localized("\(name) has more than \(limit) periods of use of your targets"))
            }
        }
        return export
    }

    private func targets(ofHost host: String) throws -> [String] {
        do throws(CallFailure) {
            return try client.call(ProtectionAPI.Check.self, .init(site: host)).targets
        } catch .refused {
            // What is no host name belongs to no target.
            return []
        }
    }

    private static func words(_ problem: JSONStream.Problem) -> String {
        switch problem {
        case .unexpected(let place): localized("not JSON, from byte \(place + 1) on")
        case .cutOff: localized("the file is cut off")
        case .tooDeep(let place):
            localized("nested too deeply, at byte \(place + 1)")
        case .unreadable(let reason): reason
        }
    }
}
