import ArgumentParser

struct BrowserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browser", abstract: "Set up browsers, so that sites are blocked in them.",
        subcommands: [
            BrowserInstallCommand.self, BrowserUninstallCommand.self, BrowserStatusCommand.self,
        ], defaultSubcommand: BrowserStatusCommand.self)
}

struct BrowserSelection: ParsableArguments {
    @Option(
        name: .customLong("browser"),
        help: ArgumentHelp(
            "Only this browser: chromium, chrome or firefox. May be given several times.",
            valueName: "NAME"))
    var named: [Browser] = []

    /// The named browsers without duplicates; nil if none is named.
    var browsers: [Browser]? {
        named.isEmpty ? nil : Browser.allCases.filter(named.contains)
    }
}

/// The option for the machine's files instead of the person's.
struct BrowserScope: ParsableArguments {
    @Flag(help: "For everybody on this machine, in the places that Debian's browsers look into.")
    var system = false

    @Option(
        help: ArgumentHelp(
            "With --system: put everything below this directory, as packages are made.",
            valueName: "DIR"),
        completion: .directory)
    var root: String?

    func validate() throws {
        guard let root else { return }
        if !system { throw ValidationError("--root needs --system") }
        if !root.hasPrefix("/") { throw ValidationError("--root needs an absolute path") }
    }

    func installation(_ context: CommandContext) throws -> BrowserInstallation {
        var root = root ?? ""
        while root.hasSuffix("/") { root.removeLast() }
        // A package build may run without a home.
        let environment = system ? ["HOME": "/"] : context.environment
        return BrowserInstallation(
            places: try BrowserPaths(environment), isForMachine: system, root: root)
    }
}

private struct BrowserAnswer: Encodable {
    var files: [PlacedFile]
    /// The remaining steps for the person, a sentence for each browser.
    var steps: [String]
}

struct BrowserInstallCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Unpack the extension and let browsers start soteria-browser-host.",
        discussion: "Without --browser: for the browsers that are there.")

    @OptionGroup var selection: BrowserSelection
    @OptionGroup var scope: BrowserScope

    @Option(
        help: ArgumentHelp(
            "Where soteria-browser-host is (default: beside this program).", valueName: "PATH"),
        completion: .file())
    var host: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let host, !host.hasPrefix("/") {
            throw ValidationError("--host needs an absolute path")
        }
    }

    func run(in context: CommandContext) throws {
        let installation = try scope.installation(context)
        let browsers = try chosen(installation.places)
        let path = try hostPath(context)
        let answer = BrowserAnswer(
            files: try installation.install(browsers, host: path),
            steps: browsers.map { browser in
                scope.system
                    ? BrowserSteps.machineText(browser)
                    : BrowserSteps.text(
                        browser, directory: installation.extensionDirectory,
                        program: context.executable ?? "soteria")
            })
        try context.show(answer, output) { style in
            let notes = answer.steps.map { Paragraph.marked("→", .faint, $0, style) }
            let files = BrowserText.files(
                answer.files, extension: installation.extensionDirectory, style)
            return files + "\n" + notes.joined()
        }
    }

    private func chosen(_ places: BrowserPaths) throws -> [Browser] {
        if let named = selection.browsers { return named }
        // The machine's browsers may be installed later, and other people's cannot be seen from
        // here.
        if scope.system { return Browser.allCases }
        let there = Browser.allCases.filter { $0.isThere(places) }
        guard !there.isEmpty else {
            throw Failure(
                "neither Chromium nor Chrome nor Firefox is here; if one is, name it: "
                    + "soteria browser install --browser firefox")
        }
        return there
    }

    private func hostPath(_ context: CommandContext) throws -> String {
        let known = BrowserHost(context: context)
        guard let path = host ?? known.path else {
            throw Failure("nobody says where soteria-browser-host is; name it with --host")
        }
        // A package that is being built uses a path that is still empty.
        if scope.root == nil, let problem = known.problem(at: path) {
            throw Failure("\(Printable.text(problem)); see: systemd/install")
        }
        return path
    }
}

struct BrowserUninstallCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "Remove what install put in place.",
        discussion: "The extension goes once no browser needs it.")

    @OptionGroup var selection: BrowserSelection
    @OptionGroup var scope: BrowserScope
    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        let installation = try scope.installation(context)
        let files = try installation.uninstall(selection.browsers ?? Browser.allCases)
        try context.show(BrowserAnswer(files: files, steps: []), output) { style in
            files.isEmpty
                ? "Nothing was installed.\n"
                : BrowserText.files(files, extension: installation.extensionDirectory, style)
        }
    }
}

struct BrowserStatusCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show whether browsers have what they need.",
        discussion: "Without --browser: of the browsers that are there.")

    @OptionGroup var selection: BrowserSelection
    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        let places = try BrowserPaths(context.environment)
        let check = BrowserCheck(places: places, host: BrowserHost(context: context))
        let browsers = selection.browsers ?? Browser.allCases.filter { $0.isThere(places) }
        try context.show(check.findings(browsers), output)
    }
}
