import API

/// The facts about this installation, uninterpreted.
struct Installation: Sendable {
    /// The expected path of the socket, or the reason why it is unknown.
    var socket: Result<String, SocketAddressError>
    var socketFile = SocketFile.missing
    /// True if the file there belongs to another user.
    var isSocketOfAnother = false
    /// The daemon's answer, or the reason why there is none.
    var daemon: Answer = .none("not asked")
    /// The units' states in the user manager; nil if no manager answers.
    var service: Unit?
    var socketUnit: Unit?
    var agent: Unit?
    var notifications = NotificationService.unknown
    var desktop = Desktop("")
    var browsers: [Finding] = []
    var version = API.Version.text
    var rules = RuleCheck()
    /// The reason why the machine's time zone cannot be read; nil if it can.
    var zoneIssue: String?
    /// True if the user manager runs without a login; nil if unknown.
    var lingers: Bool?
    /// Databases that were set aside as damaged.
    var setAside: [String] = []
    /// Directories with a database besides the one in use.
    var otherStores: [String] = []
    /// True if the daemon's executable on disk was replaced since the daemon started.
    var isExecutableReplaced = false

    enum SocketFile: Hashable, Sendable {
        case missing
        case socket(mode: UInt32)
        case somethingElse
        /// A file in a directory that this process may not enter, or no file.
        case hidden
    }

    enum Answer: Sendable {
        case status(DaemonAPI.GetStatus.Reply)
        case none(String)
    }

    /// The owner of the notification service's name on the session bus.
    enum NotificationService: Hashable, Sendable {
        case unknown
        case runs
        /// The bus can start the service.
        case startable
        case missing
    }

    /// The numbers of a check of the rule files.
    struct RuleCheck: Hashable, Sendable {
        var errors = 0
        var warnings = 0
        /// The number of files, and how many of them are the shipped defaults.
        var files = 0
        var shipped = 0
    }
}

/// A unit as `systemctl show` describes it.
struct Unit: Hashable, Sendable {
    private var properties: [String: String]

    static let asked = [
        "LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "NRestarts",
        "ExecMainStatus", "ExecStart", "MainPID", "StatusText",
    ]

    /// Parses lines of `NAME=value`; nil if there are none.
    init?(showing text: String) {
        properties = [:]
        for line in text.split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            properties[String(line[..<equals])] = String(line[line.index(after: equals)...])
        }
        guard properties["LoadState"] != nil else { return nil }
    }

    var isLoaded: Bool { properties["LoadState"] == "loaded" }
    /// True if the unit is a link to /dev/null.
    var isMasked: Bool { properties["LoadState"] == "masked" }
    var isActive: Bool { properties["ActiveState"] == "active" }
    /// True if the unit is running or about to run.
    var isUp: Bool {
        ["active", "activating", "reloading"].contains(properties["ActiveState"] ?? "")
    }
    /// The unit's main process; nil if none is running.
    var mainProcess: Int? {
        properties["MainPID"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
    var hasFailed: Bool { properties["ActiveState"] == "failed" }
    var isEnabled: Bool {
        ["enabled", "enabled-runtime", "static", "linked", "indirect", "alias"]
            .contains(properties["UnitFileState"] ?? "")
    }
    /// `active (running)`.
    var state: String {
        "\(properties["ActiveState"] ?? "unknown") (\(properties["SubState"] ?? "unknown"))"
    }
    /// The number of automatic restarts.
    var restarts: Int { properties["NRestarts"].flatMap { Int($0) } ?? 0 }
    var exitStatus: Int { properties["ExecMainStatus"].flatMap { Int($0) } ?? 0 }
    /// The unit's own status text; nil if it has none.
    var statusText: String? {
        properties["StatusText"].flatMap { $0.isEmpty ? nil : $0 }
    }
    /// The program that the unit starts, from `{ path=/usr/bin/x ; argv[]=... }`.
    var program: String? {
        guard let text = properties["ExecStart"], let start = text.range(of: "path=") else {
            return nil
        }
        return text[start.upperBound...].split(separator: " ", maxSplits: 1).first.map(String.init)
    }
}

extension CommandContext {
    /// The state of a unit in the user manager; nil if there is no manager.
    func unit(_ name: String) -> Unit? {
        let result = run(
            "systemctl",
            ["--user", "show", name, "--property=" + Unit.asked.joined(separator: ",")])
        return result.status == 0 ? Unit(showing: result.output) : nil
    }
}
