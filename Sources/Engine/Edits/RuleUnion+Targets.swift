import RuleModel

/// Entries that are one by key.
extension RuleSet {
    /// Takes in the targets of earlier sets; returns those that this set lacks, by its own with
    /// which they share an app or a site.
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
    /// Whether its targets have the sites and apps that those of another set have.
    func hasMembers(of other: RuleSet) -> Bool {
        targets.count == other.targets.count
            && zip(targets, other.targets).allSatisfy { $0.key == $1.key && $0.hasMembers(of: $1) }
    }
}

extension [Target] {
    /// Which other targets share an app or a site with each of these, by key; keys sorted.
    fileprivate func sharing(with others: [Target]) -> [String: [String]] {
        var shared: [String: Set<String>] = [:]
        let index = TargetIndex(self)
        let keys = Set(map(\.key))
        for other in others {
            for key in other.sharing(with: keys, in: index) {
                shared[key, default: []].insert(other.key)
            }
        }
        // The other way about: what these name below what the others name.
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
    /// Takes in what an earlier target of the same key has.
    fileprivate mutating func unite(with earlier: Target) {
        uniteMembers(with: earlier)
        // Which of freezing and stopping holds back more nobody can say: what was stays.
        if earlier.enforcement != .notify {
            kill = earlier.kill || (kill && enforcement == earlier.enforcement)
            enforcement = earlier.enforcement
        }
    }

    mutating func uniteMembers(with other: Target) {
        uniteSites(with: other)
        apps += other.apps.filter { !apps.contains($0) }
        executables += other.executables.filter { !executables.contains($0) }
    }

    func hasMembers(of other: Target) -> Bool {
        sites == other.sites && lists == other.lists && apps == other.apps
            && executables == other.executables
    }

    /// Which of some targets, by key, name an app or a site of this one; `index` holds them.
    fileprivate func sharing(with keys: Set<String>, in index: TargetIndex) -> Set<String> {
        let apps = keys.intersection((apps + executables).flatMap(index.targets(app:)))
        return apps.union(self.keys(of: keys.subtracting(apps), in: index))
    }
}

extension CheckIn {
    /// Takes in what an earlier check-in holds back; its day begins with that one's, as one answer
    /// settles both.
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
