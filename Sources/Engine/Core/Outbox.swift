import RuleModel

/// The actions for the shell, and the store's last reported health.
struct Outbox: Sendable {
    /// The last sequence number issued; events between it and the state's are on their way to the
    /// disk.
    private(set) var sequence: Int64
    /// Whether the last commit to the store failed.
    private(set) var isStoreFailing = false
    private var actions: [Action] = []
    /// The elapsed time of the last `wake`; nil if none is pending.
    private var armed: TimeSpan?

    init(after sequence: Int64) { self.sequence = sequence }

    mutating func issueSequence() -> Int64 {
        sequence += 1
        return sequence
    }

    mutating func update(storeIsFailing: Bool) { isStoreFailing = storeIsFailing }

    mutating func add(_ action: consuming Action) {
        // Enough for nearly every input.
        if actions.capacity == 0 { actions.reserveCapacity(4) }
        actions.append(action)
    }

    /// Moves the actions into an empty list, the last one first.
    mutating func moveActions(to list: inout [Action]) {
        assert(list.isEmpty)
        while let action = actions.popLast() { list.append(action) }
    }

    /// Schedules a wake-up at an elapsed time of this boot; nil: none.
    mutating func arm(_ next: TimeSpan?, at present: Deadline) {
        if let armed, armed <= present.elapsed { self.armed = nil }
        // Drift moves a mark by a few milliseconds; an early wake-up does no harm.
        if let next, let armed, armed <= next, next - armed <= Self.drift { return }
        guard next != armed else { return }
        armed = next
        add(.wake(next.map { Deadline(boot: present.boot, elapsed: $0) }))
    }

    /// The drift that does not reschedule a wake-up.
    private static let drift = TimeSpan(milliseconds: 20)
}

extension Engine {
    /// Handles an input at a clock reading; returns the work for the shell.
    package mutating func handle(_ input: Input, at reading: Reading) -> [Action] {
        var actions: [Action] = []
        handle(input, at: reading, into: &actions)
        return actions.reversed()
    }

    /// Handles a request at a clock reading; returns the work for the shell and the response.
    package mutating func handle<Asked: Request>(
        _ request: Asked, at reading: Reading
    ) -> (actions: [Action], response: Response<Asked>) {
        var actions: [Action] = []
        let response = handle(request, at: reading, into: &actions)
        return (actions.reversed(), response)
    }

    /// Completes a request after the event of its `Action.commitFirst` is on disk.
    package mutating func handle<Asked: Request>(
        committed completion: Completion<Asked>, at reading: Reading
    ) -> (actions: [Action], answer: Answer<Asked>) {
        var actions: [Action] = []
        let answer = handle(committed: completion, at: reading, into: &actions)
        return (actions.reversed(), answer)
    }
}
