import Foundation

/// A command as the argument parser itself describes it (`--experimental-dump-help`).
struct CommandInfo: Decodable {
    var commandName: String
    var abstract: String?
    var discussion: String?
    var shouldDisplay: Bool?
    var defaultSubcommand: String?
    private var subcommands: [CommandInfo]?
    private var arguments: [ArgumentInfo]?

    /// The commands below it that help shows; the parser's own `help` is none of them.
    var commands: [CommandInfo] {
        (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
    }

    /// The arguments that may follow the command's name, as far as help shows them.
    var shown: [ArgumentInfo] { (arguments ?? []).filter(\.shouldDisplay) }

    /// The command in what the parser prints.
    init(dumped text: String) throws {
        struct Dump: Decodable { var command: CommandInfo }
        self = try JSONDecoder().decode(Dump.self, from: Data(text.utf8)).command
    }
}

/// An argument, an option or a flag of a command.
struct ArgumentInfo: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    /// A name with its dashes.
    struct Name: Decodable {
        enum Kind: String, Decodable { case long, short, longWithSingleDash }
        var kind: Kind
        var name: String

        var typed: String { (kind == .long ? "--" : "-") + name }
    }

    var kind: Kind
    var shouldDisplay: Bool
    var isOptional: Bool
    var isRepeating: Bool
    var sectionTitle: String?
    var names: [Name]?
    var preferredName: Name?
    var valueName: String?
    var defaultValue: String?
    var allValues: [String]?
    var abstract: String?
    var discussion: String?

    /// The placeholder for the value: `TARGET`. In `KEY|yes|no` the words themselves are meant.
    var value: String {
        let name = valueName ?? "value"
        return name.contains(where: \.isUppercase) ? name : name.uppercased()
    }

    /// The name by which the parser itself calls it.
    private var name: String { preferredName?.typed ?? "" }

    /// How it stands in a synopsis.
    var usage: String {
        let plain =
            switch kind {
            case .positional: value
            case .option: "\(name) \(value)"
            case .flag: name
            }
        let repeated = isRepeating ? plain + " ..." : plain
        return isOptional ? "[\(repeated)]" : repeated
    }

    /// How it stands before its explanation; names in backquotes, which is bold.
    var term: String {
        if kind == .positional { return "`\(value)`" }
        let names = (names ?? []).sorted { $0.typed.count < $1.typed.count }
            .map { "`\($0.typed)`" }.joined(separator: ", ")
        return kind == .option ? "\(names) \(value)" : names
    }

    /// The description of the argument.
    var meaning: String {
        var parts = [abstract, discussion].compactMap { $0 }.filter { !$0.isEmpty }
        if let values = allValues, !values.isEmpty {
            parts.append("One of: " + values.joined(separator: ", ") + ".")
        }
        if let defaultValue, !(abstract ?? "").contains("default") {
            parts.append("Default: \(defaultValue).")
        }
        if isRepeating, kind == .option, !parts.joined().contains("several times") {
            parts.append("May be given several times.")
        }
        let text = parts.joined(separator: " ").replacing("\n", with: " ")
        return text.isEmpty ? "See above." : text.withOptionsMarked
    }
}

extension String {
    /// With backquotes around what is typed as an option, unless some are there.
    var withOptionsMarked: String {
        guard !contains("`") else { return self }
        return replacing(/(^|[ (])(--?[a-z][a-z0-9-]*)/) { match in
            "\(match.output.1)`\(match.output.2)`"
        }
    }
}
