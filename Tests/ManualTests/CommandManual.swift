@testable import RuleFiles

/// The pages of section 1: `soteria`, and one for each of its subcommands.
enum CommandManual {
    /// Every page by the name of its file.
    static func pages(_ root: CommandInfo) -> [String: String] {
        var pages = ["soteria.1": overview(root)]
        for command in root.commands {
            pages["soteria-\(command.commandName).1"] = page(command, root)
        }
        return pages
    }

    /// soteria(1).
    private static func overview(_ root: CommandInfo) -> String {
        var page = Roff()
        begin(&page, "soteria", root)
        page.heading("SYNOPSIS")
        page.lines(["soteria [COMMAND] [OPTIONS]"])
        page.heading("DESCRIPTION")
        page.paragraph(
            "Soteria blocks the apps and sites that you regret using, at the times that its rules "
                + "set. Soteria asks for your intent before it unblocks one, and blocks "
                + "automatically when the risk is high. The daemon soteriad(8) decides; `soteria` "
                + "shows the daemon's state and controls the daemon over its socket. Rules are "
                + "files: see soteria-rules(5).")
        add(sentences(root, wantsExitStatus: false), to: &page)
        page.heading("COMMANDS")
        for command in root.commands {
            page.item(
                "`soteria \(command.commandName)`",
                "\(command.abstract ?? "") See soteria-\(command.commandName)(1).")
        }
        addOptions(of: root, to: &page, as: "OPTIONS")
        exitStatus(root, root, &page)
        environment(&page)
        files(&page)
        examples("soteria", &page)
        seeAlso(&page, ["soteriad(8)", "soteria-rules(5)", "org.soteria(7)"])
        return page.text
    }

    /// The page of a subcommand, with what stands below it.
    private static func page(_ command: CommandInfo, _ root: CommandInfo) -> String {
        var page = Roff()
        let name = "soteria \(command.commandName)"
        begin(&page, "soteria-\(command.commandName)", command)
        page.heading("SYNOPSIS")
        page.lines(synopses(of: command, name))
        page.heading("DESCRIPTION")
        let words = sentences(command, wantsExitStatus: false)
        add(words.isEmpty ? [command.abstract ?? ""] : words, to: &page)
        addOptions(of: command, to: &page, as: "OPTIONS")
        if !command.commands.isEmpty {
            page.heading("COMMANDS")
            if let name = command.defaultSubcommand {
                page.paragraph("Without a command, runs `\(name)`.")
            }
            for each in command.commands { add(each, name, to: &page) }
        }
        exitStatus(command, root, &page)
        examples(command.commandName, &page)
        seeAlso(&page, ["soteria(1)"] + (related[command.commandName] ?? []))
        return page.text
    }

    /// Other pages that a command's reader wants.
    private static let related = [
        "rules": ["soteria-rules(5)"], "explain": ["soteria-rules(1)", "soteria-rules(5)"],
        "watch": ["org.soteria(7)"], "browser": ["soteria-browser-host(8)"],
        "dashboard": ["soteria-dashboard(8)"], "prompts": ["soteria-agent(8)"],
        "block": ["soteria-unblock(1)", "soteria-protect(1)"],
        "unblock": ["soteria-block(1)", "soteria-keep(1)", "soteria-pause(1)", "soteria-log(1)"],
        "export": ["soteria-import(1)", "soteria-backup(1)"],
        "backup": ["soteria-restore(1)", "soteria-export(1)"],
    ]

    private static func begin(_ page: inout Roff, _ name: String, _ command: CommandInfo) {
        page.macro("TH", name.uppercased(), "1", "", "Soteria", "Soteria's commands")
        page.macro("nh")
        page.heading("NAME")
        let abstract = command.abstract ?? ""
        let words = abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract
        page.paragraph("\(name) - \(words.prefix(1).lowercased())" + words.dropFirst())
    }

    /// How it is typed: itself, or each of the commands below it.
    private static func synopses(of command: CommandInfo, _ name: String) -> [String] {
        guard command.commands.isEmpty else {
            return command.commands.flatMap { each in
                synopses(of: each, "\(name) \(each.commandName)")
            }
        }
        let words = command.shown.filter { argument in
            !(argument.names ?? []).contains { ["version", "help"].contains($0.name) }
        }.map(\.usage)
        return [([name] + words).joined(separator: " ")]
    }

