import ArgumentParser

/// The command line as the shells complete it.
///
/// A completion script offers nothing but names behind a command that has subcommands, also where
/// the default one takes words of its own. Such a command stands here as that default one.
struct CompletedCommands: ParsableCommand {
    static var configuration: CommandConfiguration {
        var configuration = Soteria.configuration
        configuration.subcommands = configuration.subcommands.map {
            $0 == CheckInCommand.self ? CompletedCheckIn.self : $0
        }
        return configuration
    }

    /// Whether the arguments are a shell's: it asks for its script, or for words.
    static func areAsked(_ arguments: [String]) -> Bool {
        guard let first = arguments.first else { return false }
        return first == "---completion" || first.hasPrefix("--generate-completion-script")
    }
}

/// `soteria checkin` with all the words that may follow it.
private struct CompletedCheckIn: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: CheckInCommand.configuration.commandName,
        abstract: CheckInCommand.configuration.abstract)

    @Argument(completion: Completions.checkInWords)
    var words: [String] = []

    @OptionGroup var daemon: DaemonOptions
}
