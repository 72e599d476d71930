import Foundation
import Synchronization

@testable import soteria

/// A person at a terminal, or a script without one, who does what the test says. Time passes for
/// them at once: a wait without an event in it is over when it begins.
final class Person: Listener, Sendable {
    /// Something that the person does.
    enum Deed: Sendable {
        /// The answer to the next question.
        case types(String)
        /// Ends the input (Ctrl-D).
        case endsInput
        /// Ends the program, by a signal of this number.
        case signals(Int32)
        /// The deed, once so much time has passed in all.
        indirect case after(Duration, Deed)

        fileprivate var heard: (UserInput, Duration?) {
            switch self {
            case .types(let line): (.line(line), nil)
            case .endsInput: (.end, nil)
            case .signals(let number): (.signal(number), nil)
            case .after(let time, let deed): (deed.heard.0, time)
            }
        }
    }

    /// Whether they sit at a terminal.
    let isAtTerminal: Bool
    private let deeds: Mutex<[Deed]>
    private let time = Mutex(Duration.zero)
    /// Called with the time that has passed, whenever some has.
    private let whenWaiting: @Sendable (Duration) -> Void

    convenience init(
        _ deeds: Deed..., isAtTerminal: Bool = true,
        whenWaiting: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        self.init(deeds, isAtTerminal: isAtTerminal, whenWaiting: whenWaiting)
    }

    init(
        _ deeds: [Deed], isAtTerminal: Bool = true,
        whenWaiting: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        self.deeds = Mutex(deeds)
        self.isAtTerminal = isAtTerminal
        self.whenWaiting = whenWaiting
    }

    /// Nobody: there is no terminal.
    static var nobody: Person { Person([], isAtTerminal: false) }

    /// Types these lines, one for each question.
    static func typing(_ lines: String..., then deeds: Deed...) -> Person {
        Person(lines.map(Deed.types) + deeds)
    }

    /// How much time has passed.
    var elapsed: Duration { time.withLock { $0 } }

    /// The actions that were not reached.
    var remaining: Int { deeds.withLock { $0.count } }

    func nextInput(within limit: Duration?) -> UserInput {
        let now = elapsed
        let next = deeds.withLock { $0.first?.heard }
        guard let limit else {
            // Whoever is asked more than they have answers for ends the input, lest it hang.
            guard let next else { return .end }
            deeds.withLock { _ = $0.removeFirst() }
            return next.0
        }
        if let next, let moment = next.1, moment <= now + limit {
            deeds.withLock { _ = $0.removeFirst() }
            time.withLock { $0 = max(moment, now) }
            return next.0
        }
        time.withLock { $0 = now + limit }
        whenWaiting(now + limit)
        return .nothing
    }
}
