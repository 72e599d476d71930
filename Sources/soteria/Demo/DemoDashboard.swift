import API

/// The dashboard on a demonstration's daemon.
final class DemoDashboard {
    private let directory: DemoDirectory
    private let surroundings: Surroundings
    private var server: SiblingProgram?

    init(_ directory: DemoDirectory, _ surroundings: Surroundings) {
        self.directory = directory
        self.surroundings = surroundings
    }

    /// Opens the pages, and starts their server where none runs: it ends with the last page.
    /// Where they cannot be had, says why.
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

    /// Ends the server, if one runs.
    func stop() { server?.stop(wait: surroundings.wait) }

    private func start() throws(Failure) -> SiblingProgram {
        // What the pages write is put where everything else of the demonstration is, and what a
        // person set in their own pages is left alone.
        var environment = surroundings.environment
        environment["RUNTIME_DIRECTORY"] = directory.entrances
        environment["XDG_CONFIG_HOME"] = directory.configuration
        return try SiblingProgram(
            Entrance.server, in: surroundings.programs,
            ["--socket", directory.socket, "--control", directory.control],
            environment: environment, log: directory.dashboardLog)
    }
}
