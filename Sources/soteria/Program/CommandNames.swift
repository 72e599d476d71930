import ArgumentParser
import Localization

/// Checks the names of commands as they are typed.
///
/// The argument parser takes a misspelt command for a surplus argument of the default command and
/// suggests nothing, so names are checked before it runs.
enum CommandNames {
    /// Why the leading words name no command; nil if they do, or if an option comes first.
    static func failure(_ arguments: [String]) -> Failure? {
        var commands = Soteria.configuration.subcommands
        var path: [String] = []
        var takesWords = false
        for word in arguments {
            guard !commands.isEmpty, !word.hasPrefix("-"), !word.isEmpty else { return nil }
            if path.isEmpty, word == "help" {
                // The parser shows the whole help for a word that it does not know.
                let topics = arguments.dropFirst()
                return topics.isEmpty ? nil : failure(Array(topics))
            }
            guard let command = commands.first(where: { name(of: $0) == word }) else {
                return takesWords
                    ? nil : unknown(word, below: path, among: commands.map(name(of:)))
            }
            path.append(word)
            commands = command.configuration.subcommands
            takesWords = command.configuration.defaultSubcommand is any DefaultSubcommand.Type
        }
        return nil
    }

    /// The name that was probably meant: one with this prefix, else the nearest by added and
    /// missing letters, with at most a third of the letters wrong; nil if none is near.
    static func nearest(to word: String, among names: [String]) -> String? {
        let word = word.lowercased()
        if word.count >= 2, let longer = names.first(where: { $0.hasPrefix(word) }) {
            return longer
        }
        // A wrong letter counts as one added and one missing.
        let distances = names.map { ($0, Array(word).difference(from: Array($0)).count) }
        let near = distances.filter { $0.1 <= max(2, max(word.count, $0.0.count) * 2 / 3) }
        return near.min { $0.1 < $1.1 }?.0
    }

    private static func unknown(_ word: String, below path: [String], among names: [String])
        -> Failure
    {
        let prefix = path.map { $0 + " " }.joined()
        let help = (["soteria", "help"] + path).joined(separator: " ")
        let complaint = localized("there is no command \"\(prefix)\(Printable.text(word))\"")
        guard let meant = nearest(to: word, among: names) else {
            return Failure(localized("\(complaint); see: \(help)"), status: ExitStatus.usage)
        }
        return Failure(
            localized("\(complaint); did you mean \"\(prefix)\(meant)\"? See: \(help)"),
            status: ExitStatus.usage)
    }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? String(describing: command).lowercased()
    }
}

/// A default subcommand with arguments of its own: a word that names no command is an argument.
protocol DefaultSubcommand: Command {}

/// Mends what the argument parser says of a mistake.
enum ParserMessage {
    /// The message without a suggestion that is nothing like the option, and with the true reason
    /// if a negative number was taken for an option.
    static func plain(_ message: String, _ arguments: [String]) -> String {
        var lines = message.split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        guard let first = lines.first, first.hasPrefix("Error: ") else { return message }
        if let number = arguments.first(where: isNegativeNumber) {
            lines[0] = localized(
                "Error: \"\(Printable.text(number))\" is negative; use a number from 0 up")
        } else if let (option, meant) = suggestion(in: first),
            CommandNames.nearest(to: option, among: [meant]) == nil
        {
            lines[0] = localized("Error: Unknown option '--\(option)'")
        }
        return lines.joined(separator: "\n")
    }

    private static func isNegativeNumber(_ word: String) -> Bool {
        word.hasPrefix("-") && word.dropFirst().first?.isWholeNumber == true
    }

    /// The unknown long option and the one that the parser suggests, both without dashes.
    private static func suggestion(in line: String) -> (option: String, meant: String)? {
        let pieces = line.split(separator: "'")
        guard line.contains("Did you mean"), pieces.count >= 4, pieces[1].hasPrefix("--"),
            pieces[3].hasPrefix("--")
        else { return nil }
        return (String(pieces[1].dropFirst(2)), String(pieces[3].dropFirst(2)))
    }
}
