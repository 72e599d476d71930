import CEL
import RuleModel

/// The state of episodes, and what they add to the figures.
extension State {
    /// Begins a request in the episodes of the targets that it is about: those that are blocked,
    /// or all if none is.
    mutating func beginEpisodes(
        _ request: UnblockRequest, day: Int, hour: Int, at moment: Deadline
    ) {
        let targets = request.targets
        // The usual case, without a look at any group.
        if targets.count == 1 {
            if !episodes.resume(request.id, about: targets[0], at: moment) {
                episodes.begin(
                    request, about: targets, beside: [], day: day, hour: hour, at: moment)
                tally.count(EpisodeFigures(day: day, hour: hour))
            }
            return
        }
        let blocked = targets.filter { decisions[$0]?.isBlocked ?? false }
        let about = blocked.isEmpty ? targets : blocked
        let others = targets.filter { !about.contains($0) }
        changeEpisodes(of: request.id, targets) {
            $0.begin(request, about: about, beside: others, day: day, hour: hour, at: moment)
        }
    }

    /// Records what was said of a request.
    mutating func say(_ request: UnblockRequest, after before: Intent?, _ event: Event) {
        guard let intent = request.intent, intent != before else { return }
        guard intent.isBare, let index = episodes.single(with: request.id),
            !episodes.all[index].said.hasWords
        else {
            return changeEpisodes(of: request.id) {
                $0.say(intent, of: request.id, after: before, event.sequence)
            }
        }
        // The usual case, in which only the purpose can be another one.
        let former = episodes.all[index].said.purpose?.value
        episodes.change(index) { $0.said.record(intent, after: before, event.sequence) }
        // What is said in an episode counts once it has an outcome.
        guard episodes.all[index].outcome != nil else { return }
        let said = episodes.all[index].said.purpose?.value
        tally.change(former, to: said, day: episodes.all[index].day)
    }

    mutating func endInEpisodes(
        _ request: Int64, _ outcome: UnblockRequest.Ending, by protection: Int64?, _ event: Event
    ) {
        if let index = episodes.single(with: request) {
            let isDecided = !outcome.keeps || episodes.all[index].outcome != nil
            episodes.change(index) {
                $0.end(request, outcome, by: protection, at: event.deadline)
            }
            if !isDecided {
                tally.decide(episodes.figures(of: index))
            }
            return
        }
        changeEpisodes(of: request) {
            $0.end(request, outcome, by: protection, at: event.deadline)
        }
    }

    /// The requests that a protection ended are not kept by it: it was taken back.
    mutating func takeBackInEpisodes(_ protection: Int64) {
        let before = episodes.groups { $0.wasKept(by: protection) }
        guard !before.isEmpty else { return }
        episodes.takeBack(protection)
        let numbers = before.map(\.number)
        let after = episodes.groups { numbers.contains($0.group) }
        count(before.map(\.figures), as: after.map(\.figures))
    }

    /// Records an unblock in the episodes of its targets. Comes before the request's end.
    mutating func unblockInEpisodes(
        _ request: Int64, _ targets: [String], minutes: Int?, isGrant: Bool, _ event: Event
    ) {
        changeEpisodes(of: request) {
            $0.record(
                Episode.Unblock(
                    request: request, sequence: event.sequence, minutes: minutes,
                    isGrant: isGrant),
                of: targets, at: event.deadline)
        }
    }

    /// Counts more use under the grant of an unblock.
    mutating func useInEpisodes(_ outcome: UnblockOutcome, after before: UnblockOutcome) {
        changeEpisodes(of: outcome.request) { $0.use(outcome) }
        for day in outcome.meantOn ?? [] {
            tally.changeMeantUse(day: day, by: outcome.usedAlone - before.usedAlone)
        }
    }

