import API
import Foundation

/// The program that serves the pages: `soteria-dashboard`, which lies beside this one.
struct DashboardProgram {
    let surroundings: Surroundings

    /// Its file's name.
    static let name = "soteria-dashboard"

    /// Its path; nil where nobody knows where this program is, or it is not beside it.
    var path: String? {
        guard let executable = surroundings.executable else { return nil }
        let path = URL(fileURLWithPath: executable).deletingLastPathComponent()
            .appendingPathComponent(Self.name).path
        return access(path, X_OK) == 0 ? path : nil
    }

    /// Begins to serve at a control socket, for the daemon at `daemon` where one is given;
    /// `onEnd` is called when it has ended, on a queue.
    ///
    /// It is a child of this process, and ends by itself when nobody looks at pages any more.
    func start(
        control: SocketAddress, daemon: String?, onEnd: @escaping @Sendable () -> Void
    ) throws -> Process {
        guard let path else {
            throw Failure(
                """
                nobody serves the pages, and \(Self.name) is not beside this program
                Start the service: systemctl --user start soteria-dashboard.socket
                """, status: ExitStatus.unavailable)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments =
            ["--control", control.path] + (daemon.map { ["--socket", $0] } ?? [])
        process.environment = surroundings.environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.terminationHandler = { _ in onEnd() }
        do {
            try process.run()
        } catch {
            throw Failure("\(Printable.text(path)) cannot be started: \(error)")
        }
        return process
    }
}
