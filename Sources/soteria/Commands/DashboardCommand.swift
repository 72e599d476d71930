import API
import ArgumentParser

struct DashboardCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "dashboard", abstract: "Open the dashboard's pages in your browser.",
        discussion: """
            The pages come from a small server of your own on this machine, which \
            soteria-dashboard.socket starts and which ends with the last page. Without that unit \
            it runs for as long as this command does.
            """)

    @Option(
        help: ArgumentHelp(
            "The page to begin with: metrics, goals, quiet-hours, …", valueName: "NAME"))
    var page: String?

    @Flag(
        help: """
            Only print the path of a file that leads there, for a browser of your choice; it can \
            be used once, within a minute.
            """)
    var print = false

    @Option(
        help: ArgumentHelp(
            "The daemon's socket, where the server has to be started for it.", valueName: "PATH"),
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
                """
                nobody serves the pages, and \(name) is not beside this program
                Start the service: systemctl --user start soteria-dashboard.socket
                """, status: ExitStatus.unavailable)
        }
        let program = try SiblingProgram(
            name, in: context.programs,
            ["--control", entrance.control.path] + (socket.map { ["--socket", $0] } ?? []),
            environment: context.environment)
        defer { program.stop(wait: context.wait) }
        let listener = try context.listen(false)
        guard let file = try entrance.file(awaiting: { !program.isRunning }) else {
            throw Failure("the pages' server does not answer", status: ExitStatus.unavailable)
        }
        try show(file, context)
        context.error(
            "The pages are served until the last one is closed. Ctrl-C ends that.\n")
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
