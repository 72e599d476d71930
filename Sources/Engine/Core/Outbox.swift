import RuleModel

/// The actions for the shell, and its last word on the store that it writes to.
struct Outbox: Sendable {
    /// The last sequence number given out; those between it and the state's are on their way.
    private(set) var sequence: Int64
    /// Whether the last commit to the store failed.
    private(set) var isStoreFailing = false
    private var actions: [Action] = []
    /// The elapsed time at which the last `wake` falls; nil if it awaits nothing or is over.
    private var armed: TimeSpan?

    init(after sequence: Int64) { self.sequence = sequence }

    mutating func issueSequence() -> Int64 {
        sequence += 1
        return sequence
    }

    mutating func update(storeIsFailing: Bool) { isStoreFailing = storeIsFailing }

    mutating func add(_ action: consuming Action) {
        // Nearly every input comes to so few.
        if actions.capacity == 0 { actions.reserveCapacity(4) }
        actions.append(action)
    }

    /// Moves the actions into an empty list, the last one first.
    mutating func moveActions(to list: inout [Action]) {
        assert(list.isEmpty)
        while let action = actions.popLast() { list.append(action) }
    }

    /// Asks to be woken at an elapsed time of the boot that runs now; nil: no moment is awaited.
    mutating func arm(_ next: TimeSpan?, at present: Deadline) {
        if let armed, armed <= present.elapsed { self.armed = nil }
        // The clock's drift moves a mark by a few milliseconds; being woken early does no harm.
        if let next, let armed, armed <= next, next - armed <= Self.drift { return }
        guard next != armed else { return }
        armed = next
        add(.wake(next.map { Deadline(boot: present.boot, elapsed: $0) }))
    }

    /// By how much drift may move a wake-up before it is armed anew.
    private static let drift = TimeSpan(milliseconds: 20)
}

extension Engine {
    /// Takes in what happened at a reading of the clocks; returns what has to be done about it.
    package mutating func handle(_ input: Input, at reading: Reading) -> [Action] {
        var actions: [Action] = []
        handle(input, at: reading, into: &actions)
        return actions.reversed()
    }

    /// Carries out a request at a reading of the clocks; returns what has to be done, and the
    /// response.
    package mutating func handle<Asked: Request>(
        _ request: Asked, at reading: Reading
    ) -> (actions: [Action], response: Response<Asked>) {
        var actions: [Action] = []
        let response = handle(request, at: reading, into: &actions)
        return (actions.reversed(), response)
    }

    /// Completes a request whose event of `Action.commitFirst` is on disk now.
    package mutating func handle<Asked: Request>(
        committed completion: Completion<Asked>, at reading: Reading
    ) -> (actions: [Action], answer: Answer<Asked>) {
        var actions: [Action] = []
        let answer = handle(committed: completion, at: reading, into: &actions)
        return (actions.reversed(), answer)
    }
}
