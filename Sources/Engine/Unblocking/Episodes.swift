import RuleModel

/// The episodes that can still change, in the order of their first requests.
package struct Episodes: Hashable, Sendable, Codable {
    package private(set) var all: [Episode] = []

    package init() {}

    /// Begins a request about targets in their open episodes, or in new ones. It joins them to one
    /// group. `others` are targets that the request would open too.
    mutating func begin(
        _ request: UnblockRequest, about targets: [String], beside others: [String], day: Int,
        hour: Int, at moment: Deadline
    ) {
        var joined: [Int64] = []
        for target in targets {
            if let index = open(target, at: moment) {
                all[index].begin(request.id)
                joined.append(all[index].group)
            } else {
                all.append(Episode(request, about: target, day: day, hour: hour, at: moment))
                joined.append(request.id)
            }
        }
        for target in others {
            if let index = open(target, at: moment) { all[index].await(request.id) }
        }
        guard joined.count > 1, let group = joined.min() else { return }
        for index in all.indices where joined.contains(all[index].group) {
            all[index].group = group
            all[index].isJoined = true
        }
    }

    /// Begins a request in the open episode of its only target; false if none is open.
    mutating func resume(_ request: Int64, about target: String, at moment: Deadline) -> Bool {
        guard let index = open(target, at: moment) else { return false }
        all[index].begin(request)
        return true
    }

    mutating func say(
        _ intent: Intent, of request: Int64, after before: Intent?, _ sequence: Int64
    ) {
        for index in all.indices where all[index].open.contains(request) {
            all[index].said.record(intent, after: before, sequence)
        }
    }

    mutating func end(
        _ request: Int64, _ outcome: UnblockRequest.Ending, by protection: Int64?,
        at moment: Deadline
    ) {
        for index in all.indices {
            all[index].end(request, outcome, by: protection, at: moment)
        }
    }

    /// Records that a protection was taken back.
    mutating func takeBack(_ protection: Int64) {
        for index in all.indices { all[index].takeBack(protection) }
    }

    /// Records an unblock in the episodes of its targets that its request began in, or that are
    /// open.
    mutating func record(_ unblock: Episode.Unblock, of targets: [String], at moment: Deadline) {
        for index in all.indices
        where targets.contains(all[index].target) && all[index].concerns(unblock.request)
            && (all[index].open.contains(unblock.request) || !all[index].isOver(at: moment))
        {
            all[index].record(unblock)
        }
    }

    /// Updates the use under the grant of a request.
    mutating func use(_ outcome: UnblockOutcome) {
        for index in all.indices { all[index].use(outcome) }
    }

    /// Records that a goal was credited from a kept request.
    mutating func credit(_ request: Int64) {
        guard let credited = all.first(where: { $0.lastKept == request }) else { return }
        for index in all.indices where all[index].group == credited.group {
            all[index].isCredited = true
        }
    }

    mutating func carry(from last: State.Moment, to event: Event) {
        for index in all.indices { all[index].carry(from: last, to: event) }
    }

    /// Removes the words that were said up to an event in episodes from before a local day.
    mutating func forgetWords(before day: Int, through sequence: Int64 = .max) {
        for index in all.indices where all[index].day < day {
            all[index].said.forgetWords(through: sequence)
        }
    }

    /// Whether `forgetWords` removes anything.
    package func holdWords(before day: Int, through sequence: Int64) -> Bool {
        var bare = self
        bare.forgetWords(before: day, through: sequence)
        return bare != self
    }

    /// Adds later episodes. They replace those that they continue; the others stay.
    package mutating func update(from later: Episodes) {
        for episode in later.all {
            let index = all.firstIndex {
                $0.first == episode.first && $0.target == episode.target
            }
            if let index { all[index] = episode } else { all.append(episode) }
        }
    }

    mutating func remove(group: Int64) { all.removeAll { $0.group == group } }

    /// Changes an episode.
    mutating func change(_ index: Int, _ change: (inout Episode) -> Void) { change(&all[index]) }

    /// The index of the episode with an open request; nil if there are several, or if it is joined
    /// to others.
    func single(with request: Int64) -> Int? {
        var found: Int?
        for index in all.indices where all[index].concerns(request) {
            guard found == nil, !all[index].isJoined else { return nil }
            found = index
        }
        return found
    }

    /// The groups that contain a request, or an episode of one of the targets, and others by their
    /// numbers; ascending.
    func groups(
        of request: Int64, _ targets: [String], and numbers: [Int64] = []
    ) -> [EpisodeGroup] {
        guard !all.isEmpty else { return [] }
        return groups {
            $0.concerns(request) || targets.contains($0.target) || numbers.contains($0.group)
        }
    }

    /// Whether an episode is over at a moment. Inlined, because it is asked with every event.
    @inline(__always)
    func isAnyOver(at moment: Deadline) -> Bool {
        for index in all.indices where all[index].isOver(at: moment) { return true }
        return false
    }

    /// The groups that can no longer change at a moment, but for use.
    func settled(at moment: Deadline) -> [EpisodeGroup] {
        var settled: [EpisodeGroup] = []
        // By index: episodes are large.
        for index in all.indices where all[index].isOver(at: moment) {
            if all[index].isJoined {
                return groups { $0.isOver(at: moment) }.filter { $0.isSettled(at: moment) }
            }
            let group = EpisodeGroup(episodes: all[index...index])
            if group.isSettled(at: moment) { settled.append(group) }
        }
        return settled
    }

    /// The groups with an episode that meets a condition, ascending.
    func groups(where isMet: (Episode) -> Bool = { _ in true }) -> [EpisodeGroup] {
        var numbers: [Int64] = []
        // By index: episodes are large.
        for index in all.indices where isMet(all[index]) && !numbers.contains(all[index].group) {
            numbers.append(all[index].group)
        }
        return numbers.sorted().map { number in
            let places = all.indices.filter { all[$0].group == number }
            return EpisodeGroup(episodes: places.map { all[$0] }[...])
        }
    }

    /// The figures of an episode that is joined to no other.
    func figures(of index: Int) -> EpisodeFigures {
        EpisodeGroup(episodes: all[index...index]).figures
    }

    /// The index of a target's open episode; nil if it has none.
    private func open(_ target: String, at moment: Deadline) -> Int? {
        for index in all.indices.reversed()
        where all[index].target == target && !all[index].isOver(at: moment) {
            return index
        }
        return nil
    }
}

