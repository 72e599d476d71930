/// Who may import whom. SwiftPM does not stop an import of an undeclared or transitive target, so
/// this table does; it is the one of docs/ARCHITECTURE.md, with the modules of the system beside.
enum ImportTable {
    /// What a target may import, and what of the system it needs and why.
    struct Row {
        let imports: Set<String>
        let system: [String: String]

        init(_ imports: Set<String>, system: [String: String] = [:]) {
            self.imports = imports
            self.system = system
        }
    }

    static let rows: [String: Row] = [
        "CEL": Row([]),
        "RuleModel": Row(["CEL"]),
        "RuleComparison": Row(["RuleModel", "CEL"]),
        "Engine": Row(["RuleModel", "RuleComparison", "CEL"]),
        "RuleTests": Row(["RuleFiles", "RuleModel", "Engine", "CEL"]),
        "RuleFiles": Row(
            ["RuleModel", "RuleComparison", "CEL", "Crypto", "Yams"],
            system: [
                "Foundation": "reads directories and files",
                "Glibc": "reads directories and files",
                "Synchronization": "the zones that were read, shared by all who ask",
            ]),
        "EventStore": Row(
            ["Engine", "RuleModel", "GRDB", "Crypto"],
            system: [
                "Dispatch": "the writer thread is a queue",
                "Foundation": "paths of the database and of what is set aside",
                "Glibc": "syncs directories, locks the state",
                "Synchronization": "state shared with the writer thread",
            ]),
        "Systemd": Row(
            ["CSystemd", "Logging"],
            system: [
                "Dispatch": "sources on the descriptors of libsystemd, timerfd, inotify",
                "Glibc": "system calls are what it wraps",
                "Synchronization": "state shared between the queues of those sources",
            ]),
        "VarlinkIDL": Row([]),
        "InterfaceGenerator": Row(
            ["VarlinkIDL"],
            system: [
                "Foundation": "reads and writes files during the build",
                "PackagePlugin": "it runs in the build",
            ]),
        "Varlink": Row(
            ["VarlinkIDL", "NIOCore", "NIOPosix"],
            system: [
                "Glibc": "peer credentials, file modes, numbers as text",
                "Synchronization": "state shared between event loops",
            ]),
        "API": Row(
            ["Varlink", "VarlinkIDL"],
            system: [
                "Dispatch": "what is followed has a queue of its own",
                "Glibc": "the environment that the socket's address comes from",
                "Synchronization": "who is told of a new connection",
            ]),
        "Phrasing": Row(["API", "Engine", "RuleModel"]),
        "Demo": Row(
            ["API", "Engine", "EventStore", "RuleFiles", "RuleModel"],
            system: [
                "Dispatch": "a history waits for the store's writer",
                "Synchronization": "what that writer could not do",
            ]),
        "Dashboard": Row(
            ["API", "RuleComparison", "RuleFiles", "RuleModel", "Varlink", "Mustache"],
            system: [
                "Foundation": "numbers, dates and money of a region, JSON, desktop entries",
                "Glibc": "reads directories as they are",
            ]),
        "soteriad": Row(
            [
                "API", "CEL", "Engine", "EventStore", "Phrasing", "RuleFiles", "RuleModel",
                "Systemd", "Varlink", "ArgumentParser", "Logging", "NIOCore", "NIOPosix",
            ],
            system: [
                "Dispatch": "timers and signals",
                "Foundation": "zone names of the static binary",
                "Glibc": "clocks, signals, exit codes",
                "Synchronization": "state shared with the event loop",
            ]),
        "soteria-agent": Row(
            ["API", "Systemd"],
            system: [
                "Dispatch": "the queue that the agent runs on",
                "Glibc": "control groups and processes are read as files",
                "Synchronization": "what the connections' threads hand over",
            ]),
        "soteria-browser-host": Row(
            ["API", "Varlink"],
            system: [
                "Dispatch": "a queue for each direction of the pipe",
                "Glibc": "the pipe to the browser",
                "Synchronization": "calls under way, shared between the queues",
            ]),
        "soteria-dashboard": Row(
            [
                "API", "Dashboard", "Systemd", "Varlink", "HTTPTypes", "HummingbirdCore",
                "Logging", "NIOCore", "NIOHTTPTypes", "NIOPosix",
            ],
            system: [
                "Dispatch": "signals, and how long nobody has looked",
                "Foundation": "runs the command line's check of the record",
                "Glibc": "the file that opens the pages, secrets from the kernel",
                "Synchronization": "what threads of pages and streams share",
            ]),
        "soteria": Row(
            [
                "API", "Demo", "Engine", "EventStore", "Phrasing", "RuleComparison", "RuleFiles",
                "RuleModel", "RuleTests", "Varlink", "ArgumentParser",
            ],
            system: [
                "Foundation": "JSON, dates and numbers for people",
                "Glibc": "the terminal and exit codes",
                "Synchronization": "what the threads of a watch hand over",
            ]),
        "Programs": Row(["soteria", "soteria-dashboard", "soteriad"]),
        "SessionPrograms": Row(["soteria-agent", "soteria-browser-host"]),
        "EmbedFiles": Row(
            [],
            system: [
                "Foundation": "paths as the plugin is told them",
                "FoundationEssentials": "reads and writes files",
                "PackagePlugin": "it runs in the build",
            ]),
    ]

    /// Calls by which the pure core would look at the world, and what to use instead.
    static let banned: [(call: String, reason: String)] = [
        ("Date()", "the core has no clock: take the instant from the Reading that was handed in"),
        (".now", "the core has no clock: take the instant from the Reading that was handed in"),
        ("ContinuousClock", "the core has no clock: take the elapsed time from the Reading"),
        ("SuspendingClock", "the core has no clock: take the elapsed time from the Reading"),
        ("random", "the core is deterministic: let the shell draw and hand in the value"),
        ("UUID()", "the core is deterministic: events are identified by device and sequence"),
        ("Task", "the core never waits: return an Action, and let the shell do it"),
        ("Dispatch", "the core has no threads and no timers: return the action that wakes it"),
        ("FileManager", "the core does no I/O: let the shell read, and hand in the value"),
    ]

    static let pureTargets = ["CEL", "RuleModel", "RuleComparison", "Engine"]
}
