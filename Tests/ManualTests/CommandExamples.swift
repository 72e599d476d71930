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
            Example(what: "How things stand:", command: "soteria"),
            Example(what: "What is wrong with the installation:", command: "soteria doctor"),
        ],
        "status": [
            Example(
                what: "A line for a status bar, again at each change:",
                command: "soteria status --waybar --follow")
        ],
        "unblock": [
            Example(
                what: "Opens a target after the wait of an impulse, without asking:",
                command: "soteria unblock shopping --impulse --mood tired"),
            Example(
                what: "Opens every target that a site belongs to:",
                command: "soteria unblock --site www.ebay.com --planned --category gift"),
        ],
        "protect": [
            Example(
                what: "Blocks a target for three hours:",
                command: "soteria protect games --for 3h")
        ],
        "watch": [
            Example(
                what: "Runs a command at each decision:",
                command: "soteria watch --initial --exec 'logger \"$SOTERIA_TARGET\"'")
        ],
        "metrics": [
            Example(
                what: "The figures of half a month, for a spreadsheet:",
                command: "soteria metrics --from 2026-11-01 --to 2026-11-15 --csv")
        ],
        "risk": [
            Example(what: "The score, and what it is made of:", command: "soteria risk --explain")
        ],
        "checkin": [
            Example(what: "Answers without a conversation:", command: "soteria checkin yes")
        ],
        "goals": [
            Example(
                what: "A goal that kept impulses are credited to:",
                command: "soteria goals add \"New bike\" 600 EUR --by 2027-05-01 --from-kept")
        ],
        "rules": [
            Example(
                what: "Whether the rule files are right, without a daemon:",
                command: "soteria rules check"),
            Example(
                what: "Why a target is blocked, and what would lift it:",
                command: "soteria rules explain shopping"),
        ],
        "events": [
            Example(
                what: "Whether the record is as it was written:", command: "soteria events verify")
        ],
        "backup": [
            Example(
                what: "A copy of the record, while all goes on:",
                command: "soteria backup soteria.sqlite")
        ],
        "browser": [
            Example(
                what: "Sets up one browser:",
                command: "soteria browser install --browser firefox")
        ],
    ]
}
