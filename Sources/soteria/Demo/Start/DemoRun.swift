import API
import Foundation

/// A made-up history on a throw-away state, with a daemon of its own, until Ctrl-C.
struct DemoRun {
    let history: DemoHistory
    /// Whether the dashboard is opened.
    let opensDashboard: Bool
    let surroundings: Surroundings

    /// How long the daemon may take to answer.
    private static let patience = Duration.seconds(20)
    private static let step = Duration.milliseconds(50)

    func run() throws {
        // Before anything is made, so that nothing is left behind.
        let listener = try surroundings.listen(false)
        let directory = try DemoDirectory(throwAway: surroundings.environment)
        var children: [SiblingProgram] = []
        defer {
            for child in children.reversed() { child.stop(wait: surroundings.wait) }
            if !directory.remove() {
                surroundings.error("\(directory.path) holds something else; it was left there\n")
            }
        }
        let written = try history.write(into: directory, in: surroundings, listener)
        surroundings.output(DemoText.written(history, written))
        let daemon = try start(directory)
        children.append(daemon)
        guard try wait(for: daemon, directory, listener) else { return }
        surroundings.output(DemoText.howToLook(directory))
        if opensDashboard {
            children += try DemoDashboard(surroundings: surroundings).open(directory)
        }
        surroundings.output("\nCtrl-C ends it and removes all of it.\n")
        try wait(while: daemon, listener)
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
        let said = (try? String(contentsOfFile: directory.log, encoding: .utf8)) ?? ""
        let last = said.split(separator: "\n").last.map { ": " + Printable.text(String($0)) }
        throw Failure("the demo's daemon does not answer" + (last ?? ""))
    }

    /// Waits for Ctrl-C; throws where the daemon ends by itself.
    private func wait(while daemon: SiblingProgram, _ listener: any Listener) throws {
        while true {
            if case .signal = try listener.hear(within: .milliseconds(500)) { return }
            guard daemon.isRunning else { throw Failure("the demo's soteriad has ended") }
        }
    }
}
