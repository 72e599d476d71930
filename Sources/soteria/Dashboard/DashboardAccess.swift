import API
import Foundation
import Localization

/// Asks the dashboard's server for a file that opens the dashboard.
struct DashboardAccess {
    /// The name of the server's program, which is beside this one.
    static let server = "soteria-dashboard"

    let context: CommandContext
    let control: SocketAddress
    /// The first page to show; nil for the overview.
    let page: String?

    /// The time limit for a server that was just started, and the interval between attempts.
    private static let patience = Duration.seconds(10)
    private static let pause = Duration.milliseconds(50)

    /// The path of a file that opens the dashboard; nil if no server runs.
    func file() throws -> String? {
        do {
            do {
                return try ask()
            } catch CallFailure.disconnected {
                // The server was just ending: the socket starts another one.
                return try ask()
            }
        } catch CallFailure.notRunning {
            return nil
        }
    }

    /// The file of a new server; nil if the server does not answer in time, or has ended.
    func file(awaiting hasEnded: () -> Bool) throws -> String? {
        let end = context.elapsed() + Self.patience
        while context.elapsed() < end, !hasEnded() {
            if let file = try file() { return file }
            context.wait(Self.pause)
        }
        return nil
    }

    private func ask() throws -> String {
        do {
            let client = try SoteriaClient(control, timeout: context.timeout)
            return try client.call(DashboardAPI.Open.self, .init(page: page)).file
        } catch CallFailure.invalidParameter {
            throw Failure(localized("the dashboard has no page \"\(Printable.text(page ?? ""))\""))
        }
    }
}

struct BrowserLauncher {
    /// The environment; programs are looked up in its `PATH`.
    let environment: [String: String]
    /// The time in which a program can fail; one that keeps running is the browser itself.
    static let patience = DispatchTimeInterval.seconds(5)

    /// Opens the file with `xdg-open`, else with a program of `BROWSER`; returns if one was found.
    func open(_ file: String) -> Bool {
        candidates.contains { shows($0, file) }
    }

    /// The programs to try, in order. `BROWSER` is a list separated by colons, as for xdg-open(1);
    /// words after a name are its arguments, and `%s` stands for the file.
    var candidates: [[String]] {
        let named = (environment["BROWSER"] ?? "").split(separator: ":")
            .map { $0.split(separator: " ").map(String.init) }.filter { !$0.isEmpty }
        return [["xdg-open"]] + named
    }

    private func shows(_ words: [String], _ file: String) -> Bool {
        guard let program = words.first.flatMap(path) else { return false }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        let rest = words.dropFirst()
        process.arguments =
            rest.contains("%s") ? rest.map { $0 == "%s" ? file : $0 } : rest + [file]
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let end = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in end.signal() }
        guard (try? process.run()) != nil else { return false }
        guard end.wait(timeout: .now() + Self.patience) == .success else { return true }
        return process.terminationReason == .exit && process.terminationStatus == 0
    }

    private func path(_ name: String) -> String? {
        if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
        return (environment["PATH"] ?? "").split(separator: ":").lazy.map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }
}

extension CommandContext {
    /// Opens a file that opens the dashboard; shows its path if no browser is found.
    func openInBrowser(_ file: String) {
        if !BrowserLauncher(environment: environment).open(file) {
            output(
                localized(
                    """
                    No browser was found. Open this file in a browser within a minute:
                      \(file)

                    """))
        }
    }
}