/// Episodes of several targets that share requests.
struct EpisodeGroup: Hashable, Sendable {
    /// At least one, in the order of their first requests.
    let episodes: ArraySlice<Episode>

    var number: Int64 { episodes[episodes.startIndex].group }
    var day: Int { episodes[episodes.startIndex].day }
    private var hour: Int { episodes[episodes.startIndex].hour }

    /// The latest end of the time in which an episode can change; nil while a request is open.
    var settles: TimeSpan? {
        var latest = TimeSpan(milliseconds: .min)
        for episode in episodes {
            guard let end = episode.settles else { return nil }
            latest = max(latest, end)
        }
        return latest
    }

    func isSettled(at moment: Deadline) -> Bool {
        settles.map { $0 <= moment.elapsed } ?? false
    }

    var said: Episode.Said {
        var said = episodes[episodes.startIndex].said
        for index in episodes.indices.dropFirst() { said.add(episodes[index].said) }
        return said
    }

    /// The unblocks, each once, in the order in which they began.
    var unblocks: [Episode.Unblock] {
        if episodes.count == 1 { return episodes[episodes.startIndex].unblocks }
        var found: [Episode.Unblock] = []
        for unblock in episodes.flatMap(\.unblocks)
        where !found.contains(where: { $0.request == unblock.request }) {
            found.append(unblock)
        }
        return found.sorted { $0.sequence < $1.sequence }
    }

    /// The minutes that were said for the first grant; nil if there are none.
    var meant: Int? { unblocks.first { $0.isGrant }?.minutes }

    /// The amount to credit to a goal; nil if there is none.
    var credit: Money? {
        guard !episodes.contains(where: \.isCredited), figures.outcome == .kept else { return nil }
        let said = said
        guard said.purpose?.value == .impulse, let amount = said.amount?.value,
            amount.thousandths > 0
        else { return nil }
        return amount
    }

    /// The last request that was kept.
    var kept: Int64? { episodes.lazy.compactMap(\.lastKept).max() }

    var figures: EpisodeFigures {
        let said = said
        var figures = EpisodeFigures(day: day, hour: hour)
        figures.purpose = said.purpose?.value
        if said.hasWords {
            figures.category = figures.purpose == .planned ? said.category?.value : nil
            figures.mood = said.mood?.value
            figures.amount = said.amount?.value
        }
        if episodes.contains(where: { $0.outcome == .opened }) {
            figures.outcome = .opened
            var isFirst = true
            for grant in unblocks where grant.isGrant {
                if isFirst { figures.meant = grant.minutes }
                // Only grants of one group can have the same use.
                figures.used = figures.used + (isFirst ? grant.used : grant.usedAlone)
                isFirst = false
            }
        } else if episodes.contains(where: { $0.outcome == .kept }) {
            figures.outcome = .kept
        }
        return figures
    }
}
