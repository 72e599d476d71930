import Foundation
import NIOConcurrencyHelpers

@testable import soteria

/// What one run of the command line left behind.
struct CommandRun {
    let status: Int32
    let output: String
    let error: String

    /// Runs a command line in this process, within surroundings of the test's own.
    init(
        _ words: String..., arguments: [String] = [], daemon: FakeDaemon? = nil,
        environment: [String: String] = [:],
        isTerminal: Bool = false, style: Style = Style(),
        run: @escaping @Sendable (String, [String]) -> ProgramResult = { _, _ in
            ProgramResult(status: nil, output: "")
        }
    ) {
        let output = NIOLockedValueBox("")
        let error = NIOLockedValueBox("")
        var environment = environment
        environment["SOTERIA_SOCKET"] =
            environment["SOTERIA_SOCKET"] ?? daemon?.path ?? "/nowhere/soteria"
        let surroundings = Surroundings(
            output: { text in output.withLockedValue { $0 += text } },
            error: { text in error.withLockedValue { $0 += text } },
            style: style, isTerminal: isTerminal, environment: environment, executable: nil,
            timeout: .seconds(5), run: run)
        status = surroundings.perform(arguments: words + arguments)
        self.output = output.withLockedValue { $0 }
        self.error = error.withLockedValue { $0 }
    }
}
