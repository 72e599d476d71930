import RuleModel

/// A subset of the sets in force: the lowest bit is the written one, the next ones the earlier
/// ones.
package struct SetsInForce: OptionSet, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package static let all = SetsInForce(rawValue: .max)

    /// Sets beyond the last bit share it, so that their restrictions hold for too much, never for
    /// nothing.
    fileprivate init(place: Int) { self.init(rawValue: 1 << UInt64(min(place, 63))) }
}

/// Sets in force whose targets differ in sites and apps: the rules of a set bind what belongs to
/// their targets in that set, and nothing else.
extension RulesInForce {
    /// Whether the targets of all sets have the same sites and apps.
    package var areMembersAlike: Bool { memberships.isEmpty }

    /// The longest part of a page's path that a set names or leaves out; nil if there is none.
    func named(page: SitePath) -> SitePath? {
        // An exception of one set may be none of all.
        ([index] + memberships).compactMap { $0.named(page: page) }
            .max { $0.path.utf8.count < $1.path.utf8.count }
    }

    private func sets(where holds: (RuleSet) -> Bool) -> SetsInForce {
        var found: SetsInForce = holds(own.rules) ? SetsInForce(place: 0) : []
        for (place, view) in views.enumerated() where holds(view.rules) {
            found.insert(SetsInForce(place: place + 1))
        }
        return found
    }

    /// The sets in which a place belongs to a target.
    func sets(having place: Place, in target: String) -> SetsInForce {
        var found: SetsInForce = []
        for (number, index) in memberships.enumerated() {
            switch place {
            case .site(let host):
                guard index.targets(site: host).contains(target) else { continue }
            case .page(let page):
                guard index.targets(page: page).contains(target) else { continue }
            case .app(let identifier):
                guard index.targets(app: identifier).contains(target) else { continue }
            case .target, .protection, .everything: return .all
            }
            found.insert(SetsInForce(place: number))
        }
        return found
    }

    /// Of some targets of a page, those whose use counts while it is used: in each set those that
    /// name the longest part of its path. Held parts of a set only block; they do not decide which
    /// use counts.
    func counted(_ targets: [String], at page: SitePath) -> [String] {
        guard !areMembersAlike else { return index.nearest(targets, to: page) }
        var counted: Set<String> = []
        var known: Set<String> = []
        for (set, index) in zip([written] + earlier, memberships) where !set.isPart {
            let own = index.targets(page: page).filter(targets.contains)
            known.formUnion(own)
            counted.formUnion(index.nearest(own, to: page))
        }
        return targets.filter { counted.contains($0) || !known.contains($0) }
    }

    /// The sets that a restriction comes from; all if no set has it any more or a person started
    /// it.
    func sets(of restriction: Restriction, on target: String, _ state: State) -> SetsInForce {
        let key = FormerKey.base(of: restriction.rule)
        var found: SetsInForce = []
        switch restriction.kind {
        case .quietHours:
            for schedule in quietHours where schedule.key == restriction.rule {
                found = sets(of: schedule, on: target)
            }
        case .checkIn:
            let isNo = state.checkIns[key]?.phase == .no
            found = sets { set in
                set.checkIns.contains {
                    $0.key == key && (isNo ? $0.onNo.block : $0.blocks).contains(target)
                }
            }
        case .budget:
            for budget in budgets where budget.key == restriction.rule {
                found = sets { set in
                    set.budgets.contains { $0.key == key && $0.isSame(as: budget) }
                }
            }
        case .autoProtection:
            let running = state.protections.first { String($0.id) == restriction.rule }
            for set in running?.entry.flatMap(OwnProtections.sets) ?? [] {
                if own.fingerprint == set { found.insert(SetsInForce(place: 0)) }
                for (place, view) in views.enumerated() where view.fingerprint == set {
                    found.insert(SetsInForce(place: place + 1))
                }
            }
        case .manualProtection: break
        }
        return found.isEmpty ? .all : found
    }

    /// The sets in which a schedule blocks a target.
    func sets(of schedule: QuietHours, on target: String) -> SetsInForce {
        let key = FormerKey.base(of: schedule.key)
        return sets { set in
            set.quietHours.contains {
                $0.key == key && $0.holdsWhen(schedule) && $0.targets.contains(target)
            }
        }
    }

