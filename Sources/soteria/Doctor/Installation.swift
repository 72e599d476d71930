import API

/// The facts of this installation, before anything is made of them.
struct Installation: Sendable {
    /// Where the socket should be, or why nobody can say.
    var socket: Result<String, SocketAddressError>
    var socketFile = SocketFile.missing
    /// Whether what lies there belongs to another user than this process's.
    var isSocketOfAnother = false
    /// The daemon's answer, or why there is none, in words.
    var daemon: Answer = .none("not asked")
    /// The units as the user manager knows them; nil where no manager answers.
    var service: Unit?
    var socketUnit: Unit?
    var agent: Unit?
    /// Whether somebody shows notifications.
    var notifications = NotificationService.unknown
    var browsers: [Finding] = []
    var version = API.Version.text
    /// The outcome of a check of the rule files on disk.
    var rules = RuleCheck()
    /// Why the machine's time zone cannot be read; nil where it can.
    var zoneIssue: String?
    /// Whether the user manager runs without a login; nil where nobody can say.
    var lingers: Bool?
    /// Databases that were put aside as damaged.
    var setAside: [String] = []
    /// Places besides the one in use where a database lies.
    var otherStores: [String] = []
    /// Whether `executable` of the daemon is still the file on disk.
    var isExecutableReplaced = false

    enum SocketFile: Hashable, Sendable {
        case missing
        case socket(mode: UInt32)
        case somethingElse
        /// Something in a directory that this process may not enter, or nothing.
        case hidden
    }

    enum Answer: Sendable {
        case status(DaemonAPI.GetStatus.Reply)
        case none(String)
    }

    /// Who owns the name of the notification service on the session's bus.
    enum NotificationService: Hashable, Sendable {
        /// Nobody can say.
        case unknown
        case runs
        /// The bus starts it.
        case startable
        case missing
    }

    /// The numbers of a check of the rule files.
    struct RuleCheck: Hashable, Sendable {
        var errors = 0
        var warnings = 0
        /// How many files there are, and how many of them are the shipped defaults.
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

    /// The unit read from lines of `NAME=value`; nil where there are none.
    init?(showing text: String) {
        properties = [:]
        for line in text.split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            properties[String(line[..<equals])] = String(line[line.index(after: equals)...])
        }
        guard properties["LoadState"] != nil else { return nil }
    }

    var isLoaded: Bool { properties["LoadState"] == "loaded" }
    /// True if it is a link to /dev/null.
    var isMasked: Bool { properties["LoadState"] == "masked" }
    var isActive: Bool { properties["ActiveState"] == "active" }
    /// True if it runs, or is about to.
    var isUp: Bool {
        ["active", "activating", "reloading"].contains(properties["ActiveState"] ?? "")
    }
    /// The process that runs for it; nil where none does.
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
    /// How often the manager has restarted it by itself.
    var restarts: Int { properties["NRestarts"].flatMap { Int($0) } ?? 0 }
    var exitStatus: Int { properties["ExecMainStatus"].flatMap { Int($0) } ?? 0 }
    /// The unit's words about itself; nil if it says nothing.
    var statusText: String? {
        properties["StatusText"].flatMap { $0.isEmpty ? nil : $0 }
    }
    /// The program that it starts: from `{ path=/usr/bin/x ; argv[]=... }`.
    var program: String? {
        guard let text = properties["ExecStart"], let start = text.range(of: "path=") else {
            return nil
        }
        return text[start.upperBound...].split(separator: " ", maxSplits: 1).first.map(String.init)
    }
}

extension Surroundings {
    /// The user manager's account of a unit; nil if there is no manager.
    func unit(_ name: String) -> Unit? {
        let result = run(
            "systemctl",
            ["--user", "show", name, "--property=" + Unit.asked.joined(separator: ",")])
        return result.status == 0 ? Unit(showing: result.output) : nil
    }
}
