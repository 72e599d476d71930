import RuleModel

/// The actions for the shell, and the store's last reported health.
struct Outbox: Sendable {
    /// The last sequence number issued; events between it and the state's are on their way to the
    /// disk.
    private(set) var sequence: Int64
    /// Whether the last commit to the store failed.
    private(set) var isStoreFailing = false
    private var actions: [Action] = []
    /// The elapsed time of the next wake-up; nil if none is awaited.
    private(set) var wake: TimeSpan?
    /// The elapsed time of the next deadline in the state; nil if nothing is running. Kept, because
    /// every input asks for it several times, and only an event changes it.
    private(set) var nextDeadline: TimeSpan?
    /// Whether the wake-up has changed since the last `complete`.
    private var hasNewWake = false
    /// For the engine, of which the outbox is a part: see `PassedByAddress`.
    private let passing = PassedByAddress()

    init(after sequence: Int64) { self.sequence = sequence }

    mutating func issueSequence() -> Int64 {
        sequence += 1
        return sequence
    }

    mutating func know(nextDeadline: TimeSpan?) { self.nextDeadline = nextDeadline }

    mutating func update(storeIsFailing: Bool) { isStoreFailing = storeIsFailing }

    mutating func add(_ action: consuming Action) {
        // Enough for nearly every input.
        if actions.capacity == 0 { actions.reserveCapacity(4) }
        actions.append(action)
    }

    /// Moves the actions into an empty list, the last one first.
    mutating func moveActions(to list: inout [Action]) {
        assert(list.isEmpty)
        // Mostly there is one.
        if actions.count < 2 { swap(&actions, &list) }
        while let action = actions.popLast() { list.append(action) }
    }

    /// Puts moved actions in their order, with the wake-up at the end if it has changed.
    mutating func complete(_ actions: [Action], boot: BootID) -> [Action] {
        defer { hasNewWake = false }
        guard hasNewWake else { return actions.reversed() }
        return actions.reversed()
            + [.wake(wake.map { Deadline(boot: boot, elapsed: $0) })]
    }

    /// Schedules a wake-up at an elapsed time of this boot; nil: none.
    mutating func arm(_ next: TimeSpan?, at present: TimeSpan) {
        if let wake, wake <= present { self.wake = nil }
        // Drift moves a mark by a few milliseconds; an early wake-up does no harm.
        if let next, let wake, wake <= next, next - wake <= Self.drift { return }
        guard next != wake else { return }
        wake = next
        hasNewWake = true
    }

    /// The drift that does not reschedule a wake-up.
    private static let drift = TimeSpan(milliseconds: 20)
}

extension Engine {
    /// Handles an input at a clock reading; returns the work for the shell.
    package mutating func handle(_ input: Input, at reading: Reading) -> [Action] {
        var actions: [Action] = []
        handle(input, at: reading, into: &actions)
        return complete(actions)
    }

    /// Handles a request at a clock reading; returns the work for the shell and the response.
    package mutating func handle<Asked: Request>(
        _ request: Asked, at reading: Reading
    ) -> (actions: [Action], response: Response<Asked>) {
        var actions: [Action] = []
        let response = handle(request, at: reading, into: &actions)
        return (complete(actions), response)
    }

    /// Completes a request after the event of its `Action.commitFirst` is on disk.
    package mutating func handle<Asked: Request>(
        committed completion: Completion<Asked>, at reading: Reading
    ) -> (actions: [Action], answer: Answer<Asked>) {
        var actions: [Action] = []
        let answer = handle(committed: completion, at: reading, into: &actions)
        return (complete(actions), answer)
    }
}
