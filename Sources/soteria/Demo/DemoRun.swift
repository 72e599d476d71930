import API

/// A made-up history on a throw-away state, with a daemon of its own, until Ctrl-C.
struct DemoRun {
    let history: DemoHistory
    let opensDashboard: Bool
    let surroundings: Surroundings

    /// How long the daemon may take to answer.
    private static let patience = Duration.seconds(20)
    private static let step = Duration.milliseconds(50)

    func run() throws {
        // Before anything is made, so that nothing is left behind.
        let listener = try surroundings.listen(surroundings.canAsk)
        let directory = try DemoDirectory(throwAway: surroundings.environment)
        defer {
            if !directory.remove() {
                surroundings.error("\(directory.path) holds something else; it was left there\n")
            }
        }
        let events = try history.write(into: directory, in: surroundings, listener)
        surroundings.output(DemoText.written(history, events: events))
        let daemon = try start(directory)
        defer { daemon.stop(wait: surroundings.wait) }
        guard try wait(for: daemon, directory, listener) else { return }
        let dashboard = opensDashboard ? DemoDashboard(directory, surroundings) : nil
        defer { dashboard?.stop() }
        surroundings.output(DemoText.howToLook(directory))
        dashboard?.open()
        surroundings.output(DemoText.howToEnd(canOpen: dashboard != nil && surroundings.canAsk))
        try wait(while: daemon, dashboard, listener)
    }

    private func start(_ directory: DemoDirectory) throws(Failure) -> SiblingProgram {
        try SiblingProgram(
            "soteriad", in: surroundings.programs,
            [
                "--rules", directory.rules, "--state", directory.state, "--socket",
                directory.socket,
            ],
            environment: surroundings.environment, log: directory.log)
    }

    /// Waits until the daemon answers; false where the person ended it meanwhile.
    private func wait(
        for daemon: SiblingProgram, _ directory: DemoDirectory, _ listener: any Listener
    ) throws -> Bool {
        let end = surroundings.elapsed() + Self.patience
        let address = SocketAddress(path: directory.socket)
        while surroundings.elapsed() < end, daemon.isRunning {
            if let client = try? SoteriaClient(address, timeout: surroundings.timeout),
                (try? client.call(DaemonAPI.GetStatus.self)) != nil
            {
                return true
            }
            if case .signal = try listener.hear(within: Self.step) { return false }
        }
        throw Failure("the demo's daemon does not answer" + directory.lastWords(in: directory.log))
    }

    /// Waits for Ctrl-C or Ctrl-D; Enter opens the pages anew. Throws if the daemon ends.
    private func wait(
        while daemon: SiblingProgram, _ dashboard: DemoDashboard?, _ listener: any Listener
    ) throws {
        while true {
            switch try listener.hear(within: .milliseconds(500)) {
            case .signal, .end: return
            case .line: dashboard?.open()
            case .nothing: break
            }
            guard daemon.isRunning else { throw Failure("the demo's soteriad has ended") }
        }
    }
}

final class DemoDashboard {
    private let directory: DemoDirectory
    private let surroundings: Surroundings
    private var server: SiblingProgram?

    init(_ directory: DemoDirectory, _ surroundings: Surroundings) {
        self.directory = directory
        self.surroundings = surroundings
    }

    /// Opens the pages, or says why not; their server is started and ends with the last page.
    func open() {
        do {
            let running = try server.flatMap { $0.isRunning ? $0 : nil } ?? start()
            server = running
            let control = SocketAddress(path: directory.control)
            let entrance = Entrance(surroundings: surroundings, control: control, page: nil)
            if let file = try entrance.file(awaiting: { !running.isRunning }) {
                surroundings.openInBrowser(file)
            } else {
                let last = directory.lastWords(in: directory.dashboardLog)
                surroundings.error("The dashboard does not answer\(last)\n")
            }
        } catch let failure as Failure {
            surroundings.error("The dashboard cannot be opened: \(failure.description)\n")
        } catch {
            surroundings.error("The dashboard cannot be opened: \(error)\n")
        }
    }

    func stop() { server?.stop(wait: surroundings.wait) }

    private func start() throws(Failure) -> SiblingProgram {
        // The pages' files are put where everything else of the demonstration is, and those that a
        // person set in their own pages are left alone.
        var environment = surroundings.environment
        environment["RUNTIME_DIRECTORY"] = directory.entrances
        environment["XDG_CONFIG_HOME"] = directory.configuration
        return try SiblingProgram(
            Entrance.server, in: surroundings.programs,
            ["--socket", directory.socket, "--control", directory.control],
            environment: environment, log: directory.dashboardLog)
    }
}

enum DemoText {
    /// How long it is, and what it follows from.
    static func written(_ history: DemoHistory, events: Int) -> String {
        "\(Count.text(history.days, "day")) with \(Count.text(events, "event")) "
            + "(--seed \(history.seed)).\n"
    }

    static func howToStart(_ directory: DemoDirectory, prefix: String?) -> String {
        let program = (prefix.map { $0 + "/" } ?? "") + "soteriad"
        let path = directory.path
        return """

            Start a daemon on it:
              \(quoted(program)) --rules \(quoted(directory.rules)) --state \(quoted(directory.state)) \
            --socket \(quoted(directory.socket))
            Look at it:
              export SOTERIA_SOCKET=\(quoted(directory.socket))
              soteria status
              soteria metrics --range all
            Be rid of it:
              rm -r \(quoted(path))

            """
    }

    static func howToLook(_ directory: DemoDirectory) -> String {
        """

        Look at it from another terminal:
          export SOTERIA_SOCKET=\(quoted(directory.socket))
          soteria status
          soteria metrics --range all

        """
    }

    static func howToEnd(canOpen: Bool) -> String {
        (canOpen ? "\nEnter opens the dashboard again. " : "\n")
            + "Ctrl-C ends it and removes all of it.\n"
    }

    /// A word as a shell reads it.
    static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case 0x2b...0x3a, 0x40...0x5a, 0x5f, 0x61...0x7a: true
            default: false
            }
        }
        guard !isPlain || word.isEmpty else { return word }
        return "'"
            + word.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
    }
}
