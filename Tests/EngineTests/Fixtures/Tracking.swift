import Engine
import RuleModel
import Testing

/// Reports of reporters and people, with their expected results.
extension Machine {
    /// A use that must be counted; its number.
    @discardableResult
    mutating func open(
        _ place: Place = .site("shopping.example"), _ location: SourceLocation = #_sourceLocation
    ) throws -> Int64 {
        let answers = send(.useOpened(place))
        guard case .replied(let reply) = answers.first, answers.count == 1 else {
            Issue.record("not counted: \(answers)", sourceLocation: location)
            throw NotAnswered()
        }
        return reply.use
    }

    /// A sign of uses; those that are over.
    @discardableResult
    mutating func see(_ uses: [Int64]) -> [Int64] {
        for answer in send(.usesSeen(uses)) {
            if case .replied(let lost) = answer { return lost }
        }
        return []
    }

    /// Time goes on while a reporter gives a sign of its uses every half a minute, and at the end.
    mutating func keepUsing(
        _ uses: [Int64], for length: TimeSpan, _ location: SourceLocation = #_sourceLocation
    ) {
        var left = length
        while left > .zero {
            let step = min(left, .seconds(30))
            advance(step)
            left = left - step
            #expect(see(uses) == [], "lost", sourceLocation: location)
        }
    }

    /// A place is used for a length of time, from now on, and closed.
    mutating func use(
        _ place: Place = .site("shopping.example"), for length: TimeSpan,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let use = try open(place, location)
        keepUsing([use], for: length, location)
        send(.useClosed(use))
    }

    /// A use goes on after a sleep: as the one it was, or as a new one where that is over.
    mutating func goOnUsing(_ use: Int64, _ place: Place = .site("shopping.example")) throws
        -> Int64
    {
        see([use]).isEmpty ? use : try open(place)
    }

    /// The stretches of use that are over, in order.
    var sessions: [UsageSession] {
        history.compactMap { event in
            if case .usageEnded(let session) = event.fact { session } else { nil }
        }
    }

    /// The stretches of use that are over, as `target start–end active`, times in the zone.
    var stretches: [String] {
        sessions.map { session in
            let (start, end) = (clockTime(session.at), clockTime(session.until))
            return "\(session.target) \(start)–\(end) \(session.active.milliseconds / 1000)s"
        }
    }

    /// An instant as the hours, minutes and seconds of the zone, with milliseconds if any.
    func clockTime(_ instant: Instant?) -> String {
        guard let instant else { return "none" }
        let text = LocalTime.rfc3339(instant, offset: zone.offset(at: instant)).dropFirst(11)
        return String(text.prefix { $0 != "+" && $0 != "-" && $0 != "Z" })
    }

    /// How long a target was used since an instant, as far as that is noted.
    func used(_ target: String = "shopping", since instant: String) throws -> TimeSpan {
        engine.state.usage.active(target, since: try at(instant))
    }

    /// The outcome of the unblock that a request ended in.
    func aftermath(of request: Int64) -> UnblockOutcome? {
        engine.state.aftermaths.last { $0.request == request }
    }

    /// The times, in the zone, and days on which a check-in asked afresh.
    func openings(_ key: String = "morning") -> [String] {
        history.compactMap { event in
            guard case .checkInOpened(let opening) = event.fact, opening.checkIn == key else {
                return nil
            }
            return text(event.at, in: zone)
        }
    }

    /// Why a check-in was asked again, since an event.
    func askings(since first: Int = 0) -> [CheckInRepetition.Reason] {
        history.dropFirst(first).compactMap { event in
            if case .checkInAsked(let asking) = event.fact { asking.reason } else { nil }
        }
    }

    /// How a check-in stands.
    func phase(_ key: String = "morning") -> CheckInRecord.Phase? {
        engine.state.checkIns[key]?.phase
    }

    /// The kinds of the incidents that are remembered.
    var incidents: [Incident.Kind] { engine.state.incidents.map(\.kind) }

    /// The restrictions of a kind that hold for a target.
    func restrictions(_ kind: Restriction.Kind, on target: String = "shopping") -> [Restriction] {
        engine.restrictions(of: target).filter { $0.kind == kind }
    }
}

/// A check-in of a test, which holds shopping until it is answered and games after a "no".
func checkIn(
    _ key: String = "morning", _ question: String = "Have you slept on it?",
    opens: String = "04:00", reminder: String? = nil, blocks: [String] = ["shopping"],
    onNo: [String] = ["games"], isStrict: Bool = true, zone name: String? = nil
) throws -> CheckIn {
    CheckIn(
        key: key, question: question, opens: minutes(opens), reminder: reminder.map(minutes),
        blocks: blocks, onNo: CheckIn.OnNo(block: onNo), isStrict: isStrict,
        timeZone: try name.map { try zone($0) },
        fingerprint: "\(key) \(question) \(opens) \(reminder ?? "") \(blocks) \(onNo) \(isStrict) "
            + (name ?? ""))
}

/// A budget of a test, of shopping.
func budget(
    _ limit: TimeSpan = .minutes(45), per: Budget.Period = .day, days: Weekdays = .daily,
    resets: String = "04:00", isStrict: Bool = false, zone name: String? = nil
) throws -> Budget {
    try budget(
        "little", limit, per: per, days: days, resets: resets, isStrict: isStrict, zone: name)
}

/// A budget of a test.
func budget(
    _ key: String, of target: String = "shopping", _ limit: TimeSpan = .minutes(45),
    per: Budget.Period = .day, days: Weekdays = .daily, resets: String = "04:00",
    isStrict: Bool = false, zone name: String? = nil
) throws -> Budget {
    Budget(
        key: key, name: key.capitalized, target: target, limit: limit, per: per, days: days,
        resets: per == .hour ? 0 : minutes(resets), isStrict: isStrict,
        timeZone: try name.map { try zone($0) },
        fingerprint: "\(key) \(target) \(limit) \(per) \(days.rawValue) \(resets) \(isStrict) "
            + (name ?? ""))
}

/// A time of day as minutes after midnight.
func minutes(_ time: String) -> Int {
    time.split(separator: ":").compactMap { Int($0) }.reduce(0) { $0 * 60 + $1 }
}

/// Rules with check-ins and budgets on `games` and `shopping`, with no schedules unless given.
func gated(
    _ checkIns: [CheckIn] = [], budgets: [Budget] = [], schedules: [QuietHours] = [],
    sharing site: String? = nil, isDebug: Bool = false, plan: Plan = .premium
) throws -> RuleSet {
    let text =
        (schedules.map(\.fingerprint) + checkIns.map(\.fingerprint) + budgets.map(\.fingerprint)
        + ["\(isDebug) \(plan.key) \(site ?? "")"]).joined(separator: "\n")
    var rules = try rules(
        schedules, targets: ["games", "shopping"], sharing: site, text: text)
    rules.checkIns = checkIns.sorted { $0.key < $1.key }
    rules.budgets = budgets.sorted { $0.key < $1.key }
    rules.isDebug = isDebug
    rules.plan = plan
    return rules
}
