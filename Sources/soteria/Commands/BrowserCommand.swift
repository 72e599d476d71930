import ArgumentParser
import Localization

struct BrowserCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "browser",
            abstract: localized("Set up browsers so that Soteria can block sites in them."),
            subcommands: [
                BrowserInstallCommand.self, BrowserUninstallCommand.self, BrowserStatusCommand.self,
            ], defaultSubcommand: BrowserStatusCommand.self)
    }
}

struct BrowserSelection: ParsableArguments {
    @Option(
        name: .customLong("browser"),
        help: ArgumentHelp(
            localized(
                "Only this browser: chromium, chrome or firefox; can be given several times."),
            valueName: "NAME"))
    var named: [Browser] = []

    /// The named browsers without duplicates; nil if none is named.
    var browsers: [Browser]? {
        named.isEmpty ? nil : Browser.allCases.filter(named.contains)
    }
}

/// The options for the machine's files instead of the person's.
struct BrowserScope: ParsableArguments {
    @Flag(
        help: .localized(
            """
            Apply to every user of this machine, in the directories that Debian's browsers use.
            """))
    var system = false

    @Option(
        help: ArgumentHelp(
            localized("With --system: use this directory in place of /, to build a package."),
            valueName: "DIR"),
        completion: .directory)
    var root: String?

    func validate() throws {
        guard let root else { return }
        if !system { throw ValidationError(localized("--root needs --system")) }
        if !root.hasPrefix("/") {
            throw ValidationError(localized("--root needs an absolute path"))
        }
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

private struct BrowserOutput: Encodable {
    var files: [PlacedFile]
    /// The remaining steps for the person, a sentence for each browser.
    var steps: [String]
}

struct BrowserInstallCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "install",
            abstract: localized(
                "Unpack the browser extension and register its helper with the browsers."),
            discussion: localized("Without --browser, sets up every installed browser."))
    }

    @OptionGroup var selection: BrowserSelection
    @OptionGroup var scope: BrowserScope

    @Option(
        help: ArgumentHelp(
            localized("The path of soteria-browser-host (default: next to this program)."),
            valueName: "PATH"),
        completion: .file())
    var host: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let host, !host.hasPrefix("/") {
            throw ValidationError(localized("--host needs an absolute path"))
        }
    }

    func run(in context: CommandContext) throws {
        let installation = try scope.installation(context)
        let browsers = try chosen(installation.places)
        let path = try hostPath(context)
        let result = BrowserOutput(
            files: try installation.install(browsers, host: path),
            steps: browsers.map { browser in
                scope.system
                    ? BrowserSteps.machineText(browser)
                    : BrowserSteps.text(
                        browser, directory: installation.extensionDirectory,
                        program: context.executable ?? "soteria")
            })
        try context.show(result, output) { style in
            let notes = result.steps.map { Paragraph.marked("→", .faint, $0, style) }
            let files = BrowserText.files(
                result.files, extension: installation.extensionDirectory, style)
            return files + "\n" + notes.joined()
        }
    }

    private func chosen(_ places: BrowserPaths) throws -> [Browser] {
        if let named = selection.browsers { return named }
        // Browsers may be installed later, and other people's cannot be seen from here.
        if scope.system { return Browser.allCases }
        let there = Browser.allCases.filter { $0.isThere(places) }
        guard !there.isEmpty else {
            throw Failure(
                localized(
                    """
                    no Chromium, Chrome or Firefox was found; if you have one, name it: soteria \
                    browser install --browser firefox
                    """))
        }
        return there
    }

    private func hostPath(_ context: CommandContext) throws -> String {
        let known = BrowserHost(context: context)
        guard let path = host ?? known.path else {
            throw Failure(
                localized("could not find soteria-browser-host; give its path with --host"))
        }
        // While a package is built, nothing is at that path yet.
        if scope.root == nil, let problem = known.problem(at: path) {
            throw Failure(localized("\(Printable.text(problem)); see: systemd/install"))
        }
        return path
    }
}

struct BrowserUninstallCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "uninstall",
            abstract: localized("Remove the files that \"soteria browser install\" created."),
            discussion: localized("The extension is removed too, once no browser uses it."))
    }

    @OptionGroup var selection: BrowserSelection
    @OptionGroup var scope: BrowserScope
    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        let installation = try scope.installation(context)
        let files = try installation.uninstall(selection.browsers ?? Browser.allCases)
        try context.show(BrowserOutput(files: files, steps: []), output) { style in
            files.isEmpty
                ? localized("Nothing was installed.\n")
                : BrowserText.files(files, extension: installation.extensionDirectory, style)
        }
    }
}

struct BrowserStatusCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "status",
            abstract: localized("Show whether browsers are set up correctly."),
            discussion: localized("Without --browser, checks every installed browser."))
    }

    @OptionGroup var selection: BrowserSelection
    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        let places = try BrowserPaths(context.environment)
        let check = BrowserCheck(places: places, host: BrowserHost(context: context))
        let browsers = selection.browsers ?? Browser.allCases.filter { $0.isThere(places) }
        try context.show(check.findings(browsers), output)
    }
}
