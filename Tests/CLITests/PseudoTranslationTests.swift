import API
import ArgumentParser
import TestSupport
import Testing

@testable import Localization
@testable import soteria

/// With every text of the catalogue in strange letters, what a person reads has no word in plain
/// letters but names, and what the daemon sent.
@Suite struct PseudoTranslationTests {
    private static let translation: Translation = {
        let english = EmbeddedFiles.all["Texts/en.json"].flatMap(Translation.init(catalogue:))
        return Translation(PseudoTranslation.texts((english?.texts ?? [:]).keys))
    }()

    private static func words(_ text: String) -> Set<String> {
        PseudoTranslation.plainWords(in: text)
    }

    // MARK: Help

    /// Every command with its path.
    private static let commands: [(path: [String], type: any ParsableCommand.Type)] = {
        var all: [(path: [String], type: any ParsableCommand.Type)] = []
        var waiting: [(path: [String], type: any ParsableCommand.Type)] = [([], Soteria.self)]
        while let next = waiting.popLast() {
            all.append(next)
            waiting += next.type.configuration.subcommands.map {
                (next.path + [$0.configuration.commandName ?? ""], $0)
            }
        }
        return all
    }()

    /// The words that the argument parser puts into every help.
    private static let parserWords = words(
        """
        OVERVIEW USAGE ARGUMENTS OPTIONS SUBCOMMANDS See help for detailed default Show the version \
        Show help information subcommand options json socket path
        """)

    @Test func helpIsTranslated() {
        let names = Set(Self.commands.flatMap(\.path).flatMap(Self.words)).union(["soteria"])
        for (path, type) in Self.commands {
            var help = Self.translation.used { type.helpMessage(columns: 100) }
            // What the parser adds: names of options and values, and the values themselves.
            for syntax in [/\((values|default|default as flag):[^)]*\)/, /(--?)[a-z0-9-]+/] {
                help.replace(syntax, with: "")
            }
            help.replace(/<[^>]*>/, with: "")
            help.replace(/USAGE: [^\n]*(\n +[^\n]*)*/, with: "")
            let plain = Self.words(help).subtracting(names).subtracting(Self.parserWords)
            #expect(plain.isEmpty, "\(path): \(plain.sorted())")
        }
        #expect(Self.commands.count > 60)
    }

    // MARK: Output

    @Test(arguments: [
        ["status"], ["explain", "shopping"], ["risk"], ["risk", "--explain"],
        ["metrics"], ["insights"], ["usage"], ["usage", "--sessions"],
        ["budgets"], ["goals"], ["goals", "add", "A", "5", "EUR"], ["prompts"], ["quiet-hours"],
        ["quiet-hours", "enable", "nights"], ["auto-protection"], ["targets"],
        ["targets", "ignore", "shopping"], ["checkin"], ["checkin", "no"],
        ["checkin", "debug", "state", "morning"], ["checkin", "debug", "last-answer", "morning"],
        ["log", "--list"], ["log", "--bought"], ["protect"], ["protect", "--strict"], ["keep"],
        ["pause", "--keep"], ["unblock", "shopping", "--planned"], ["watch"],
    ])
    func whatCommandsPrintIsTranslated(arguments: [String]) throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        // The same for a program, which has names, keys and values in it and no text.
        let sent = CommandRun(arguments: arguments + ["--json"], daemon: daemon)
        #expect(!sent.output.isEmpty)
        for isTerminal in [false, true] {
            let run = Self.translation.used {
                CommandRun(arguments: arguments, daemon: daemon, isTerminal: isTerminal)
            }
            let names = Self.words(sent.output).union(Self.names)
            let plain = Self.words(run.output + run.error).subtracting(names)
            #expect(plain.isEmpty, "\(plain.sorted()) in: \(run.output)\(run.error)")
            #expect(run.output.contains { !$0.isASCII && $0.isLetter })
        }
    }

    @Test func findingsOfTheDoctorAreTranslated() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        let run = Self.translation.used { CommandRun("doctor", daemon: daemon) }
        let names = Self.words("\(daemon.path) state soteria sqlite Europe Berlin")
        #expect(Self.words(run.output).subtracting(names) == [])
    }

    @Test func theConversationIsTranslated() throws {
        let talk = try Self.translation.used {
            try Talk(
                ["unblock"], .typing("i", "1", "2", "49.90 EUR", "10"), isTerminal: true)
        }
        let text = talk.run.output + talk.run.error
        let plain = Self.words(text).subtracting(Self.names)
        #expect(text.contains(PseudoTranslation.strange("Keep")))
        #expect(plain.isEmpty, "\(plain.sorted()) in: \(text)")
    }

    /// Names of the samples, commands, and what the daemon offers to choose from.
    private static let names = words(
        """
        Shopping Social media Financial quiet mode soteria prompts answer gift tired bored EUR It
        """)

    @Test func refusalsAreTranslated() {
        for error in FailureTextTests.all {
            let text = Self.translation.used { FailureText.refusal(error) }
            // What the error itself says: names, and reasons of the daemon.
            let plain = Self.words(text).subtracting(Self.words("\(error)"))
            #expect(plain.isEmpty, "\(plain.sorted()) in: \(text)")
        }
    }

    @Test(arguments: [
        ["pause", "--keep", "--protect"], ["goals", "add", " ", "5", "EUR"], ["help", "unblok"],
        ["metrics", "--to", "2026-11-21"], ["unblock", "--amount", "5"],
        ["add", "x.y", "--to", " "],
        ["risk", "--history", "-n", "-1"], ["demo", "--seconds", "9999"],
        ["protect", "--for", "10s"], ["goals", "remove", "nothing"], ["checkin", "evening", "yes"],
    ])
    func mistakesAreTranslated(arguments: [String]) throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        let run = Self.translation.used { CommandRun(arguments: arguments, daemon: daemon) }
        // The parser's own lines: its prefix, and how the command is used.
        let lines = run.error.split(separator: "\n").filter {
            !$0.hasPrefix("Usage: ") && !$0.contains("for more information.")
                && !$0.hasPrefix("  ") && !$0.hasPrefix("Help: ")
        }
        let names = Self.words(arguments.joined(separator: " ")).union([
            "soteria", "Error", "unblock", "morning",
        ])
        let plain = lines.reduce(Set<String>()) { $0.union(Self.words(String($1))) }
            .subtracting(names)
        #expect(run.status != 0 && !lines.isEmpty)
        #expect(plain.isEmpty, "\(plain.sorted()) in: \(run.error)")
    }

    @Test func textsWithoutADaemonAreTranslated() {
        Self.translation.used {
            for kind in DaemonAPI.IncidentKind.allCases {
                let incident = DaemonAPI.Incident(
                    kind: kind, at: SampleReplies.now, seconds: 90, what: ["QQ", "XX"])
                #expect(Self.words(IncidentText.words(incident)).subtracting(["QQ", "XX"]) == [])
            }
            #expect(Self.words(BarLine.gone.text + BarLine.gone.tooltip) == [])
            #expect(Self.words(RulesDiffText.text([], Style())) == [])
            #expect(Self.words(MetricsText.hour(5) + (WeekdayText.name(3) ?? "Wednesday")) == [])
        }
    }
}