    /// Changes episodes, and the figures of the groups with a request or targets.
    private mutating func changeEpisodes(
        of request: Int64, _ targets: [String] = [], _ change: (inout Episodes) -> Void
    ) {
        // The usual case: the request is in one episode, which is joined to no other.
        if targets.isEmpty, let index = episodes.single(with: request) {
            let former = episodes.figures(of: index)
            change(&episodes)
            let present = episodes.figures(of: index)
            guard former != present else { return }
            tally.uncount(former)
            tally.count(present)
            return
        }
        let before = episodes.groups(of: request, targets)
        change(&episodes)
        // A request that has ended is in no episode any more.
        let after = episodes.groups(of: request, targets, and: before.map(\.number))
        count(before.map(\.figures), as: after.map(\.figures))
    }

    /// Counts groups as they are now in place of what they were.
    private mutating func count(_ former: [EpisodeFigures], as present: [EpisodeFigures]) {
        guard former != present else { return }
        for figures in former { tally.uncount(figures) }
        for figures in present { tally.count(figures) }
    }

    // MARK: The end of episodes

    /// Forgets the groups that can no longer change. One that a goal is to be credited from stays
    /// until it is.
    mutating func settleEpisodes() {
        guard let last else { return }
        for group in episodes.settled(at: last.elapsed) where contribution(from: group) == nil {
            if group.meant != nil {
                for unblock in group.unblocks {
                    guard let index = aftermath(of: unblock.request) else { continue }
                    aftermaths[index].meantOn = (aftermaths[index].meantOn ?? []) + [group.day]
                }
            }
            episodes.remove(group: group.number)
        }
    }

    /// The contribution that is due from a group: to the oldest goal that accepts its amount; nil
    /// if there is none, or if the group is too old.
    func contribution(from group: EpisodeGroup) -> GoalContribution? {
        guard goals.contains(where: \.takesKept),
            let amount = group.credit, let request = group.kept, let last,
            last.at - UnblockOutcome.memory < Instant(milliseconds: Int64(group.day) * 86_400_000)
        else { return nil }
        return goals.first { $0.accepts(amount) }
            .map { GoalContribution(goal: $0.id, amount: amount, request: request) }
    }

    /// The elapsed time at which a goal is next credited from episodes; nil if none is.
    var nextCredit: TimeSpan? {
        guard !episodes.all.isEmpty, goals.contains(where: \.takesKept) else { return nil }
        return episodes.groups().filter { contribution(from: $0) != nil }
            .compactMap(\.settles).min()
    }

    // MARK: Forgetting

    /// Removes the words of episodes from before a local day. `later` has the same episodes as they
    /// were last: the words that later events count are counted now.
    mutating func forgetWordsOfEpisodes(before day: Int, later: Episodes) {
        var bare = (now: episodes, later: later)
        bare.now.forgetWords(before: day, through: lastSequence)
        bare.later.forgetWords(before: day, through: lastSequence)
        for (group, bare) in zip(episodes.groups(), bare.now.groups()) where group != bare {
            tally.uncount(group.figures)
            tally.count(bare.figures)
        }
        for (group, bare) in zip(later.groups(), bare.later.groups()) where group != bare {
            tally.count(group.figures)
            tally.uncount(bare.figures)
        }
        episodes = bare.now
    }

    // MARK: Records of earlier versions

    /// Counts requests as episodes after a state that knows none, and begins one for each request
    /// that is open.
    mutating func deriveEpisodes() {
        tally.countRequestsAsEpisodes()
        for index in aftermaths.indices where aftermaths[index].intent.minutes != nil {
            aftermaths[index].meantOn = [aftermaths[index].day]
        }
        guard let last else { return }
        for request in requests {
            var moment = last.elapsed
            moment.elapsed = moment.elapsed - max(.zero, last.at - request.at)
            // The request is counted as an episode already, without an outcome.
            episodes.begin(
                request, about: request.targets, beside: [], day: day(of: request),
                hour: request.circumstances.hour, at: moment)
            if let intent = request.intent {
                episodes.say(intent, of: request.id, after: nil, request.id)
            }
        }
    }

    /// The local day on which a request was opened.
    private func day(of request: UnblockRequest) -> Int {
        let day = LocalTime(request.at, offset: 0).daysSince1970
        let near = [day, day - 1, day + 1].first {
            CivilDate.weekday(daysSince1970: $0) == request.circumstances.weekday
        }
        return near ?? day
    }
}
