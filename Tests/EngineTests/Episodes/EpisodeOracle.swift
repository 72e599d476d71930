import RuleModel

@testable import Engine

/// The episodes of a record, computed again from the list of its facts: every request looks
/// through all episodes before it.
struct EpisodeOracle {
    private final class Asked {
        let id: Int64
        let targets: [String]
        let at: Int64
        let day: Int
        let hour: Int
        var ended: (sequence: Int64, at: Int64)?
        var isKept = false
        init(_ id: Int64, _ targets: [String], at: Int64, day: Int, hour: Int) {
            (self.id, self.targets, self.at, self.day, self.hour) = (id, targets, at, day, hour)
        }
    }
    private final class Span {
        let target: String
        var asked: [Asked]
        var opened: [Int64] = []
        var group: Int
        init(_ target: String, _ first: Asked, group: Int) {
            (self.target, asked, self.group) = (target, [first], group)
        }

        /// Whether the episode is open when an event happens.
        func isOpen(at now: Int64, _ sequence: Int64) -> Bool {
            now < asked[0].at + 7_200_000
                || asked.contains { $0.ended.map { $0.sequence >= sequence } ?? true }
        }
    }
    private struct Opening {
        let request: Int64
        let isGrant: Bool
        let minutes: Int?
        var used: Int64 = 0
        var again: Int64 = 0
    }

    private var spans: [Span] = []
    private var requests: [Int64: Asked] = [:]
    private var intents: [(request: Int64, sequence: Int64, intent: Intent, before: Intent?)] = []
    private var openings: [Opening] = []
    private var blocked: Set<String> = []
    /// The strict protection that a person began with the events just before; nil: none.
    private var began: Int64?
    /// The requests that each of them ended.
    private var ended: [Int64: [Int64]] = [:]
    /// Elapsed time since the first event, over reboots by the trusted clock.
    private var now: Int64 = 0
    private var last: Event?

    init(_ history: [Event]) {
        for event in history { add(event) }
    }

    private mutating func add(_ event: Event) {
        if let last {
            now +=
                last.boot == event.boot
                ? (event.elapsed - last.elapsed).milliseconds
                : max(0, (event.at - last.at).milliseconds)
        }
        last = event
        protect(event)
        switch event.fact {
        case .decided(let decision):
            if decision.isBlocked {
                blocked.insert(decision.target)
            } else {
                blocked.remove(decision.target)
            }
        case .unblockRequested(let request):
            begin(request, event)
            say(request, event)
        case .intentGiven(let request): say(request, event)
        case .blockKept(let request): end(request, isKept: true, event)
        case .requestClosed(let closing):
            end(closing.request, isKept: closing.outcome == .protected, event)
        case .unblocked(let grant): open(grant.request, grant.targets, isGrant: true, event)
        case .protectionReleased(let release):
            open(release.request, release.targets ?? [], isGrant: false, event)
        case .usageNoted(let note):
            for use in note.requests {
                guard let index = openings.firstIndex(where: { $0.request == use.request }) else {
                    continue
                }
                openings[index].used = max(0, openings[index].used + use.active.milliseconds)
                openings[index].again += use.again?.milliseconds ?? 0
            }
        default: break
        }
    }

    /// A strict protection that is taken back kept nothing.
    private mutating func protect(_ event: Event) {
        switch event.fact {
        case .protectionStarted(let protection):
            began = protection.isStrict && protection.rule == nil ? protection.id : nil
        case .requestClosed(let closing) where closing.outcome == .protected:
            if let began { ended[began, default: []].append(closing.request) }
        case .protectionEnded(let id, isTakenBack: true):
            for request in ended[id] ?? [] { requests[request]?.isKept = false }
        case .protectionEnded: break
        default: began = nil
        }
    }

    private mutating func begin(_ request: UnblockRequest, _ event: Event) {
        let local = LocalTime(event.at, offset: event.offset)
        let asked = Asked(
            request.id, request.targets, at: now, day: local.daysSince1970, hour: local.hour)
        requests[request.id] = asked
        let held = request.targets.filter(blocked.contains)
        var groups: Set<Int> = []
        for target in held.isEmpty ? request.targets : held {
            let open = spans.last { $0.target == target && $0.isOpen(at: now, event.sequence) }
            if let open {
                open.asked.append(asked)
                groups.insert(open.group)
            } else {
                spans.append(Span(target, asked, group: spans.count))
                groups.insert(spans.count - 1)
            }
        }
        let joined = groups.min() ?? 0
        for span in spans where groups.contains(span.group) { span.group = joined }
    }

    private mutating func say(_ request: UnblockRequest, _ event: Event) {
        guard let intent = request.intent else { return }
        let before = intents.last { $0.request == request.id }?.intent
        intents.append((request.id, event.sequence, intent, before))
    }

    private func end(_ request: Int64, isKept: Bool, _ event: Event) {
        requests[request]?.ended = (event.sequence, now)
        requests[request]?.isKept = isKept
    }

    private mutating func open(
        _ request: Int64, _ targets: [String], isGrant: Bool, _ event: Event
    ) {
        let minutes = intents.last { $0.request == request }?.intent.minutes
        openings.append(
            Opening(request: request, isGrant: isGrant, minutes: isGrant ? minutes : nil))
        for span in spans where targets.contains(span.target) {
            if span.isOpen(at: now, event.sequence) { span.opened.append(request) }
        }
        end(request, isKept: false, event)
    }

    // MARK: Figures

    /// The figures of each group of episodes, in the order of their first requests.
    var figures: [EpisodeFigures] {
        Set(spans.map(\.group)).sorted().map { group in
            figures(of: spans.filter { $0.group == group })
        }
    }

    private func figures(of spans: [Span]) -> EpisodeFigures {
        let asked = spans.flatMap(\.asked)
        let first = asked.min { $0.id < $1.id }
        var figures = EpisodeFigures(day: first?.day ?? 0, hour: first?.hour ?? 0)
        let ids = Set(asked.map(\.id))
        for said in intents where ids.contains(said.request) {
            let (new, old) = (said.intent, said.before)
            if new.purpose != old?.purpose { figures.purpose = new.purpose }
            if new.category != old?.category { figures.category = new.category }
            if new.mood != old?.mood { figures.mood = new.mood }
            if new.amount != old?.amount { figures.amount = new.amount }
        }
        if figures.purpose != .planned { figures.category = nil }
        let opened = Set(spans.flatMap(\.opened))
        guard opened.isEmpty else {
            figures.outcome = .opened
            let grants = openings.filter { $0.isGrant && opened.contains($0.request) }
            figures.meant = grants.first?.minutes
            let used = grants.enumerated().map { index, grant in
                index == 0 ? grant.used : max(0, grant.used - grant.again)
            }
            figures.used = TimeSpan(milliseconds: used.reduce(0, +))
            return figures
        }
        if asked.contains(where: \.isKept) { figures.outcome = .kept }
        return figures
    }
}
