import Engine
import RuleFiles
import RuleModel

/// One case of a test file: what lies behind a moment, what holds then, and what comes afterwards.
struct RuleTestCase: Sendable {
    /// What it shows, in words.
    var name: String
    /// Where its entry begins.
    var at: Position
    /// When Soteria begins to run.
    var now: Instant
    /// The zone of the machine, in which the times of the case are read.
    var zone: TimeZoneRules
    /// What is on record then.
    var given: [PastAction]
    /// What nothing records: how the session stands at `now`.
    var session: SessionState?
    /// What must hold at `now`.
    var checks: [Check]
    /// What happens afterwards, in order.
    var steps: [TestStep]
}

/// Something before the moment that a case begins at.
struct PastAction: Sendable {
    /// What happened.
    var action: TestAction
    /// When.
    var at: Instant
}

/// One step of a case.
struct TestStep: Sendable {
    /// Where it is written.
    var at: Position
    /// When it comes; nil: at once.
    var time: Time?
    /// What happens; nil: time goes by.
    var action: TestAction?
    /// How often it happens.
    var times = 1
    /// How long after one another.
    var every = TimeSpan.zero
    /// What must hold afterwards.
    var checks: [Check] = []

    /// When a step comes.
    enum Time: Sendable {
        /// So long after the step before.
        case after(TimeSpan)
        /// At a local time, written there.
        case at(LocalMoment, Position)
    }
}

/// What a person, or the machine, does.
enum TestAction: Sendable {
    /// Asks for a place, waits, and opens it.
    case unblock(Place, Intent, regret: Int?)
    /// Asks for a place.
    case request(Place, Intent?)
    /// Opens what was asked for last.
    case confirm(Place)
    /// Keeps the block.
    case keep(Place, Intent?)
    /// Opens something that may be blocked.
    case attempt(Place)
    /// Uses a target for a while.
    case use(Place, TimeSpan)
    /// Answers a check-in.
    case answer(String, isYes: Bool)
    /// Begins a manual protection; nil: of every target.
    case protect(String?, TimeSpan, isStrict: Bool)
    /// Switches something on or off.
    case `switch`(Switch.Subject, isOn: Bool)
    /// The person leaves or comes back.
    case session(SessionState)
    /// The machine's zone changes.
    case travel(TimeZoneRules)
}

/// How the session stands.
enum SessionState: String, Sendable, CaseIterable {
    case active, idle, locked
}
