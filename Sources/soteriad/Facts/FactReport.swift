import API
import Engine
import Logging
import Phrasing
import RuleModel
import Varlink

/// How a fact is told: members and words on the socket, entries in the journal.
struct FactReport {
    /// Its members on the socket: instants in RFC 3339, lengths in seconds.
    let members: FactMembers
    /// What happened, in words.
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

/// Makes the report of one event.
struct FactReporter {
    let event: Event
    /// The person's clock as of the event.
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

/// What journal entries need beside the fact; nothing of it, if only the socket is told.
struct FactJournal {
    /// The names that people see, by target.
    var names: [String: String] = [:]
    /// The state before the fact.
    var before = Before(State())
    /// What weakened the protection lately, the fact included.
    var incidents: [Incident] = []
    /// How the risk score is made.
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

/// The members of a fact on the socket in their order; one without a value is left out.
struct FactMembers: ExpressibleByDictionaryLiteral {
    private(set) var object = JSONObject()

    init(dictionaryLiteral elements: (String, (any FactMember)?)...) {
        for (name, value) in elements { object[name] = value?.json }
    }
}

/// A value of a member.
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
