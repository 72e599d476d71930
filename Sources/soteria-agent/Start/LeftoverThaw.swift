import Dispatch
import Systemd

/// Thaws the units that a killed agent left frozen (`soteria-agent --thaw`, run by
/// `ExecStopPost=`).
actor LeftoverThaw {
    /// The limit of the whole run; systemd waits for it.
    static let timeLimit = Duration.seconds(5)

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

    /// Starts to thaw. `onEnd` is called once, on a queue: true if something may still be frozen.
    nonisolated func begin(onEnd: @escaping @Sendable (Bool) -> Void) {
        executor.queue.async {
            self.assumeIsolated { $0.thaw(onEnd) }
        }
        executor.queue.asyncAfter(
            deadline: .now() + .seconds(Int(Self.timeLimit.components.seconds))
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
                self.assumeIsolated { $0.handle(outcome, for: entry) }
            }
        }
    }

    private func handle(_ outcome: Enforcer.Outcome, for entry: FrozenRecord.Entry) {
        guard waiting.remove(entry.unit) != nil else { return }
        // A manager that was killed and restarted does not know what it froze before.
        if outcome != .done { thawDirectly(entry) }
        if waiting.isEmpty { end() }
    }

    /// Thaws through the kernel, for a unit that the manager did not thaw.
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
            for entry in left where !frozen.contains(entry.unit) { record.remove(entry.unit) }
        }
        onEnd(!frozen.isEmpty)
    }
}
