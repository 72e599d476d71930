import API
import Engine
import Logging
import RuleModel
import Varlink

/// A report of a fact: its members and words on the socket, and its journal entries.
struct FactReport {
    /// The members on the socket; instants are in RFC 3339, lengths in seconds.
    let members: FactMembers
    let text: String
    /// The journal entries. More programs read the journal than the record, so they never hold what
    /// a person said, answered, bought, spent or saved, nor which app or site was opened.
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

/// A journal entry; `kind` is nil if the catalog explains nothing.
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

/// Context for the journal entries of a report; empty if only the socket needs it.
struct FactJournal {
    var names: [String: String] = [:]
    var before = PriorState(State())
    /// Recent incidents that weakened the protection, the fact itself included.
    var incidents: [Incident] = []
    let risk: RiskRules

    func list(_ targets: [String]) -> String {
        targets.map { names[$0] ?? $0 }.joined(separator: ", ")
    }

    /// The keys of targets, as the value of a journal field.
    func key(_ targets: [String]) -> String {
        targets.isEmpty ? "unknown" : targets.joined(separator: " ")
    }

    /// The keys of factors, or "none". That a factor is true reveals what it reads, so factors that
    /// read a mood, an amount or a regret are left out.
    func reason(_ factors: [String]) -> String {
        let automatic = Set(
            risk.factors.lazy.filter { Vocabulary.isAutomatic($0.condition) }.map(\.key))
        let named = factors.filter(automatic.contains)
        return named.isEmpty ? "none" : named.joined(separator: " ")
    }

    /// The name of a protection. A name that a person chose is private and left out.
    func name(_ protection: Protection?, _ id: Int64) -> String {
        guard let protection, protection.kind == .autoProtection else {
            return "Manual protection \(id)"
        }
        return protection.name
    }
}

/// The parts of the previous state that reports need; a subset, so that `State` is not copied.
struct PriorState {
    let risk: RiskRecord?
    let prompts: [Prompt]
    private(set) var protections: [Protection]
    private(set) var requests: [UnblockRequest]
    private(set) var grants: [Grant]
    private(set) var goals: [Goal]
    /// The edits that waited or could be taken back.
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

    /// Applies a fact that later facts of the same moment may refer to, such as a request that an
    /// answered prompt opens and closes at once.
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

    /// Returns true if a contribution completes a goal that was not reached before.
    func isReached(by contribution: GoalContribution) -> Bool {
        guard let goal = goals.first(where: { $0.id == contribution.goal }) else { return false }
        let target = goal.target.thousandths
        return goal.saved < target && goal.saved + contribution.amount.thousandths >= target
    }
}

/// The members of a fact on the socket, in order; members without a value are left out.
struct FactMembers: ExpressibleByDictionaryLiteral {
    private(set) var object = JSONObject()

    init(dictionaryLiteral elements: (String, (any FactMember)?)...) {
        for (name, value) in elements { object[name] = value?.json }
    }

    /// The members of all parts, one part after the other.
    init(_ parts: FactMembers...) {
        for member in parts.flatMap(\.object) { object[member.name] = member.value }
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
    /// The members that say which place it is; a page has a site and a path.
    var members: FactMembers {
        switch self {
        case .target(let key): ["target": key]
        case .site(let host): ["site": host]
        case .page(let page): ["site": page.host, "path": page.path]
        case .app(let identifier): ["app": identifier]
        case .protection(let id): ["protection": id]
        case .everything: ["everything": true]
        }
    }

    var words: String {
        switch self {
        case .target(let name), .site(let name), .app(let name): name
        case .page(let page): page.text
        case .protection(let id): "protection \(id)"
        case .everything: "everything"
        }
    }
}

extension Switch.Subject {
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
