import API
import Testing

@testable import soteria

/// Command lines that are accepted, and the messages for those that are not.
@Suite struct CommandLineTests {
    @Test(arguments: [
        ["--frobnicate"], ["risk", "--nonsense"], ["protect", "--for", "soon"], ["explain"],
        ["quiet-hours", "enable"], ["events", "--limit", "-1"], ["events", "--from", "tomorrow"],
        ["events", "--follow", "--to", "2026-12-24"], ["explain", "a", "--at", "25:00"],
        ["risk", "--explain", "--history"], ["risk", "--history", "--follow"], ["keep", "x"],
        ["risk", "--from", "22:30"], ["risk", "-n", "3"], ["risk", "--history", "-n", "-1"],
        ["auto-protection", "enable"],
    ])
    func mistakesEndIn64(arguments: [String]) {
        let run = CommandRun(arguments: arguments)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.error.contains("Usage: soteria"))
    }

    @Test func helpAndVersionEndIn0() {
        let help = CommandRun("--help")
        #expect(help.status == 0 && help.error.isEmpty)
        for word in [
            "status", "risk", "watch", "protect", "unblock", "block", "keep", "pause", "prompts",
            "quiet-hours", "auto-protection", "doctor", "69", "checkin", "log", "metrics",
            "insights", "goals", "usage", "budgets", "export", "import", "backup", "restore",
        ] {
            #expect(help.output.contains(word))
        }
        for group in ["EVERY DAY", "FIGURES", "RULES", "RECORD", "SET UP"] {
            #expect(help.output.contains("\n\(group) SUBCOMMANDS:\n"))
        }
        #expect(CommandRun("--version").output == "0.1.0\n")
    }

    @Test(arguments: [
        (["help", "nonsense"], "there is no command \"nonsense\"; see: soteria help"),
        (["help", "unblok"], "there is no command \"unblok\"; did you mean \"unblock\"?"),
        (["help", "rules", "chek"], "did you mean \"rules check\"?"),
        (["--frob"], "Error: Unknown option '--frob'\n"),
        (["--jso"], "Did you mean '--json'?"),
        (["backup", "-"], "cannot go to standard output"),
        (["export", "-", "--json"], "--json needs FILE"),
        (["metrics", "--from", "-5"], "Error: \"-5\" is negative"),
    ])
    func mistakesAreNamed(arguments: [String], words: String) {
        let run = CommandRun(arguments: arguments)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.error.contains(words), "\(run.error)")
    }

    @Test func helpOfACommandEndsIn0() {
        let run = CommandRun("help", "rules", "check")
        #expect(run.status == 0 && run.output.contains("USAGE: soteria rules check"))
    }

    /// Marks and names are shown in ASCII if the locale is set to one without UTF-8.
    @Test func otherLocalesGetASCII() throws {
        let daemon = try FakeDaemon([:])
        defer { daemon.stop() }
        let plain = CommandRun(daemon: daemon, environment: ["LC_ALL": "C"])
        #expect(plain.output.hasPrefix("* Shopping") || plain.output.hasPrefix("*  Shopping"))
        #expect(plain.output.utf8.allSatisfy { $0 < 128 })
        let utf8 = CommandRun(daemon: daemon, environment: ["LC_ALL": "C.UTF-8"])
        #expect(utf8.output.hasPrefix("●"))
        #expect(plain.output.count == utf8.output.count)
        #expect(Printable.ascii("Ärger – “5 €”…") == "Arger - \"5 ?\"...")
    }

    @Test func everySubcommandIsDocumented() {
        var waiting = Soteria.configuration.subcommands
        var seen = 0
        while let command = waiting.popLast() {
            seen += 1
            #expect(!command.configuration.abstract.isEmpty, "\(command)")
            #expect(!command.helpMessage().contains("(no help)"))
            waiting += command.configuration.subcommands
        }
        #expect(seen > 60)
    }

    @Test func helpShowsNoValueAsTheProgramHoldsIt() {
        var waiting = Soteria.configuration.subcommands
        while let command = waiting.popLast() {
            #expect(!command.helpMessage().contains(/[A-Z]\w*\(\w+:/), "\(command)")
            waiting += command.configuration.subcommands
        }
        // Lines may be broken anywhere between words.
        let words = CommandRun("help", "pause").unwrappedOutput
        #expect(words.contains("(default as flag: 1h)"))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func completionsCanBeMade(shell: String) {
        let run = CommandRun("--generate-completion-script", shell)
        #expect(run.status == 0)
        #expect(run.output.contains("quiet-hours") && run.output.contains("soteria"))
    }

    @Test(arguments: [
        ("1h", 3600), ("90m", 5400), ("1h30m", 5400), ("45s", 45), ("2d", 172_800),
        ("1d1h1m1s", 90_061), ("604800s", 604_800),
    ])
    func lengthsAreRead(text: String, seconds: Int) {
        #expect(Length(argument: text) == Length(seconds: seconds))
    }

    @Test(arguments: [
        "", "1", "h", "1x", "-1h", "1m1h", "1h1h", "0s", "1h30", "1 h", "٣h", "99999999d",
    ])
    func whatIsNoLengthIsRefused(text: String) {
        #expect(Length(argument: text) == nil)
    }

    @Test(arguments: [
        "2026-11-21T22:30:00+01:00", "2026-11-21T22:30:00Z", "2026-12-24", "22:30",
        "2026-12-24 22:30", "2026-12-24T22:30", "2024-02-29", "22:30:15", "2026-11-26 21:26:13",
    ])
    func instantsAreRead(text: String) {
        #expect(InstantArgument(argument: text) != nil)
    }

    @Test(arguments: [
        "", "now", "24:00", "22:60", "2026-13-01", "2026-02-30", "2026-1-1", "22:30 2026-12-24",
        "2026-12-24 22:30 x", "2025-02-29", "22", "٢٢:٣٠", "22:30:60", "22:30:1", "22:30:15:00",
        "22::15",
    ])
    func whatIsNoInstantIsRefused(text: String) {
        #expect(InstantArgument(argument: text) == nil)
    }

    @Test(arguments: [
        ["events", "--from"], ["events", "--to"], ["risk", "--from"], ["usage", "--to"],
        ["explain", "shopping", "--at"], ["rules", "simulate", "--from"],
    ])
    func whatIsNoInstantIsToldTheForms(words: [String]) {
        let run = CommandRun(arguments: words + ["yesterday"])
        #expect(run.status == 64)
        #expect(run.error.contains("The value 'yesterday' is invalid"))
        #expect(run.error.contains("\"2026-12-24 22:30\" (seconds are optional)"))
    }

    @Test(arguments: [
        (["events", "--from"], "2026-3-1", "2026-03-01"),
        (["rules", "simulate", "--from"], "2026-3-1 22:30", "2026-03-01 22:30"),
        (["rules", "simulate", "--to"], "2026/12/4", "2026-12-04"),
        (["metrics", "--from"], "2026-3-1", "2026-03-01"),
        (["goals", "add", "x", "450", "EUR", "--by"], "2027.4.1", "2027-04-01"),
    ])
    func aDateWithoutZerosIsUnderstood(words: [String], text: String, meant: String) {
        let run = CommandRun(arguments: words + [text])
        #expect(run.status == 64)
        let error = run.unwrappedError
        #expect(error.contains("The value '\(text)' is invalid"))
        #expect(error.contains("months and days have two digits; did you mean \"\(meant)\"?"))
    }

    @Test(arguments: ["2026-13-1", "tomorrow", "2026-2-30", ""])
    func anotherDateIsToldTheForm(text: String) {
        let run = CommandRun(arguments: ["metrics", "--from", text])
        #expect(run.status == 64)
        #expect(run.unwrappedError.contains("write a date as 2026-12-24"))
    }

    /// `rules schema` prints one of two schemas, or writes it to a file.
    @Test func schemasOfRulesAndOfTests() throws {
        let rules = CommandRun("rules", "schema")
        let tests = CommandRun("rules", "schema", "--tests")
        #expect(rules.output.contains("\"title\": \"Soteria's rules\""))
        #expect(tests.output.contains("\"title\": \"Tests of Soteria's rules\""))
        try RuleFilesOnDisk.with([:]) { directory in
            let path = directory + "/tests.json"
            let run = CommandRun("rules", "schema", "--tests", "--output", path)
            #expect(run.status == 0 && run.output.isEmpty)
            let written = try String(contentsOfFile: path, encoding: .utf8)
            #expect(written == tests.output)
        }
    }
}
