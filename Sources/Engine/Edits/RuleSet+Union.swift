import RuleModel

/// Entries that an earlier set adds beside those of this one.
extension RuleSet {
    mutating func uniteSchedules(with earlier: [RuleSet]) {
        var known = quietHours.places { [$0.key] }
        for set in earlier.reversed() {
            for var schedule in set.quietHours {
                let places = known[schedule.key] ?? []
                if let same = places.first(where: { quietHours[$0].holdsWhen(schedule) }) {
                    // The same hours, for the targets of both.
                    let missing = schedule.targets.filter { !quietHours[same].targets.contains($0) }
                    quietHours[same].targets += missing
                    continue
                }
                known.update(schedule.key, default: []) { $0.append(quietHours.count) }
                if !places.isEmpty {
                    schedule.key = FormerKey.make(
                        schedule.key, schedule.fingerprint, zone: schedule.timeZone)
                }
                quietHours.append(schedule)
            }
        }
        quietHours.sort { $0.key < $1.key }
    }

    mutating func uniteBudgets(with earlier: [RuleSet]) {
        var known = budgets.places { [$0.key] }
        for set in earlier.reversed() {
            for var budget in set.budgets {
                let places = known[budget.key] ?? []
                if places.contains(where: { budgets[$0].isSame(as: budget) }) { continue }
                known.update(budget.key, default: []) { $0.append(budgets.count) }
                if !places.isEmpty {
                    budget.key = FormerKey.make(
                        budget.key, budget.fingerprint, zone: budget.timeZone)
                }
                budgets.append(budget)
            }
        }
        budgets.sort { $0.key < $1.key }
    }
}

extension QuietHours {
    /// Whether two schedules are alike apart from name and targets.
    func holdsWhen(_ other: QuietHours) -> Bool {
        ranges == other.ranges && timeZone?.name == other.timeZone?.name
            && isStrict == other.isStrict
            // A switch belongs to one entry.
            && (fingerprint == other.fingerprint || isEnabled == other.isEnabled)
    }
}

extension Budget {
    /// Whether two budgets are alike apart from the name.
    func isSame(as other: Budget) -> Bool {
        target == other.target && limit == other.limit && per == other.per
            && days == other.days && resets == other.resets && isStrict == other.isStrict
            && timeZone?.name == other.timeZone?.name
    }
}

/// Entries that are merged by key.
extension RuleSet {
    /// Merges the targets of earlier sets. Returns the keys of those that this set lacks, by the
    /// key of each own target that shares an app or a site with them.
    mutating func uniteTargets(with earlier: [RuleSet]) -> [String: [String]] {
        let own = targets
        var places = Dictionary(
            targets.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
        for set in earlier.reversed() {
            for target in set.targets {
                if let place = places[target.key] {
                    targets[place].unite(with: target)
                } else {
                    places[target.key] = targets.count
                    targets.append(target)
                }
            }
        }
        let former = Array(targets.suffix(from: own.count))
        targets.sort { $0.key < $1.key }
        return former.isEmpty ? [:] : own.sharing(with: former)
    }

    mutating func uniteCheckIns(with earlier: [RuleSet]) {
        for set in earlier.reversed() {
            for checkIn in set.checkIns {
                if let place = checkIns.firstIndex(where: { $0.key == checkIn.key }) {
                    checkIns[place].unite(with: checkIn)
                } else {
                    checkIns.append(checkIn)
                }
            }
        }
        checkIns.sort { $0.key < $1.key }
    }
}

extension RuleSet {
    /// Whether the targets of two sets have the same sites and apps.
    func hasMembers(of other: RuleSet) -> Bool {
        targets.count == other.targets.count
            && zip(targets, other.targets).allSatisfy { $0.key == $1.key && $0.hasMembers(of: $1) }
    }
}

extension [Target] {
    /// The other targets that share an app or a site with each of these, by key; keys sorted.
    fileprivate func sharing(with others: [Target]) -> [String: [String]] {
        var shared: [String: Set<String>] = [:]
        let index = TargetIndex(self)
        let keys = Set(map(\.key))
        for other in others {
            for key in other.sharing(with: keys, in: index) {
                shared[key, default: []].insert(other.key)
            }
        }
        // The reverse: names of these below those of the others.
        let otherIndex = TargetIndex(others)
        for target in self {
            let known = shared[target.key] ?? []
            let rest = Set(others.map(\.key)).subtracting(known)
            shared[target.key] = known.union(target.sharing(with: rest, in: otherIndex))
        }
        return shared.filter { !$1.isEmpty }.mapValues { $0.sorted() }
    }
}

extension Target {
    /// Merges an earlier target of the same key.
    fileprivate mutating func unite(with earlier: Target) {
        uniteMembers(with: earlier)
        // Neither freezing nor stopping is clearly stricter, so the earlier one stays.
        if earlier.enforcement != .notify {
            kill = earlier.kill || (kill && enforcement == earlier.enforcement)
            enforcement = earlier.enforcement
            if earlier.onThaw == .stop { onThaw = .stop }
        }
    }

    mutating func uniteMembers(with other: Target) {
        uniteSites(with: other)
        apps += other.apps.filter { !apps.contains($0) }
        executables += other.executables.filter { !executables.contains($0) }
    }

    func hasMembers(of other: Target) -> Bool {
        sites == other.sites && paths == other.paths && hasEverySite == other.hasEverySite
            && lists == other.lists && exceptSites == other.exceptSites
            && exceptPaths == other.exceptPaths && apps == other.apps
            && executables == other.executables
    }

    /// The keys of the targets in `index` that name an app or a site of this one.
    fileprivate func sharing(with keys: Set<String>, in index: TargetIndex) -> Set<String> {
        let apps = keys.intersection((apps + executables).flatMap(index.targets(app:)))
        return apps.union(self.keys(of: keys.subtracting(apps), in: index))
    }
}

extension CheckIn {
    /// Merges an earlier check-in; its opening time is used, because one answer settles both.
    fileprivate mutating func unite(with earlier: CheckIn) {
        blocks += earlier.blocks.filter { !blocks.contains($0) }
        onNo.block += earlier.onNo.block.filter { !onNo.block.contains($0) }
        isStrict = isStrict || earlier.isStrict
        if opens != earlier.opens || timeZone?.name != earlier.timeZone?.name {
            opens = earlier.opens
            timeZone = earlier.timeZone
            reminder = earlier.reminder
        }
    }
}
