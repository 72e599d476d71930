/// The allowed imports. SwiftPM does not prevent imports of undeclared or transitive targets, so
/// this table does. It matches the table in docs/inside.md and adds the system modules.
enum ImportTable {
    /// The imports that a target may have, and the system modules that it needs, with the reasons.
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
                "Synchronization": "zones already read, shared by all callers",
            ]),
        "EventStore": Row(
            ["Engine", "RuleModel", "GRDB", "Crypto"],
            system: [
                "Dispatch": "the writer thread is a queue",
                "Foundation": "paths of the database and of files set aside",
                "Glibc": "syncs directories, locks the state",
                "Synchronization": "state shared with the writer thread",
            ]),
        "Sealing": Row(
            ["Crypto", "CryptoExtras"],
            system: ["FoundationEssentials": "the bytes that Crypto takes and gives are Data"]),
        "Systemd": Row(
            ["CSystemd", "Logging"],
            system: [
                "Dispatch": "sources on the descriptors of libsystemd, timerfd, inotify",
                "Glibc": "wraps system calls",
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
        "Localization": Row(
            ["Varlink"],
            system: ["Synchronization": "the translation in use, chosen at the start"]),
        "API": Row(
            ["Localization", "Varlink", "VarlinkIDL"],
            system: [
                "Dispatch": "each subscription has its own queue",
                "Glibc": "the environment, for the socket's address",
                "Synchronization": "the handler for new connections",
            ]),
        "Phrasing": Row(["API", "Engine", "Localization", "RuleModel"]),
        "Demo": Row(
            ["API", "Engine", "EventStore", "RuleFiles", "RuleModel"],
            system: [
                "Dispatch": "a history waits for the store's writer",
                "Synchronization": "the failure of that writer",
            ]),
        "RuleEditing": Row(
            ["API", "RuleFiles", "RuleModel"],
            system: ["Foundation": "reads desktop entries, compares their names"]),
        "Dashboard": Row(
            [
                "API", "RuleComparison", "RuleEditing", "RuleFiles", "RuleModel", "Varlink",
                "Mustache",
            ],
            system: [
                "Foundation": "numbers, dates and money of a region, JSON",
                "Glibc": "reads directories",
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
            ["API", "Localization", "Systemd"],
            system: [
                "Dispatch": "the queue that the agent runs on",
                "Glibc": "control groups and processes are read as files",
                "Synchronization": "data handed over by the connections' threads",
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
                "Logging", "NIOCore", "NIOHTTP1", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "NIOPosix",
            ],
            system: [
                "Dispatch": "signals, and the time since the last visit",
                "Foundation": "runs the command line's check of the record",
                "Glibc": "the file that opens the pages, secrets from the kernel",
                "Synchronization": "state shared between the threads of pages and streams",
            ]),
        "soteria": Row(
            [
                "API", "Demo", "Engine", "EventStore", "Localization", "Phrasing",
                "RuleComparison", "RuleEditing", "RuleFiles", "RuleModel", "RuleTests", "Varlink",
                "ArgumentParser",
            ],
            system: [
                "Foundation": "JSON, dates and numbers for people",
                "Glibc": "the terminal and exit codes",
                "Synchronization": "data handed over by the threads of a watch",
            ]),
        "Programs": Row(["soteria", "soteria-dashboard", "soteriad"]),
        "SessionPrograms": Row(["soteria-agent", "soteria-browser-host"]),
        "soteria-sync": Row(
            ["CCurl", "Crypto", "ArgumentParser"],
            system: [
                "FoundationEssentials": "JSON and base64",
                "Glibc": "directories are read, files written, without following links",
            ]),
        "EmbedFiles": Row(
            [],
            system: [
                "Foundation": "paths passed to the plugin",
                "FoundationEssentials": "reads and writes files",
                "PackagePlugin": "it runs in the build",
            ]),
    ]

    /// Calls by which the pure core would access the outside world, and what to use instead.
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
