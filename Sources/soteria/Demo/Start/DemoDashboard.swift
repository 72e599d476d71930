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
    func open() throws {
        let running = try server.flatMap { $0.isRunning ? $0 : nil } ?? start()
        server = running
        let entrance = Entrance(
            surroundings: surroundings, control: SocketAddress(path: directory.control), page: nil)
        guard let file = try entrance.file(awaiting: { !running.isRunning }) else {
            let last = directory.lastWords(in: directory.dashboardLog)
            surroundings.error("The dashboard does not answer\(last).\n")
            return
        }
        if !BrowserOpening(environment: surroundings.environment).open(file) {
            surroundings.output(
                "No browser was found. Open this file in one within a minute:\n  \(file)\n")
        }
    }

    /// Ends the server, if one runs.
    func stop() { server?.stop(wait: surroundings.wait) }

    private func start() throws(Failure) -> SiblingProgram {
        // The files that lead in are put where everything else of the demonstration is.
        var environment = surroundings.environment
        environment["RUNTIME_DIRECTORY"] = directory.entrances
        return try SiblingProgram(
            DashboardProgram.name, in: surroundings.programs,
            ["--socket", directory.socket, "--control", directory.control],
            environment: environment, log: directory.dashboardLog)
    }
}