    /// The parts of a target that rules of some sets block: its members in these sets and, under a
    /// key of its own that nothing blocks, its members in other sets alone.
    package func parts(of target: Target, boundBy sets: SetsInForce) -> [Target] {
        guard !areMembersAlike else { return [target] }
        var bound = target.withoutMembers()
        for (place, set) in ([own] + views).enumerated()
        where sets.contains(SetsInForce(place: place)) {
            for same in set.rules.targets where same.key == target.key {
                bound.uniteMembers(with: same)
            }
        }
        guard var rest = target.members(notIn: bound) else { return [target] }
        rest.key = FormerKey.make(target.key, target.fingerprint, zone: nil)
        return [bound, rest]
    }
}

extension Target {
    fileprivate func withoutMembers() -> Target {
        var target = self
        (target.sites, target.paths, target.lists) = ([], [], [])
        (target.exceptSites, target.exceptPaths, target.hasEverySite) = ([], [], false)
        (target.apps, target.executables) = ([], [])
        return target
    }

    /// The target with only the sites and apps that another one does not name; nil if there are
    /// none.
    fileprivate func members(notIn other: Target) -> Target? {
        var rest = self
        let known = Set(other.sites)
        rest.sites.removeAll(where: known.contains)
        rest.sites += other.exceptSites.filter(names(site:))
        let index = TargetIndex([self])
        rest.paths.removeAll(where: other.paths.contains)
        rest.paths += other.exceptPaths.filter { !index.targets(page: $0).isEmpty }
        rest.hasEverySite = hasEverySite && !other.hasEverySite
        rest.lists.removeAll(where: other.lists.contains)
        rest.apps.removeAll(where: other.apps.contains)
        rest.executables.removeAll(where: other.executables.contains)
        return rest.hasPrograms || rest.hasSites ? rest : nil
    }
}

extension Engine {
    /// The restrictions that apply to a place, among those of one of its targets.
    func restrictions(
        _ all: [Restriction], of target: String, on place: Place
    ) -> [Restriction] {
        guard !rules.areMembersAlike, !all.isEmpty else { return all }
        let having = rules.sets(having: place, in: target)
        return all.filter { !rules.sets(of: $0, on: target, state).isDisjoint(with: having) }
    }

    /// The targets of a place for which some rule applies to it, if any.
    func bound(_ targets: [String], at place: Place) -> [String] {
        guard !rules.areMembersAlike else { return targets }
        return targets.filter { target in
            let all = restrictions(of: target)
            return all.isEmpty || !restrictions(all, of: target, on: place).isEmpty
        }
    }

    /// The last decision about a target, if it blocks a place.
    package func decision(about target: String, on place: Place) -> Decision? {
        guard var decision = state.decisions[target]?.decision, decision.isBlocked else {
            return nil
        }
        guard !rules.areMembersAlike else { return decision }
        let bearing = restrictions(decision.restrictions, of: target, on: place)
        guard !bearing.isEmpty else { return nil }
        decision.restrictions = bearing
        decision.until = end(of: bearing, on: target, at: place)
        return decision
    }

    /// The enabled schedules of a target, as indices in the rules; with a place, only those that
    /// apply to it.
    func enabledSchedules(of target: String, at place: Place?) -> [Int] {
        let enabled = scheduleQueue.schedules(of: target).filter {
            isEnabled(rules.quietHours[$0])
        }
        guard let place, !rules.areMembersAlike else { return enabled }
        let having = rules.sets(having: place, in: target)
        return enabled.filter {
            !rules.sets(of: rules.quietHours[$0], on: target).isDisjoint(with: having)
        }
    }

    /// The sets whose rules block a target; nil if it is open.
    package func setsBlocking(_ target: String) -> SetsInForce? {
        guard let decision = state.decisions[target]?.decision, decision.isBlocked else {
            return nil
        }
        return decision.restrictions.reduce(into: []) { found, restriction in
            found.formUnion(rules.sets(of: restriction, on: target, state))
        }
    }
}
