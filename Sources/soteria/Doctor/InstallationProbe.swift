import API
import Foundation
import Localization
import RuleFiles

/// Collects facts about this installation: files, units, and the daemon's answers. Changes nothing.
struct InstallationProbe {
    let context: CommandContext
    let options: DaemonOptions

    /// All facts; those that cannot be read are unknown.
    func installation() -> Installation {
        var found = Installation(socket: socket)
        if case .success(let path) = found.socket {
            (found.socketFile, found.isSocketOfAnother) = file(path)
            if found.socketFile != .missing { found.daemon = ask(path) }
        }
        found.service = context.unit("soteriad.service")
        found.socketUnit = context.unit("soteriad.socket")
        found.agent = context.unit("soteria-agent.service")
        if found.agent?.isActive == true { found.notifications = notifications }
        found.desktop = Desktop(context.environment["XDG_CURRENT_DESKTOP"] ?? "")
        found.browsers = browsers
        found.lingers = lingers
        found.rules = rules(found.daemon)
        found.zoneIssue = ZoneSource(environment: context.environment).local().issue
        lookForStores(&found)
        if case .status(let reply) = found.daemon {
            // The kernel marks the path of a running program whose file was replaced.
            found.isExecutableReplaced = reply.executable?.hasSuffix(" (deleted)") ?? false
        }
        return found
    }

    private var socket: Result<String, SocketAddressError> {
        Result { () throws(SocketAddressError) in try options.address(context).path }
    }

    /// The kind of file at the path, and whether it belongs to another user.
    private func file(_ path: String) -> (Installation.SocketFile, Bool) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return (errno == EACCES ? .hidden : .missing, false)
        }
        let isOfAnother = status.st_uid != geteuid()
        guard status.st_mode & S_IFMT == S_IFSOCK else { return (.somethingElse, isOfAnother) }
        return (.socket(mode: status.st_mode & 0o777), isOfAnother)
    }

    private func ask(_ path: String) -> Installation.Answer {
        do {
            let client = try SoteriaClient(SocketAddress(path: path), timeout: .seconds(3))
            return .status(try client.call(DaemonAPI.GetStatus.self))
        } catch CallFailure.notRunning {
            // The finding names the path.
            return .none(localized("nothing is listening there"))
        } catch {
            return .none(localized(error.text))
        }
    }

    private var notifications: Installation.NotificationService {
        let name = "org.freedesktop.Notifications"
        func ask(_ question: String...) -> String? {
            let bus = "org.freedesktop.DBus"
            let result = context.run(
                "busctl", ["--user", "call", bus, "/org/freedesktop/DBus", bus] + question)
            return result.status == 0 ? result.output : nil
        }
        guard let answer = ask("NameHasOwner", "s", name), answer.hasPrefix("b ") else {
            return .unknown
        }
        if answer.hasPrefix("b true") { return .runs }
        let names = ask("ListActivatableNames")
        return names?.contains("\"\(name)\"") == true ? .startable : .missing
    }

    private var browsers: [Finding] {
        guard let places = try? BrowserPaths(context.environment) else { return [] }
        return BrowserCheck(
            places: places, host: BrowserHost(context: context)
        ).findingsOfDoctor
    }

    private var lingers: Bool? {
        let result = context.run(
            "loginctl", ["show-user", String(getuid()), "--property=Linger", "--value"])
        guard result.status == 0 else { return nil }
        switch result.output.trimmingCharacters(in: .whitespacesAndNewlines) {
        case "yes": return true
        case "no": return false
        default: return nil
        }
    }

    /// Checks the rule files that the daemon reads, or would read.
    private func rules(_ answer: Installation.Answer) -> Installation.RuleCheck {
        var paths: [String] = []
        if case .status(let reply) = answer {
            let standard = RuleDirectories.standard(
                prefix: context.prefix, environment: context.environment)
            let read = reply.rules.directories.filter { $0.layer != .defaults }.map(\.path)
            // The daemon was started with its own directories.
            if !Set(read).isSubset(of: standard.paths) { paths = read }
        }
        let loading = RuleFileReader(context).load(paths)
        return Installation.RuleCheck(
            errors: loading.errors, warnings: loading.warnings, files: loading.sources.count,
            shipped: loading.sources.filter { $0.layer == 0 }.count)
    }

    /// Databases in the state directories of systemd's versions.
    private func lookForStores(_ found: inout Installation) {
        var directories = StateDirectories(environment: context.environment).candidates
        var inUse: String?
        if case .status(let reply) = found.daemon {
            let directory = RecordOptions.directory(of: reply)
            inUse = directory
            if !directories.contains(directory) { directories.append(directory) }
        }
        for directory in directories where directory.hasPrefix("/") {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            found.setAside += names.filter { $0.hasPrefix("soteria.sqlite.damaged-") }.sorted()
                .map { "\(directory)/\($0)" }
            if let inUse, !StateDirectories.isSame(directory, inUse),
                names.contains("soteria.sqlite")
            {
                found.otherStores.append("\(directory)/soteria.sqlite")
            }
        }
    }
}
