import API
import Engine
import Logging
import Phrasing
import RuleModel
import Varlink

/// How a fact is told: members and words on the socket, entries in the journal.
struct FactReport {
    /// Instants are in RFC 3339, lengths in seconds.
    let members: FactMembers
    let text: String
    /// Its entries. More programs read the journal than the record: what a person said, answered,
    /// bought, spent or saved, and which app or site they opened, are not in it.
    let entries: [FactEntry]

    init(_ members: FactMembers, text: String, _ entries: FactEntry?...) {
        self.init(members, text: text, entries: entries.compactMap(\.self))
    }

    init(_ members: FactMembers, text: String, entries: [FactEntry]) {
        self.members = members
        self.text = text
        self.entries = entries
    }
}

/// An entry of the journal; of no kind if the catalog has nothing to explain.
struct FactEntry {
    var kind: EntryKind?
    var level: Logger.Level
    var message: String
    var fields: [String: String]

    init(
        _ kind: EntryKind?, _ level: Logger.Level, _ message: String,
        _ fields: [String: String] = [:]
    ) {
        self.kind = kind
        self.level = level
        self.message = message
        self.fields = fields
    }
}

struct FactReporter {
    let event: Event
    let clock: LocalClock
    let journal: FactJournal

    init(event: Event, clock: LocalClock, journal: FactJournal) {
        self.event = event
        self.clock = clock.asOf(event)
        self.journal = journal
    }

    /// An instant as the socket tells it.
    func text(_ instant: Instant) -> String { clock.text(instant) }

    /// ` until 06:30`, as seen from the event; nothing if no end is known.
    func untilWords(_ end: Instant?) -> String {
        guard let end else { return "" }
        let now = Moment(seconds: Int(event.at.seconds), offset: event.offset)
        return " until \(clock.moment(end).relative(to: now))"
    }

    /// `−2 h 5 min`.
    func length(_ span: TimeSpan) -> String {
        (span.seconds < 0 ? "−" : "") + TimeWords.length(seconds: Int(span.seconds))
    }

    /// An instant as the journal tells it.
    func until(_ instant: Instant?) -> String { clock.text(instant) ?? "no known end" }
}

/// The journal's part of a report beside the fact; empty if only the socket is told.
struct FactJournal {
    var names: [String: String] = [:]
    var before = PriorState(State())
    /// Anything that weakened the protection lately, the fact included.
    var incidents: [Incident] = []
    let risk: RiskRules

    func list(_ targets: [String]) -> String {
        targets.map { names[$0] ?? $0 }.joined(separator: ", ")
    }

    /// The keys of targets as a field holds them.
    func key(_ targets: [String]) -> String {
        targets.isEmpty ? "unknown" : targets.joined(separator: " ")
    }

    /// The keys of factors, or the word for none. That a factor is true says what it reads: one
    /// that reads a mood, an amount or a regret is not named.
    func reason(_ factors: [String]) -> String {
        let automatic = Set(
            risk.factors.lazy.filter { Vocabulary.isAutomatic($0.condition) }.map(\.key))
        let named = factors.filter(automatic.contains)
        return named.isEmpty ? "none" : named.joined(separator: " ")
    }

    /// The name of a protection. What somebody called it by hand is theirs.
    func name(_ protection: Protection?, _ id: Int64) -> String {
        guard let protection, protection.kind == .autoProtection else {
            return "Manual protection \(id)"
        }
        return protection.name
    }
}

/// The parts of the state before a fact that reports need; not the whole state, which would be
/// copied at its next change.
struct PriorState {
    let risk: RiskRecord?
    let prompts: [Prompt]
    private(set) var protections: [Protection]
    private(set) var requests: [UnblockRequest]
    private(set) var grants: [Grant]
    /// The goals that the person saved for.
    private(set) var goals: [Goal]
    /// The edits that waited or could be gone back to.
    let edits: [RuleEdit]

    init(_ state: State) {
        risk = state.risk
        prompts = state.prompts
        protections = state.protections
        requests = state.requests
        grants = state.grants
        goals = state.goals
        edits = state.edits
    }

    /// Takes in a fact that later ones of the same moment may speak of: a request that a prompt's
    /// answer opens and keeps at once.
    mutating func apply(_ fact: Fact) {
        switch fact {
        case .protectionStarted(let protection): protections.append(protection)
        case .unblockRequested(let request): requests.append(request)
        case .unblocked(let grant): grants.append(grant)
        case .goalContributed(let contribution):
            guard let index = goals.firstIndex(where: { $0.id == contribution.goal }) else { break }
            goals[index].saved += contribution.amount.thousandths
        default: break
        }
    }

    func protection(_ id: Int64) -> Protection? { protections.first { $0.id == id } }
    func request(_ id: Int64) -> UnblockRequest? { requests.first { $0.id == id } }
    func grant(_ id: Int64) -> Grant? { grants.first { $0.id == id } }

    /// Whether a contribution makes a goal reached that was not.
    func isReached(by contribution: GoalContribution) -> Bool {
        guard let goal = goals.first(where: { $0.id == contribution.goal }) else { return false }
        let target = goal.target.thousandths
        return goal.saved < target && goal.saved + contribution.amount.thousandths >= target
    }
}

/// The members of a fact on the socket in their order; one without a value is left out.
struct FactMembers: ExpressibleByDictionaryLiteral {
    private(set) var object = JSONObject()

    init(dictionaryLiteral elements: (String, (any FactMember)?)...) {
        for (name, value) in elements { object[name] = value?.json }
    }
}

protocol FactMember {
    var json: JSON { get }
}

extension FactMembers: FactMember { var json: JSON { .object(object) } }
extension String: FactMember { var json: JSON { .string(self) } }
extension Bool: FactMember { var json: JSON { .bool(self) } }
extension Int: FactMember { var json: JSON { .integer(Int64(self)) } }
extension Int64: FactMember { var json: JSON { .integer(self) } }
extension TimeSpan: FactMember { var json: JSON { .integer(seconds) } }
extension Score: FactMember {
    var json: JSON { .number(JSONNumber(thousandths: thousandths)) }
}
extension Array: FactMember where Element: FactMember {
    var json: JSON { .array(map(\.json)) }
}

extension Place {
    /// The member that says the place.
    var member: (name: String, value: any FactMember) {
        switch self {
        case .target(let key): ("target", key)
        case .site(let host): ("site", host)
        case .app(let identifier): ("app", identifier)
        case .protection(let id): ("protection", id)
        case .everything: ("everything", true)
        }
    }

    var words: String {
        switch self {
        case .target(let name), .site(let name), .app(let name): name
        case .protection(let id): "protection \(id)"
        case .everything: "everything"
        }
    }
}

extension Switch.Subject {
    /// The member that says what is switched.
    var member: (name: String, key: String) {
        switch self {
        case .schedule(let key): ("schedule", key)
        case .target(let key): ("target", key)
        case .autoProtection(let key): ("autoProtection", key)
        }
    }
}

extension Logger {
    func send(_ entry: FactEntry) {
        send(entry.kind, entry.level, entry.message, entry.fields)
    }
}
