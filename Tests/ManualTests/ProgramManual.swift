@testable import RuleFiles

/// The pages of section 8: the programs that systemd and browsers start.
enum ProgramManual {
    /// A program's page, as far as it is not made of what the program itself says.
    struct Words {
        var name: String
        var abstract: String
        var synopsis: String
        var description: [String]
        var environment: [(name: String, meaning: String)] = []
        var files: [(name: String, meaning: String)] = []
        var exitStatus: String
        var seeAlso: String
    }

    /// The page with what the program says of its options.
    static func page(_ words: Words, options: [(term: String, meaning: String)]) -> String {
        var page = Roff()
        page.macro("TH", words.name.uppercased(), "8", "", "Soteria", "Soteria's programs")
        page.macro("nh")
        page.heading("NAME")
        page.paragraph("\(words.name) - \(words.abstract)")
        page.heading("SYNOPSIS")
        page.lines([words.synopsis])
        page.heading("DESCRIPTION")
        for paragraph in words.description { page.paragraph(paragraph) }
        page.heading("OPTIONS")
        for option in options { page.item(option.term, option.meaning) }
        page.heading("EXIT STATUS")
        page.paragraph(words.exitStatus)
        add(words.environment, to: &page, as: "ENVIRONMENT")
        add(words.files, to: &page, as: "FILES")
        page.heading("SEE ALSO")
        page.paragraph(words.seeAlso)
        return page.text
    }

    private static func add(
        _ items: [(name: String, meaning: String)], to page: inout Roff, as heading: String
    ) {
        guard !items.isEmpty else { return }
        page.heading(heading)
        for item in items { page.item("`\(item.name)`", item.meaning) }
    }

    /// The options in a help text: lines of `  --name VALUE   Meaning.` below `OPTIONS:`.
    static func options(help: String) -> [(term: String, meaning: String)] {
        guard let start = help.range(of: "OPTIONS:\n") else { return [] }
        return help[start.upperBound...].split(separator: "\n").compactMap { line in
            let words = line.drop { $0 == " " }
            guard let gap = words.range(of: "  ") else { return nil }
            let term = words[..<gap.lowerBound].split(separator: ", ").map { name in
                let parts = name.split(separator: " ", maxSplits: 1)
                return (["`\(parts[0])`"] + parts.dropFirst().map(String.init))
                    .joined(separator: " ")
            }
            return (
                term.joined(separator: ", "),
                String(words[gap.upperBound...].drop { $0 == " " })
            )
        }
    }

    private static let socketVariables = [
        ("SOTERIA_SOCKET", "The daemon's socket, instead of the standard one."),
        (
            "XDG_RUNTIME_DIR",
            "The directory that holds the socket, `soteria/org.soteria` (default: "
                + "`/run/user/UID`)."
        ),
    ]

    static let daemon = Words(
        name: "soteriad", abstract: "the Soteria daemon: decides what is blocked, when and why",
        synopsis: "soteriad [OPTIONS]",
        description: [
            "`soteriad` reads rule files, keeps the record, and decides what is blocked and why: "
                + "every minute, and at every call. Clients ask for its decisions over a socket. "
                + "The daemon itself blocks nothing; soteria-agent(8) and the browser extension "
                + "do.",
            "The daemon runs as `soteriad.service` in the user's own service manager; "
                + "`soteriad.socket` starts the daemon at the first call. The daemon reads the "
                + "rule files again after `systemctl --user reload soteriad`, and after a change "
                + "in their directories. The journal shows everything that the daemon does: "
                + "`journalctl --user -u soteriad`.",
        ],
        environment: [
            ("STATE_DIRECTORY", "The directory of the record, set by systemd."),
            ("RUNTIME_DIRECTORY", "The directory of the socket, set by systemd."),
            ("XDG_CONFIG_HOME", "The directory that holds your rules, `soteria/rules.d`."),
        ],
        files: [
            ("PREFIX/share/soteria/rules.d/*.yaml", "The shipped defaults."),
            ("/etc/soteria/rules.d/*.yaml", "The machine's rules."),
            ("~/.config/soteria/rules.d/*.yaml", "Your rules."),
            (
                "soteria.sqlite",
                "The record, in the state directory: `~/.config/soteriad` with systemd before "
                    + "254, `~/.local/state/soteriad` from 254 on."
            ),
            ("$XDG_RUNTIME_DIR/soteria/org.soteria", "The socket."),
        ],
        exitStatus: "0 after SIGTERM or SIGINT; 64 for a mistake on the command line; 78 for an "
            + "error that a restart would not fix, such as a second daemon; 1 for other errors.",
        seeAlso: "soteria(1), soteria-agent(8), soteria-rules(5), org.soteria(7)")

