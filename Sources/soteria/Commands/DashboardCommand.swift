import API
import ArgumentParser
import Localization

struct DashboardCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "dashboard", abstract: localized("Open the dashboard in your browser."),
            discussion: localized(
                """
                The dashboard comes from a small server on this machine, which only you can use. \
                systemd starts the server when you open the dashboard (soteria-dashboard.socket), \
                and the server stops after you close the last page. Without that unit, this \
                command runs the server itself, until you close the last page.
                """))
    }

    @Option(
        help: ArgumentHelp(
            localized("The page to open, such as metrics, goals or quiet-hours."), valueName: "NAME"
        ))
    var page: String?

    @Flag(
        help: .localized(
            """
            Instead of opening a browser, print the path of a file that opens the dashboard in any \
            browser. The file works only once, and only for a minute.
            """))
    var print = false

    @Option(
        help: ArgumentHelp(
            localized("The daemon's socket, if this command has to start the dashboard's server."),
            valueName: "PATH"),
        completion: .file())
    var socket: String?

    func run(in context: CommandContext) throws {
        let control = try SocketAddress.dashboard(variable: { context.environment[$0] })
        let entrance = DashboardAccess(context: context, control: control, page: page)
        if let file = try entrance.file() {
            try show(file, context)
            return
        }
        try serve(entrance, context)
    }

    /// Serves the pages by a child process, until the last page is closed or a signal arrives.
    private func serve(_ entrance: DashboardAccess, _ context: CommandContext) throws {
        let name = DashboardAccess.server
        guard SiblingProgram.path(of: name, in: context.programs) != nil else {
            throw Failure(
                localized(
                    """
                    the dashboard's server is not running, and \(name) is not next to this program
                    To start the server: systemctl --user start soteria-dashboard.socket
                    """), status: ExitStatus.unavailable)
        }
        let program = try SiblingProgram(
            name, in: context.programs,
            ["--control", entrance.control.path] + (socket.map { ["--socket", $0] } ?? []),
            environment: context.environment)
        defer { program.stop(wait: context.wait) }
        let listener = try context.listen(false)
        guard let file = try entrance.file(awaiting: { !program.isRunning }) else {
            throw Failure(
                localized("the dashboard's server does not answer"), status: ExitStatus.unavailable)
        }
        try show(file, context)
        context.error(
            localized(
                "The server runs until the last page is closed. To stop it now, press Ctrl-C.\n"))
        while program.isRunning {
            if case .signal(let number) = try listener.nextInput(within: .milliseconds(100)) {
                throw ExitCode(128 + number)
            }
        }
    }

    private func show(_ file: String, _ context: CommandContext) throws {
        if print { context.output(file + "\n") } else { context.openInBrowser(file) }
    }
}
