import API
import Foundation
import Synchronization

/// Runs a command once for each decision: in order, one at a time, and behind whoever follows the
/// daemon, so that a slow command delays the next and loses none.
final class CommandQueue: Sendable {
    private let command: ShellCommand
    private let report: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "org.soteria.commands")
    private let state = Mutex(State())

    private struct State {
        var isRunning = false
        var isStopped = false
    }

    /// `report` is given a line for each run that went wrong, on the queue's thread.
    init(_ command: ShellCommand, report: @escaping @Sendable (String) -> Void) {
        self.command = command
        self.report = report
    }

    /// Adds a run to the end.
    func add(_ decision: ProtectionAPI.Decision) {
        queue.async { [self] in
            let begins = state.withLock { state in
                state.isRunning = !state.isStopped
                return state.isRunning
            }
            guard begins else { return }
            let ending = command.run(DecisionVariables.of(decision))
            state.withLock { $0.isRunning = false }
            guard let complaint = ending.complaint else { return }
            let target = Printable.text(decision.target)
            report(
                "soteria: \(complaint) (\(decision.verdict.rawValue) of \(target), "
                    + "decision \(decision.sequence))\n")
        }
    }

    /// Begins no further run; returns whether one is under way.
    func stop() -> Bool {
        state.withLock { state in
            state.isStopped = true
            return state.isRunning
        }
    }

    /// Calls `then` after everything that was added before.
    func whenDone(_ then: @escaping @Sendable () -> Void) { queue.async(execute: then) }
}
