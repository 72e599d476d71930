import API
import ArgumentParser

/// Values for the shell's completion, from the daemon; none if the daemon does not answer at once.
enum Completions {
    static let targets = asked(ProtectionAPI.List.self) { $0.targets.map(\.target) }
    static let schedules = asked(QuietHoursAPI.List.self) { $0.schedules.map(\.schedule) }
    static let autoProtections = asked(ProtectionAPI.ListAutoProtections.self) {
        $0.rules.map(\.rule)
    }
    static let categories = asked(UnblockAPI.Options.self) { $0.categories }
    static let moods = asked(UnblockAPI.Options.self) { $0.moods }
    /// The numbers of the open requests.
    static let requests = CompletionKind.custom { _, _, _ in
        let reply = try? client().call(UnblockAPI.List.self, .init())
        return reply?.requests.map { String($0.request) } ?? []
    }
    static let prompts = asked(PromptsAPI.List.self) { $0.prompts.map { String($0.prompt) } }
    static let checkIns = CompletionKind.custom { _, _, _ in checkInKeys }
    /// The words that can follow `soteria checkin`: a key, an answer, or a debug action.
    static let checkInWords = CompletionKind.custom { words, index, _ in
        let before = words.prefix(max(0, index)).drop { $0 != "checkin" }.dropFirst()
        return checkInWords(after: before.filter { $0 != "ask" && !$0.hasPrefix("-") })
    }
    /// The numbers of the unblocks that can be logged.
    static let unblocks = CompletionKind.custom { _, _, _ in
        let reply = try? client().call(UnblockAPI.Unblocks.self, .init())
        return reply?.unblocks.map { String($0.request) } ?? []
    }
    static let goals = asked(GoalsAPI.List.self) { $0.goals.map { String($0.goal) } }
    /// The sites and apps of the targets that the daemon lists.
    static let places = asked(TargetsAPI.List.self) {
        $0.targets.flatMap { $0.siteNames + $0.apps + $0.executables }
    }

    private static func asked<Called: TypedMethod & SendableMetatype>(
        _ method: Called.Type, _ words: @escaping @Sendable (Called.Reply) -> [String]
    ) -> CompletionKind where Called.Parameters == NoMembers {
        .custom { _, _, _ in (try? client().call(method)).map(words) ?? [] }
    }

    private static func checkInWords(after words: [String]) -> [String] {
        let answers = CheckInAskCommand.answers.keys.sorted()
        let debug = CheckInDebugCommand.configuration
        switch (words.first, words.count) {
        case (nil, _): return answers + checkInKeys + ["debug"]
        case ("debug", 1): return debug.subcommands.compactMap { $0.configuration.commandName }
        case ("debug", 2): return checkInKeys
        case (let key?, 1): return CheckInAskCommand.answers[key] == nil ? answers : []
        default: return []
        }
    }

    private static var checkInKeys: [String] {
        (try? client().call(CheckInAPI.List.self))?.checkIns.map(\.checkIn) ?? []
    }

    private static func client() throws -> SoteriaClient {
        try SoteriaClient(SocketAddress.standard(), timeout: .milliseconds(500))
    }
}

/// The command line for the shells' completion.
///
/// A completion script offers only names after a command with subcommands, even if the default
/// subcommand has arguments of its own. Such a command is represented here by its default
/// subcommand.
struct CompletionCommands: ParsableCommand {
    static var configuration: CommandConfiguration {
        var configuration = Soteria.configuration
        configuration.subcommands = configuration.subcommands.map {
            $0 == CheckInCommand.self ? CompletionCheckIn.self : $0
        }
        return configuration
    }

    /// Whether a shell passed the arguments, to request its script or completions.
    static func areAsked(_ arguments: [String]) -> Bool {
        guard let first = arguments.first else { return false }
        return first == "---completion" || first.hasPrefix("--generate-completion-script")
    }
}

/// `soteria checkin` with all words that can follow it.
private struct CompletionCheckIn: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: CheckInCommand.configuration.commandName,
        abstract: CheckInCommand.configuration.abstract)

    @Argument(completion: Completions.checkInWords)
    var words: [String] = []

    @OptionGroup var daemon: DaemonOptions
}
