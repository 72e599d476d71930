import RuleModel

/// The actions for the shell, and its last word on the store that it writes to.
struct Outbox: Sendable {
    /// The last sequence number given out; those between it and the state's are on their way.
    private(set) var sequence: Int64
    /// Whether the last commit to the store failed.
    private(set) var isStoreFailing = false
    private var actions: [Action] = []
    private var armed: Deadline?

    init(after sequence: Int64) { self.sequence = sequence }

    mutating func takeSequence() -> Int64 {
        sequence += 1
        return sequence
    }

    mutating func note(storeIsFailing: Bool) { isStoreFailing = storeIsFailing }

    mutating func add(_ action: Action) {
        // Nearly every input comes to so few.
        if actions.capacity == 0 { actions.reserveCapacity(4) }
        actions.append(action)
    }

    /// Hands over the actions in a list whose memory serves for the next ones.
    mutating func takeActions(_ list: inout [Action]) {
        list.removeAll(keepingCapacity: true)
        swap(&actions, &list)
    }

    /// Asks to be woken at an elapsed time of the boot that runs now; nil: no moment is awaited.
    mutating func arm(_ next: TimeSpan?, at present: Deadline) {
        if let armed, armed.elapsed <= present.elapsed { self.armed = nil }
        // The clock's drift moves a mark by a few milliseconds; being woken early does no harm.
        if let next, let armed, armed.elapsed <= next, next - armed.elapsed <= Self.drift { return }
        let deadline = next.map { Deadline(boot: present.boot, elapsed: $0) }
        guard deadline != armed else { return }
        armed = deadline
        add(.wake(deadline))
    }

    /// By how much drift may move a wake-up before it is armed anew.
    private static let drift = TimeSpan(milliseconds: 20)
}

extension Engine {
    /// Takes in what happened at a reading of the clocks; returns what has to be done about it.
    package mutating func handle(_ input: Input, at reading: Reading) -> [Action] {
        take(input, at: reading)
        return takeActions()
    }

    /// Carries out a request at a reading of the clocks; returns what has to be done, and the
    /// response.
    package mutating func handle<Asked: Request>(
        _ request: Asked, at reading: Reading
    ) -> (actions: [Action], response: Response<Asked>) {
        let response = take(request, at: reading)
        return (takeActions(), response)
    }

    /// Completes a request whose event of `Action.commitFirst` is on disk now.
    package mutating func handle<Asked: Request>(
        committed completion: Completion<Asked>, at reading: Reading
    ) -> (actions: [Action], answer: Answer<Asked>) {
        let answer = take(committed: completion, at: reading)
        return (takeActions(), answer)
    }

    private mutating func takeActions() -> [Action] {
        var actions: [Action] = []
        takeActions(&actions)
        return actions
    }
}
