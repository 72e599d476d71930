import Engine
import RuleFiles
import RuleModel

/// One case of a test file: the past, the state at a moment, and the steps that follow.
struct RuleTestCase: Sendable {
    var name: String
    var at: Position
    /// The time at which Soteria starts.
    var now: Instant
    /// The zone of the machine, which applies to the times of the case.
    var zone: TimeZoneRules
    /// The actions on record at that time.
    var given: [PastAction]
    /// The state of the session at `now`, which nothing records.
    var session: SessionState?
    var checks: [Check]
    var steps: [TestStep]
}

/// An action before a case begins.
struct PastAction: Sendable {
    var action: TestAction
    var at: Instant
}

struct TestStep: Sendable {
    var at: Position
    /// The time of the step; nil: at once.
    var time: Time?
    /// The action; nil: only time passes.
    var action: TestAction?
    var times = 1
    var every = TimeSpan.zero
    var checks: [Check] = []

    enum Time: Sendable {
        /// The time since the previous step.
        case after(TimeSpan)
        /// A local time, with its position in the file.
        case at(LocalMoment, Position)
    }
}

/// An action of a person, or of the machine.
enum TestAction: Sendable {
    /// Asks for a place, waits, and opens it.
    case unblock(Place, Intent, isEmergency: Bool = false, regret: Int?)
    case request(Place, Intent?, isEmergency: Bool)
    /// Opens the place that was requested last.
    case confirm(Place)
    case keep(Place, Intent?)
    /// Opens something that may be blocked.
    case attempt(Place)
    case use(Place, TimeSpan)
    case answer(String, isYes: Bool)
    /// Begins a manual protection; nil: of every target.
    case protect(String?, TimeSpan, isStrict: Bool)
    case `switch`(Switch.Subject, isOn: Bool)
    /// The person leaves or comes back.
    case session(SessionState)
    case travel(TimeZoneRules)
}

enum SessionState: String, Sendable, CaseIterable {
    case active, idle, locked
}
