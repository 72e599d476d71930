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

    /// Waits for Ctrl-C or Ctrl-D, and opens the pages anew at Enter; throws where the daemon ends
    /// by itself.
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
