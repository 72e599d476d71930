import Dispatch
import Systemd

/// Thaws what an agent that was killed left frozen (`soteria-agent --thaw`, for `ExecStopPost=`).
actor Rescue {
    /// How long it may take in all; systemd waits for it.
    static let patience = Duration.seconds(5)

    nonisolated let executor = QueueExecutor(label: "org.soteria.rescue")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let settings: Settings
    private let left: [FrozenRecord.Entry]
    private var waiting: Set<String>
    private var frozen: Set<String> = []
    private var manager: UserManager?
    private var onEnd: (@Sendable (Bool) -> Void)?

    init(_ settings: Settings, _ left: [FrozenRecord.Entry]) {
        self.settings = settings
        self.left = left
        waiting = Set(left.map(\.unit))
    }

    /// Thaws; `onEnd` is called once on a queue, with whether something may still be frozen.
    nonisolated func begin(onEnd: @escaping @Sendable (Bool) -> Void) {
        executor.queue.async {
            self.assumeIsolated { $0.thaw(onEnd) }
        }
        executor.queue.asyncAfter(
            deadline: .now() + .seconds(Int(Self.patience.components.seconds))
        ) {
            self.assumeIsolated { $0.giveUp() }
        }
    }

    private func thaw(_ onEnd: @escaping @Sendable (Bool) -> Void) {
        self.onEnd = onEnd
        guard
            let manager = try? UserManager(
                on: executor, runtimeDirectory: settings.runtimeDirectory)
        else { return giveUp() }
        self.manager = manager
        for entry in left {
            manager.thaw(entry.unit) { outcome in
                self.assumeIsolated { $0.took(outcome, of: entry) }
            }
        }
    }

    private func took(_ outcome: Enforcer.Outcome, of entry: FrozenRecord.Entry) {
        guard waiting.remove(entry.unit) != nil else { return }
        // A manager that was killed and began anew does not know what it froze before.
        if outcome != .done { thawDirectly(entry) }
        if waiting.isEmpty { end() }
    }

    /// The manager does not do it: the kernel is told, as far as it lets itself be.
    private func thawDirectly(_ entry: FrozenRecord.Entry) {
        if !ControlGroup(path: entry.controlGroup).thaw() { frozen.insert(entry.unit) }
    }

    private func giveUp() {
        guard onEnd != nil else { return }
        for entry in left where waiting.remove(entry.unit) != nil { thawDirectly(entry) }
        end()
    }

    private func end() {
        guard let onEnd else { return }
        self.onEnd = nil
        if let record = try? FrozenRecord(path: settings.record) {
            for entry in left where !frozen.contains(entry.unit) { record.strike(entry.unit) }
        }
        onEnd(!frozen.isEmpty)
    }
}
