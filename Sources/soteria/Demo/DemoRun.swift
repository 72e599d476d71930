import API
import Localization

/// Shows a generated history with a temporary state and its own daemon, until Ctrl-C.
struct DemoRun {
    let history: DemoHistory
    let opensDashboard: Bool
    let context: CommandContext

    /// The time limit for the daemon's first answer.
    private static let patience = Duration.seconds(20)
    private static let step = Duration.milliseconds(50)

    func run() throws {
        // Before any file is made, so that none is left behind.
        let listener = try context.listen(context.canAsk)
        let directory = try DemoDirectory(throwAway: context.environment)
        defer {
            if !directory.remove() {
                context.error(
                    localized(
                        "\(directory.path) holds other files, so the directory was not removed\n"))
            }
        }
        let events = try history.write(into: directory, in: context, listener)
        context.output(DemoText.written(history, events: events))
        let daemon = try start(directory)
        defer { daemon.stop(wait: context.wait) }
        guard try wait(for: daemon, directory, listener) else { return }
        let dashboard = opensDashboard ? DemoDashboard(directory, context) : nil
        defer { dashboard?.stop() }
        context.output(DemoText.viewInstructions(directory))
        dashboard?.open()
        context.output(DemoText.endInstructions(canOpen: dashboard != nil && context.canAsk))
        try wait(while: daemon, dashboard, listener)
    }

    private func start(_ directory: DemoDirectory) throws(Failure) -> SiblingProgram {
        try SiblingProgram(
            "soteriad", in: context.programs,
            [
                "--rules", directory.rules, "--state", directory.state, "--socket",
                directory.socket,
            ],
            environment: context.environment, log: directory.log)
    }

    /// Waits until the daemon answers; false if the person ended the wait.
    private func wait(
        for daemon: SiblingProgram, _ directory: DemoDirectory, _ listener: any Listener
    ) throws -> Bool {
        let end = context.elapsed() + Self.patience
        let address = SocketAddress(path: directory.socket)
        while context.elapsed() < end, daemon.isRunning {
            if let client = try? SoteriaClient(address, timeout: context.timeout),
                (try? client.call(DaemonAPI.GetStatus.self)) != nil
            {
                return true
            }
            if case .signal = try listener.nextInput(within: Self.step) { return false }
        }
        throw Failure(
            localized("the demo's daemon does not answer\(directory.lastWords(in: directory.log))"))
    }

    /// Waits for Ctrl-C or Ctrl-D; Enter opens the pages again. Throws if the daemon ends.
    private func wait(
        while daemon: SiblingProgram, _ dashboard: DemoDashboard?, _ listener: any Listener
    ) throws {
        while true {
            switch try listener.nextInput(within: .milliseconds(500)) {
            case .signal, .end: return
            case .line: dashboard?.open()
            case .nothing: break
            }
            guard daemon.isRunning else {
                throw Failure(localized("the demo's daemon has stopped"))
            }
        }
    }
}

final class DemoDashboard {
    private let directory: DemoDirectory
    private let context: CommandContext
    private var server: SiblingProgram?

    init(_ directory: DemoDirectory, _ context: CommandContext) {
        self.directory = directory
        self.context = context
    }

    /// Opens the pages, or shows why not. Their server starts now and ends with the last page.
    func open() {
        do {
            let running = try server.flatMap { $0.isRunning ? $0 : nil } ?? start()
            server = running
            let control = SocketAddress(path: directory.control)
            let entrance = DashboardAccess(context: context, control: control, page: nil)
            if let file = try entrance.file(awaiting: { !running.isRunning }) {
                context.openInBrowser(file)
            } else {
                let last = directory.lastWords(in: directory.dashboardLog)
                context.error(localized("The dashboard does not answer\(last)\n"))
            }
        } catch let failure as Failure {
            context.error(localized("The dashboard cannot be opened: \(failure.description)\n"))
        } catch {
            context.error(localized("The dashboard cannot be opened: \(error)\n"))
        }
    }

    func stop() { server?.stop(wait: context.wait) }

    private func start() throws(Failure) -> SiblingProgram {
        // The files go to the demo's directory; the person's own settings are not touched.
        var environment = context.environment
        environment["RUNTIME_DIRECTORY"] = directory.entrances
        environment["XDG_CONFIG_HOME"] = directory.configuration
        return try SiblingProgram(
            DashboardAccess.server, in: context.programs,
            ["--socket", directory.socket, "--control", directory.control],
            environment: environment, log: directory.dashboardLog)
    }
}

enum DemoText {
    /// The length of the history, and its source.
    static func written(_ history: DemoHistory, events: Int) -> String {
        localized(
            """
            \(Count.days(history.days)) with \(Count.events(events)) (--seed \(history.seed)).

            """)
    }

    static func startInstructions(_ directory: DemoDirectory, prefix: String?) -> String {
        let program = (prefix.map { $0 + "/" } ?? "") + "soteriad"
        let path = directory.path
        return localized(
            """

            Start a daemon for the demo:
              \(ShellWord.quoted(program)) --rules \(ShellWord.quoted(directory.rules)) --state \
            \(ShellWord.quoted(directory.state)) --socket \(ShellWord.quoted(directory.socket))
            Look at the demo:
              export SOTERIA_SOCKET=\(ShellWord.quoted(directory.socket))
              soteria status
              soteria metrics --range all
            Remove the demo:
              rm -r \(ShellWord.quoted(path))

            """)
    }

    static func viewInstructions(_ directory: DemoDirectory) -> String {
        localized(
            """

            Look at the demo from another terminal:
              export SOTERIA_SOCKET=\(ShellWord.quoted(directory.socket))
              soteria status
              soteria metrics --range all

            """)
    }

    static func endInstructions(canOpen: Bool) -> String {
        let end = localized("Ctrl-C ends the demo and removes its files.")
        let again = canOpen ? localized("Enter opens the dashboard again.") + " " : ""
        return "\n\(again)\(end)\n"
    }
}
