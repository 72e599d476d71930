import Testing

@testable import soteria

/// Words that name no command, and what was probably meant.
@Suite struct CommandNameTests {
    @Test(arguments: [
        (
            ["statu"],
            "there is no command \"statu\"; did you mean \"status\"? See: soteria help"
        ),
        (
            ["prtoect", "shopping"],
            "there is no command \"prtoect\"; did you mean \"protect\"? See: soteria help"
        ),
        (
            ["quiethours"],
            "there is no command \"quiethours\"; did you mean \"quiet-hours\"? See: soteria help"
        ),
        (
            ["rules", "chekc"],
            "there is no command \"rules chekc\"; did you mean \"rules check\"? "
                + "See: soteria help rules"
        ),
        (
            ["targets", "ignor", "shopping"],
            "there is no command \"targets ignor\"; did you mean \"targets ignore\"? "
                + "See: soteria help targets"
        ),
        (
            ["checkin", "debug", "forc", "morning"],
            "there is no command \"checkin debug forc\"; did you mean \"checkin debug force\"? "
                + "See: soteria help checkin debug"
        ),
        (["frobnicate"], "there is no command \"frobnicate\"; see: soteria help"),
        (
            ["quiet-hours", "nights"],
            "there is no command \"quiet-hours nights\"; see: soteria help quiet-hours"
        ),
    ])
    func aMisspeltCommandIsNamed(arguments: [String], sentence: String) {
        let run = CommandRun(arguments: arguments)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.error == "soteria: \(sentence)\n")
    }

    @Test(arguments: [
        [], ["status"], ["--json"], ["protect", "anything"], ["quiet-hours"],
        ["quiet-hours", "enable", "nights"], ["targets", "--json"], ["targets", "monitor", "x"],
        ["checkin", "morning", "yes"], ["checkin", "yes"], ["help", "status"], ["help"],
        ["rules", "check", "a.yaml"], [""], ["---completion", "explain"],
    ])
    func whatMayBeRightIsLeftToTheParser(arguments: [String]) {
        #expect(CommandNames.failure(arguments) == nil)
    }

    @Test func everyCommandIsKnownByTheNameThatTheParserTakes() {
        for command in Soteria.configuration.subcommands {
            #expect(CommandNames.failure([command._commandName]) == nil)
            for below in command.configuration.subcommands {
                #expect(
                    CommandNames.failure([command._commandName, below._commandName]) == nil)
            }
        }
    }

    @Test func helpIsACommand() {
        let run = CommandRun("help", "rules")
        #expect(run.status == 0 && run.output.contains("soteria rules"))
    }

    @Test func aWordThatSpeaksToTheTerminalIsMadeSafe() {
        let run = CommandRun("a\u{1b}[2J")
        #expect(run.status == 64 && !run.error.contains("\u{1b}"))
    }

    @Test(arguments: [
        ("stat", "status"), ("STATUS", "status"), ("watcj", "watch"), ("wacth", "watch"),
        ("xyz", nil), ("s", nil), ("protection", "protect"),
    ])
    func theNearestIsMeant(word: String, meant: String?) {
        let names = ["status", "watch", "protect", "rules"]
        #expect(CommandNames.nearest(to: word, among: names) == meant)
    }
}
