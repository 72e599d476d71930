/// The examples on the manual pages of commands; a test parses each of them as the program does.
enum CommandExamples {
    struct Example {
        /// A sentence about the effect of the command.
        var what: String
        /// The command line.
        var command: String
    }

    /// By subcommand; `soteria` itself under its own name.
    static let all: [String: [Example]] = [
        "soteria": [
            Example(what: "Show the status:", command: "soteria"),
            Example(what: "Find problems with the installation:", command: "soteria doctor"),
        ],
        "status": [
            Example(
                what: "Print a line for a status bar at each change:",
                command: "soteria status --waybar --follow")
        ],
        "unblock": [
            Example(
                what: "Unblock a target on impulse, without questions:",
                command: "soteria unblock shopping --impulse --mood tired"),
            Example(
                what: "Unblock every target that a site belongs to:",
                command: "soteria unblock --site www.ebay.com --planned --category gift"),
        ],
        "protect": [
            Example(
                what: "Block a target for three hours:",
                command: "soteria protect games --for 3h")
        ],
        "add": [
            Example(
                what: "Block two sites at night:",
                command: "soteria add amazon.com ebay.com --to shopping --from 22:00 "
                    + "--to-time 06:30"),
            Example(
                what: "Add an app to the same target:",
                command: "soteria add com.valvesoftware.Steam --to shopping"),
        ],
        "remove": [
            Example(
                what: "Take a site out of a target:",
                command: "soteria remove ebay.com --from shopping")
        ],
        "watch": [
            Example(
                what: "Run a command at each decision:",
                command: "soteria watch --initial --exec 'logger \"$SOTERIA_TARGET\"'")
        ],
        "metrics": [
            Example(
                what: "Print the figures for half a month, for a spreadsheet:",
                command: "soteria metrics --from 2026-11-01 --to 2026-11-15 --csv")
        ],
        "risk": [
            Example(what: "Show the score and its factors:", command: "soteria risk --explain")
        ],
        "checkin": [
            Example(what: "Answer without a dialogue:", command: "soteria checkin yes")
        ],
        "goals": [
            Example(
                what: "Add a goal to which kept impulses are credited:",
                command: "soteria goals add \"New bike\" 600 EUR --by 2027-05-01 --from-kept")
        ],
        "rules": [
            Example(
                what: "Check the rule files without the daemon:",
                command: "soteria rules check"),
            Example(
                what: "Show why a target is blocked, and how the block can be lifted:",
                command: "soteria rules explain shopping"),
        ],
        "events": [
            Example(
                what: "Check that the record is intact:", command: "soteria events verify")
        ],
        "backup": [
            Example(
                what: "Copy the record while the daemon keeps running:",
                command: "soteria backup soteria.sqlite")
        ],
        "browser": [
            Example(
                what: "Set up one browser:",
                command: "soteria browser install --browser firefox")
        ],
    ]
}