    static let agent = Words(
        name: "soteria-agent",
        abstract: "acts on the desktop for Soteria: apps, notifications, usage",
        synopsis: "soteria-agent [--socket PATH] [--thaw]",
        description: [
            "`soteria-agent` freezes or stops blocked apps, or only notifies you about them, "
                + "depending on the target. The agent asks questions with notifications, and "
                + "reports to the daemon which apps you use, when you are idle, and when the "
                + "machine sleeps. The agent runs in your session as `soteria-agent.service`.",
            "The agent thaws frozen apps when their target opens, when the agent is stopped, and "
                + "when the daemon has been unreachable for five minutes. If the agent is "
                + "killed, the unit's `ExecStopPost=` runs `soteria-agent --thaw`.",
        ],
        environment: socketVariables + [
            ("RUNTIME_DIRECTORY", "The directory of the list of frozen apps, set by systemd.")
        ],
        files: [
            ("$XDG_RUNTIME_DIR/soteria-agent/frozen", "The apps that are frozen now."),
            ("$XDG_RUNTIME_DIR/soteria-agent/lock", "The lock that allows one agent at a time."),
        ],
        exitStatus: "0 after SIGTERM or SIGINT; 64 for a mistake on the command line; 78 for an "
            + "error that a restart would not fix, such as a second agent; 71 for other errors. "
            + "With `--thaw`, 1 if not every app could be thawed.",
        seeAlso: "soteria(1), soteria-prompts(1), soteriad(8)")

    static let dashboard = Words(
        name: "soteria-dashboard",
        abstract: "serves Soteria's dashboard to your own browser",
        synopsis: "soteria-dashboard [--socket PATH] [--control PATH]",
        description: [
            "`soteria-dashboard` serves the dashboard on 127.0.0.1, only to browsers that were "
                + "admitted through its control socket. The server exits after the last page is "
                + "closed. `soteria-dashboard.socket` starts the server; soteria-dashboard(1) "
                + "opens the pages."
        ],
        environment: socketVariables,
        files: [("$XDG_RUNTIME_DIR/soteria/dashboard", "The control socket.")],
        exitStatus: "0 after the last page is closed, and after SIGTERM or SIGINT; 64 for a "
            + "mistake on the command line; other statuses are errors.",
        seeAlso: "soteria(1), soteria-dashboard(1), soteriad(8), org.soteria(7)")

    static let browserHost = Words(
        name: "soteria-browser-host",
        abstract: "connects Soteria's browser extension to the Soteria daemon",
        synopsis: "soteria-browser-host",
        description: [
            "Browsers start `soteria-browser-host` for Soteria's extension, using a "
                + "native-messaging manifest that soteria-browser(1) installs. The host reads "
                + "messages on standard input, checks them against a list of the methods that an "
                + "extension may call, passes them on to the daemon's socket, and writes the "
                + "replies. If anything other than a browser starts the host, the host "
                + "prints a message and exits."
        ],
        environment: socketVariables,
        files: [
            (
                "/etc/chromium/native-messaging-hosts/org.soteria.browser.json",
                "The machine's manifest for Chromium."
            ),
            (
                "/usr/lib/mozilla/native-messaging-hosts/org.soteria.browser.json",
                "The machine's manifest for Firefox."
            ),
        ],
        exitStatus: "0 when the browser closes the pipe; 64 if started by hand; 77 if started "
            + "for another extension; 78 if the path of the daemon's socket cannot be determined; "
            + "other statuses are errors.",
        seeAlso: "soteria-browser(1), soteriad(8), org.soteria(7)")

    static let sync = Words(
        name: "soteria-sync",
        abstract: "carries sealed files between this device and a storage",
        synopsis: "soteria-sync COMMAND",
        description: [
            "`soteria-sync` is the only program of Soteria that opens a connection to another "
                + "machine. It carries sealed files between the directory that it shares with the "
                + "daemon and a storage: a directory, a bucket of S3 or of a server that speaks "
                + "its protocol, or a table of DynamoDB. It has no keys, so it can read none of "
                + "the files. The daemon requests a run with a file named `due`, and "
                + "`soteria-sync@SPACE.path` then starts the program."
        ],
        environment: [
            (
                "CREDENTIALS_DIRECTORY",
                "The directory with the file `credentials`, set by systemd. The file has the "
                    + "format of AWS's shared credentials, with `region` and, for a server that "
                    + "is not Amazon's, `endpoint_url`."
            )
        ],
        files: [
            (
                "courier.json",
                "In the shared directory: how the last run ended, and which files the storage "
                    + "is known to hold."
            )
        ],
        exitStatus: "0 for success, and for a failure of the storage that `run` has noted; 64 "
            + "for a mistake on the command line; 65 if the storage or the shared directory is "
            + "damaged; 73 if there is no room; 75 for what may succeed later; 77 if the storage "
            + "or the system refuses.",
        seeAlso: "soteriad(8)")

    static let syncCommands: [(term: String, meaning: String)] = [
        ("`run` SPACE `--shelf` DIRECTORY", "Carry what is new, once."),
        (
            "`create` ADDRESS [`--credentials` FILE]",
            "Make the bucket, the table or the directory, if there is none."
        ),
        (
            "`prove` ADDRESS [`--credentials` FILE]",
            "Test with a small file, which stays, whether the storage keeps what it is given."
        ),
        ("`policy` ADDRESS DEVICE", "Print the policy for the credentials of a device."),
        (
            "`delete` ADDRESS DEVICE [`--credentials` FILE] [`--entries`]",
            "Remove the files of a device, with `--entries` its membership entries as well."
        ),
        ("`--version`", "Show the version."),
        ("`--help`", "Show the commands; `help` COMMAND shows the options of one."),
    ]
}
