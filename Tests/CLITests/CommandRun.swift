import RuleModel
import Synchronization

@testable import soteria

/// The result of one run of the command line.
struct CommandRun {
    let status: Int32
    let output: String
    let error: String

    /// The output on one line: each break and its indent is one space.
    var unwrappedOutput: String { Self.unwrapped(output) }
    /// The errors on one line: each break and its indent is one space.
    var unwrappedError: String { Self.unwrapped(error) }

    private static func unwrapped(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Runs a command line in this process, with a context of the test.
    ///
    /// `person` answers questions, `onOutput` is called after each piece of output, `wait` instead
    /// of waiting. It is `now` by the machine's clock; nil: whatever that shows.
    init(
        _ words: String..., arguments: [String] = [], daemon: FakeDaemon? = nil,
        environment: [String: String] = [:], isTerminal: Bool = false, style: Style = Style(),
        executable: String? = nil, person: Person = .nobody, now: Instant? = nil,
        onOutput: @escaping @Sendable (String) -> Void = { _ in },
        wait: @escaping @Sendable (Duration) -> Void = { _ in },
        run: @escaping @Sendable (String, [String]) -> ProgramResult = { _, _ in
            ProgramResult(status: nil, output: "")
        }
    ) {
        let output = Collected()
        let error = Collected()
        var environment = environment
        environment["SOTERIA_SOCKET"] =
            environment["SOTERIA_SOCKET"] ?? daemon?.path ?? "/nowhere/soteria"
        var context = CommandContext(
            output: { text in
                output.add(text)
                onOutput(text)
            },
            error: error.add, style: style, isTerminal: isTerminal,
            canAsk: person.isAtTerminal, environment: environment, executable: executable,
            timeout: .seconds(900), wait: wait, elapsed: { person.elapsed },
            listen: { _ in person }, run: run)
        if let now { context.now = { now } }
        status = context.perform(arguments: words + arguments)
        self.output = output.text
        self.error = error.text
    }
}

/// Text that comes in pieces.
private final class Collected: Sendable {
    private let pieces = Mutex("")

    @Sendable func add(_ text: String) { pieces.withLock { $0 += text } }
    var text: String { pieces.withLock { $0 } }
}