    /// A command below another, as a part of its page.
    private static func add(_ command: CommandInfo, _ above: String, to page: inout Roff) {
        let name = "\(above) \(command.commandName)"
        page.subheading(name)
        page.paragraph(command.abstract ?? "")
        add(sentences(command, wantsExitStatus: nil), to: &page)
        addOptions(of: command, to: &page, as: nil)
        for each in command.commands { add(each, name, to: &page) }
    }

    private static func addOptions(
        of command: CommandInfo, to page: inout Roff, as heading: String?
    ) {
        // The version is the program's, and help is told of once.
        var elsewhere: Set<String> = command.commandName == "soteria" ? [] : ["version"]
        if heading == nil { elsewhere.insert("help") }
        let shown = command.shown.filter { argument in
            elsewhere.isDisjoint(with: (argument.names ?? []).map(\.name))
        }
        guard !shown.isEmpty else { return }
        if let heading { page.heading(heading) }
        for argument in shown { page.item(argument.term, argument.meaning) }
    }

    /// The paragraphs of a command's discussion; those on exit statuses wanted, not wanted, or
    /// as they come (nil).
    private static func sentences(_ command: CommandInfo, wantsExitStatus: Bool?) -> [String] {
        var lines: [String] = []
        for line in (command.discussion ?? "").split(separator: "\n").map(String.init) {
            // A sentence may go on in the next line.
            if let last = lines.last?.last, !".:".contains(last), !line.hasPrefix(" ") {
                lines[lines.count - 1] += " " + line
            } else {
                lines.append(line)
            }
        }
        lines = lines.map(\.withOptionsMarked)
        guard let wantsExitStatus else { return lines }
        return lines.filter { $0.hasPrefix("Exit status:") == wantsExitStatus }
    }

    private static func add(_ paragraphs: [String], to page: inout Roff) {
        for paragraph in paragraphs { page.paragraph(paragraph) }
    }

    private static func exitStatus(
        _ command: CommandInfo, _ root: CommandInfo, _ page: inout Roff
    ) {
        let own = sentences(command, wantsExitStatus: true)
        let words = own.isEmpty ? sentences(root, wantsExitStatus: true) : own
        page.heading("EXIT STATUS")
        add(
            words.map { line in
                let words = line.dropFirst("Exit status:".count).drop { $0 == " " }
                return words.prefix(1).uppercased() + words.dropFirst()
            }, to: &page)
    }

    private static func environment(_ page: inout Roff) {
        page.heading("ENVIRONMENT")
        page.item("`SOTERIA_SOCKET`", "The daemon's socket, instead of the standard one.")
        page.item(
            "`XDG_RUNTIME_DIR`", "The directory that holds the socket, `soteria/org.soteria`.")
        page.item(
            "`XDG_CONFIG_HOME`", "The directory that holds your rules, `soteria/rules.d`.")
        page.item("`NO_COLOR`", "If set and not empty, switches colours off.")
    }

    private static func files(_ page: inout Roff) {
        page.heading("FILES")
        page.item("`~/.config/soteria/rules.d/*.yaml`", "Your rules.")
        page.item("`/etc/soteria/rules.d/*.yaml`", "The machine's rules.")
        page.item(
            "`~/.local/state/soteriad/soteria.sqlite`",
            "The record; with systemd before 254, `~/.config/soteriad/soteria.sqlite`.")
        page.item("`$XDG_RUNTIME_DIR/soteria/org.soteria`", "The daemon's socket.")
    }

    private static func examples(_ name: String, _ page: inout Roff) {
        guard let examples = CommandExamples.all[name] else { return }
        page.heading("EXAMPLES")
        for example in examples {
            page.paragraph(example.what)
            page.example(example.command + "\n")
        }
    }

    private static func seeAlso(_ page: inout Roff, _ pages: [String]) {
        page.heading("SEE ALSO")
        page.paragraph(pages.joined(separator: ", "))
    }
}
