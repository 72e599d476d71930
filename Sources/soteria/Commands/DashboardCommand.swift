import API
import ArgumentParser
import Foundation
import Synchronization

/// `soteria dashboard`: the pages in the person's browser.
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

    func run(in surroundings: Surroundings) throws -> Bool {
        let control = try SocketAddress.dashboard(variable: { surroundings.environment[$0] })
        let entrance = Entrance(surroundings: surroundings, control: control, page: page)
        if let file = try entrance.file() {
            try show(file, surroundings)
            return true
        }
        try serve(entrance, surroundings)
        return true
    }

    /// Serves the pages by a child of this process, until the last one is closed or a signal comes.
    private func serve(_ entrance: Entrance, _ surroundings: Surroundings) throws {
        // Before signals are heard: the child would inherit that they are blocked in this thread.
        let ending = Ending()
        let process = try DashboardProgram(surroundings: surroundings).start(
            control: entrance.control, daemon: socket
        ) { ending.come() }
        defer { if process.isRunning { process.terminate() } }
        let line = try FinishLine()
        ending.announce(by: line.flag)
        guard let file = try entrance.file(awaiting: { ending.hasCome }) else {
            throw Failure("the pages' server does not answer", status: ExitStatus.unavailable)
        }
        try show(file, surroundings)
        surroundings.error(
            "The pages are served until the last one is closed. Ctrl-C ends that.\n")
        if let signal = try line.wait() {
            process.terminate()
            process.waitUntilExit()
            throw ExitCode(128 + signal)
        }
    }

    private func show(_ file: String, _ surroundings: Surroundings) throws {
        if print {
            surroundings.output(file + "\n")
        } else if !BrowserOpening(environment: surroundings.environment).open(file) {
            surroundings.output(
                "No browser was found. Open this file in one within a minute:\n  \(file)\n")
        }
    }
}

/// The end of the child, which comes on another thread.
private final class Ending: Sendable {
    private struct State {
        var hasCome = false
        var flag: FinishLine.Flag?
    }

    private let state = Mutex(State())

    /// Whether it has come.
    var hasCome: Bool { state.withLock { $0.hasCome } }

    /// It has come.
    func come() {
        state.withLock { state in
            state.hasCome = true
            return state.flag
        }?.raise()
    }

    /// Raises the flag when it comes, or now.
    func announce(by flag: FinishLine.Flag) {
        let hasCome = state.withLock { state in
            state.flag = flag
            return state.hasCome
        }
        if hasCome { flag.raise() }
    }
}
