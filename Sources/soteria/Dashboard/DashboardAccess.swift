import API
import Foundation

/// A way into the pages, which the server of them makes.
struct Entrance {
    /// The program that serves the pages, which lies beside this one.
    static let server = "soteria-dashboard"

    let surroundings: Surroundings
    let control: SocketAddress
    /// The page to begin with; nil for the first one.
    let page: String?

    /// How long to wait for a server that was just started, and how often it is tried.
    private static let patience = Duration.seconds(10)
    private static let pause = Duration.milliseconds(50)

    /// The path of a file that leads in; nil where nobody serves.
    func file() throws -> String? {
        do {
            do {
                return try ask()
            } catch CallFailure.disconnected {
                // It was just ending: the socket starts another one.
                return try ask()
            }
        } catch CallFailure.notRunning {
            return nil
        }
    }

    /// As `file`, once a server just started answers; nil if it does not in time, or is gone.
    func file(awaiting hasEnded: () -> Bool) throws -> String? {
        let end = surroundings.elapsed() + Self.patience
        while surroundings.elapsed() < end, !hasEnded() {
            if let file = try file() { return file }
            surroundings.wait(Self.pause)
        }
        return nil
    }

    private func ask() throws -> String {
        do {
            let client = try SoteriaClient(control, timeout: surroundings.timeout)
            return try client.call(DashboardAPI.Open.self, .init(page: page)).file
        } catch CallFailure.invalidParameter {
            throw Failure("there is no page \"\(Printable.text(page ?? ""))\"")
        }
    }
}

struct BrowserOpening {
    /// The environment; `PATH` says where programs are.
    let environment: [String: String]
    /// How long a program may take to fail; one that runs on is the browser itself.
    static let patience = DispatchTimeInterval.seconds(5)

    /// Whether a program was found that shows it: `xdg-open`, else what `BROWSER` names.
    func open(_ file: String) -> Bool {
        candidates.contains { shows($0, file) }
    }

    /// The programs to be tried, in order. `BROWSER` is a list with colons between, as for
    /// xdg-open(1); words after a name are its arguments, and `%s` stands for the file.
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

extension Surroundings {
    /// Opens a file that leads into the pages; says where it lies if no browser is found.
    func openInBrowser(_ file: String) {
        if !BrowserOpening(environment: environment).open(file) {
            output("No browser was found. Open this file in one within a minute:\n  \(file)\n")
        }
    }
}
