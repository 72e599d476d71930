import API
import Foundation
import Testing
import Varlink
import VarlinkIDL

@testable import soteria
@testable import soteria_agent
@testable import soteria_dashboard
@testable import soteriad

/// docs/man holds what the programs and the interface files say.
///
/// `SOTERIA_REGENERATE=1 swift test --filter ManualTests` writes the pages again.
@Suite struct ManualTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/man")

    /// The page of the rule files, which is held with their reference.
    private static let ofRules = "soteria-rules.5"

    private let regenerates = ProcessInfo.processInfo.environment["SOTERIA_REGENERATE"] == "1"

    /// Every interface, in the order in which the page tells of them.
    private static let interfaces: [any VarlinkInterface.Type] = [
        ProtectionAPI.self, UnblockAPI.self, PromptsAPI.self, RiskAPI.self, QuietHoursAPI.self,
        TargetsAPI.self, UsageAPI.self, CheckInAPI.self, BudgetsAPI.self, MetricsAPI.self,
        GoalsAPI.self, RulesAPI.self, DaemonAPI.self, DashboardAPI.self,
    ]

    /// Every page by the name of its file, as it should be.
    private static func pages() throws -> [String: String] {
        let commands = try CommandInfo(dumped: Soteria._dumpHelp())
        let daemon = try CommandInfo(dumped: Soteriad._dumpHelp())
        let interfaces = try interfaces.map { try InterfaceDescription($0.description) }
        var pages = CommandManual.pages(commands)
        pages["org.soteria.7"] = SocketManual.page(interfaces)
        pages["soteriad.8"] = ProgramManual.page(
            ProgramManual.daemon, options: daemon.shown.map { ($0.term, $0.meaning) })
        pages["soteria-agent.8"] = ProgramManual.page(
            ProgramManual.agent,
            options: ProgramManual.options(help: soteria_agent.Options.help))
        pages["soteria-dashboard.8"] = ProgramManual.page(
            ProgramManual.dashboard,
            options: ProgramManual.options(help: soteria_dashboard.Options.help))
        pages["soteria-browser-host.8"] = ProgramManual.page(
            ProgramManual.browserHost,
            options: [
                ("`--version`", "Show the version."),
                ("`--help`", "Show what the program is for."),
            ])
        pages["soteria-sync.8"] = ProgramManual.page(
            ProgramManual.sync, options: ProgramManual.syncCommands)
        return pages
    }

    @Test func thePagesAreNotStale() throws {
        let pages = try Self.pages()
        if regenerates {
            for (name, text) in pages {
                try text.write(
                    to: Self.directory.appending(path: name), atomically: true, encoding: .utf8)
            }
        }
        for (name, text) in pages {
            let page = try? String(
                contentsOf: Self.directory.appending(path: name), encoding: .utf8)
            #expect(
                page == text,
                "\(name) is stale: SOTERIA_REGENERATE=1 swift test --filter ManualTests")
        }
        let there = try FileManager.default.contentsOfDirectory(atPath: Self.directory.path)
        #expect(there.sorted() == (pages.keys + [Self.ofRules]).sorted())
    }

    @Test func everyCommandHasAPageThatNamesItsOptions() throws {
        let pages = try Self.pages()
        let root = try CommandInfo(dumped: Soteria._dumpHelp())
        #expect(root.commands.count == Soteria.configuration.subcommands.count)
        for command in root.commands {
            let page = try #require(pages["soteria-\(command.commandName).1"])
            for option in Self.options(of: command) {
                let bold = "\\fB" + option.replacing("-", with: "\\-") + "\\fR"
                #expect(page.contains(bold), "\(command.commandName): \(option)")
            }
        }
    }

    /// The names of all options of a command and of those below it; help is said once.
    private static func options(of command: CommandInfo) -> [String] {
        let own = command.shown.flatMap { ($0.names ?? []).map(\.typed) }
            .filter { !["-h", "--help", "--version"].contains($0) }
        return own + command.commands.flatMap(options(of:))
    }

    @Test func everyMemberOfEveryInterfaceHasItsPlace() throws {
        let page = try #require(try Self.pages()["org.soteria.7"])
        for text in Interfaces.descriptions {
            let interface = try InterfaceDescription(text)
            #expect(page.contains("\n.SH \"\(interface.name)\"\n"))
            let members =
                interface.methods.map { "method \($0.name)" }
                + interface.errors.map { "error \($0.name)" }
                + interface.types.map { "type \($0.name)" }
            for member in members {
                #expect(page.contains("\n.SS \"\(member)\"\n"), "\(member)")
            }
        }
    }

    @Test func thePagesAreASCIIWithoutBlankLines() throws {
        for (name, page) in try Self.pages() {
            let odd = page.unicodeScalars.filter { $0 != "\n" && !(" "..."~").contains($0) }
            #expect(odd.isEmpty, "\(name): \(String(String.UnicodeScalarView(odd)))")
            #expect(!page.contains("\n\n") && page.hasSuffix("\n"), "\(name)")
            #expect(
                page.components(separatedBy: "\\fB").count
                    == page.components(separatedBy: "\\fR").count, "\(name)")
        }
    }

    @Test func theExamplesAreCommands() throws {
        let names = try CommandInfo(dumped: Soteria._dumpHelp()).commands.map(\.commandName)
        for (name, examples) in CommandExamples.all {
            #expect(name == "soteria" || names.contains(name))
            for example in examples {
                let words = Self.words(of: example.command)
                try #require(words.first == "soteria")
                #expect(throws: Never.self, "\(example.command)") {
                    try Soteria.parseAsRoot(Array(words.dropFirst()))
                }
            }
        }
    }

    @Test func whatASeeAlsoNamesIsThere() throws {
        let pages = try Self.pages()
        for (name, page) in pages {
            for match in page.matches(of: /\b((?:soteria|org\.soteria)[a-z-]*)\(([1-8])\)/) {
                let named = "\(match.output.1).\(match.output.2)"
                #expect(
                    pages[named] != nil || named == Self.ofRules, "\(name) names \(named)")
            }
        }
    }

    /// A command line as a shell parts it; quotes hold words together.
    private static func words(of line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for letter in line {
            switch letter {
            case quote: quote = nil
            case "\"" where quote == nil, "'" where quote == nil:
                quote = letter
                word = word ?? ""
            case " " where quote == nil:
                if let done = word { words.append(done) }
                word = nil
            default: word = (word ?? "") + String(letter)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
