import API
import ArgumentParser

/// `soteria rules list`: what is in force, and what waits.
struct RulesListCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show every rule in force with its file, and the edits that wait.",
        discussion: """
            With edits.weakening_waits in the rules, what makes them weaker waits; until then the \
            rules before it hold as well, an entry that was changed under KEY@ and six digits.
            """)

    @OptionGroup var daemon: DaemonOptions

    func run(in surroundings: Surroundings) throws {
        try daemon.show(RulesAPI.List.self, NoMembers(), in: surroundings) { reply, now, style in
            let now = try now() ?? Moment(seconds: 0, offset: 0)
            return RuleListText(list: reply, now: now, style: style).text
        }
    }
}
