import RuleModel

/// An emergency that opened something.
package struct UsedEmergency: Hashable, Sendable, Codable {
    /// The number of its grant.
    package var grant: Int64
    package var targets: [String]
    package var at: Instant
    /// The period in which it was counted.
    var per: EmergencyRules.Period
    /// The end of that period: it counts until then, whatever the zone becomes.
    var until: Instant

    /// Moves an emergency from the future to `instant`, after trusted time went back.
    mutating func goBack(to instant: Instant) {
        guard at > instant else { return }
        // Its period is another one now.
        (at, until) = (instant, instant)
    }

    /// The instant from which it no longer counts for some rules, in whose zone `period` is the
    /// present one.
    fileprivate func end(for rules: EmergencyRules, in period: Range<Instant>) -> Instant {
        let end = at >= period.lowerBound ? period.upperBound : at
        return rules.per == per ? max(end, until) : end
    }
}

extension Grant {
    /// The part of a grant that is an emergency's.
    package struct Emergency: Hashable, Sendable, Codable {
        /// The strict restrictions that it opens; others end it.
        var opens: [Opened]
        /// The period in which it counts.
        var per: EmergencyRules.Period
        /// The end of that period.
        var until: Instant

        /// A strict restriction, whatever set it is of.
        struct Opened: Hashable, Sendable, Codable {
            var kind: Restriction.Kind
            /// The key in the file of its rule, or the number of the protection.
            var rule: String
        }
    }
}

extension Grant.Emergency {
    /// An emergency of a past that is made up: it opened every strict rule about the targets, and
    /// the strict protections among those given.
    package init(
        opening targets: [String], under rules: RuleSet, _ protections: [Protection],
        at instant: Instant, in zone: TimeZoneRules
    ) {
        func isMeant(_ isStrict: Bool, _ others: [String]) -> Bool {
            isStrict && others.contains(where: targets.contains)
        }
        let schedules = rules.quietHours.filter { isMeant($0.isStrict, $0.targets) }
        let budgets = rules.budgets.filter { isMeant($0.isStrict, [$0.target]) }
        let running = protections.filter { isMeant($0.isStrict, $0.targets) }
        opens =
            schedules.map { Opened(kind: .quietHours, rule: $0.key) }
            + budgets.map { Opened(kind: .budget, rule: $0.key) }
            + running.map { Opened(kind: $0.kind, rule: String($0.id)) }
        per = rules.unblock.emergency?.per ?? .standard
        until = per.period(holding: instant, in: zone).upperBound
    }
}

/// The emergency way out as it is now: what the strictest set in force leaves of it.
package struct EmergencyStanding: Hashable, Sendable {
    package let rules: EmergencyRules
    /// The emergencies that count in the present period.
    package let used: Int
    /// The end of the present period.
    let periodEnd: Instant
    /// The instant from which another one is possible; nil: it is now.
    package let next: Instant?
    /// The wait before an emergency opens something: the longest of all sets.
    package let wait: TimeSpan

    var isLeft: Bool { next == nil }
}

/// Emergencies: a person opens what a strict restriction blocks, for one grant.
extension Engine {
    /// The emergency way out; nil if a set in force has none.
    package var emergencyStanding: EmergencyStanding? {
        guard let ways = rules.emergencies else { return nil }
        let wait = ways.map(\.rules.wait).max() ?? .zero
        let standings = ways.map { standing(of: $0.rules, in: $0.zone ?? zone, wait) }
        return standings.min {
            let left = ($0.rules.count - $0.used, $1.rules.count - $1.used)
            let next = ($0.next ?? .distantPast, $1.next ?? .distantPast)
            return next.0 == next.1 ? left.0 < left.1 : next.0 > next.1
        }
    }

    private func standing(
        of rules: EmergencyRules, in zone: TimeZoneRules, _ wait: TimeSpan
    ) -> EmergencyStanding {
        let period = rules.per.period(holding: now, in: zone)
        var ends = state.emergencies.map { $0.end(for: rules, in: period) }.filter { $0 > now }
        for request in state.requests
        where request.isEmergency && unblocking.isConfirming(request.id) {
            ends.append(period.upperBound)
        }
        ends.sort()
        return EmergencyStanding(
            rules: rules, used: ends.count, periodEnd: period.upperBound,
            next: ends.count >= rules.count ? ends[ends.count - rules.count] : nil, wait: wait)
    }

    /// The reason why strict restrictions keep targets closed.
    enum StrictRefusal {
        case strict(until: Instant?, target: String)
        /// The emergencies of the period are used up.
        indirect case emergencyUsed(EmergencyStanding, target: String)
    }

    /// The reason why strict restrictions keep targets closed, for an emergency or not; nil if they
    /// do not.
    func strictRefusal(of targets: [String], isEmergency: Bool) -> StrictRefusal? {
        guard let strict = strictest(of: targets) else { return nil }
        guard isEmergency, let standing = emergencyStanding else {
            return .strict(until: strict.until, target: strict.target)
        }
        for target in targets {
            let checkIns = restrictions(of: target).filter { $0.isStrict && $0.kind == .checkIn }
            guard checkIns.isEmpty else {
                return .strict(until: checkIns.map(\.until).latestEnd, target: target)
            }
        }
        return standing.isLeft ? nil : .emergencyUsed(standing, target: strict.target)
    }

    /// The emergency way out of a target's strict restrictions; nil if there is none, or it is used
    /// up.
    package func emergencyLeft(for target: String) -> EmergencyStanding? {
        guard let standing = emergencyStanding, standing.isLeft else { return nil }
        let strict = restrictions(of: target).filter(\.isStrict)
        return strict.isEmpty || strict.contains { $0.kind == .checkIn } ? nil : standing
    }

    /// The part of a new grant that is an emergency's; nil if there is nothing strict to open.
    func emergency(
        for request: UnblockRequest, opening targets: [String]
    ) -> Grant.Emergency? {
        guard request.isEmergency, let standing = emergencyStanding else { return nil }
        var opened: Set<Grant.Emergency.Opened> = []
        for target in targets {
            for restriction in restrictions(of: target) where restriction.isStrict {
                opened.insert(restriction.opened)
            }
        }
        guard !opened.isEmpty else { return nil }
        return Grant.Emergency(
            opens: opened.sorted { ($0.kind.rawValue, $0.rule) < ($1.kind.rawValue, $1.rule) },
            per: standing.rules.per, until: standing.periodEnd)
    }

    /// Whether a grant keeps its targets open under a strict restriction: it is an emergency's, and
    /// the restriction held when it began.
    func opens(_ grant: Grant, _ restriction: Restriction) -> Bool {
        guard let emergency = grant.emergency, emergency.opens.contains(restriction.opened) else {
            return false
        }
        // A rule's next run is another restriction.
        return switch restriction.kind {
        case .quietHours: state.quietHours[restriction.rule].map { $0.start <= grant.at } ?? false
        case .budget: state.budgets[restriction.rule].map { $0.from <= grant.at } ?? false
        case .autoProtection, .manualProtection: true
        case .checkIn: false
        }
    }
}

extension Restriction {
    fileprivate var opened: Grant.Emergency.Opened {
        Grant.Emergency.Opened(kind: kind, rule: FormerKey.base(of: rule))
    }
}
