import RuleModel

/// The state of unblock outcomes and check-ins.
extension State {
    mutating func count(_ intent: Intent?, _ outcome: UnblockRequest.Ending, _ event: Event) {
        let (day, hour) = event.localDayAndHour
        tally.closed(day: day, outcome: outcome)
        guard outcome == .kept else { return }
        tally.keep(
            day: day, hour: hour, purpose: intent?.purpose, category: intent?.category,
            mood: intent?.mood, amount: intent?.amount)
    }

    mutating func begin(_ aftermath: UnblockOutcome) {
        // By number: events that had to reach the disk first are applied late.
        if let last = aftermaths.indices.last, aftermaths[last].request > aftermath.request {
            let place = aftermaths.prefixCount(while: { $0.request < aftermath.request })
            aftermaths.insert(aftermath, at: place)
        } else {
            aftermaths.append(aftermath)
        }
        // An outdated outcome counts as missing; they are removed once they are a quarter of all.
        let oldest = aftermath.at - UnblockOutcome.memory
        let isFull = aftermaths.count > UnblockOutcome.remembered
        guard isFull || aftermaths[aftermaths.count / 4].at < oldest else { return }
        // By index: a closure would get a copy of the element. Nearly all are in the order of time.
        let first = aftermaths.indices.first { aftermaths[$0].at >= oldest }
        aftermaths.removeSubrange(..<(first ?? aftermaths.endIndex))
        if aftermaths.indices.contains(where: { aftermaths[$0].at < oldest }) {
            aftermaths.removeAll { $0.at < oldest }
        }
        if aftermaths.count > UnblockOutcome.remembered { aftermaths.removeFirst() }
    }

    /// The index of a request among the last unblock outcomes; nil if it is not there.
    package func aftermath(of request: Int64) -> Int? {
        let index = aftermaths.prefixCount(while: { $0.request < request })
        let isKnown = index < aftermaths.count && aftermaths[index].request == request
        return isKnown ? index : nil
    }

    /// The unblocks whose grants are running.
    package var runningUnblocks: [UnblockOutcome] {
        grants.compactMap { aftermath(of: $0.request).map { aftermaths[$0] } }
    }

    /// The mean regret of the unblocks of the last 30 days, 0 if none is known.
    func regretMean(at now: Instant) -> Double {
        let regrets = aftermaths.lazy.filter { $0.at > now - Behaviour.month }
            .compactMap { $0.outcome?.regret }
        let count = regrets.count
        return count == 0 ? 0 : Double(regrets.reduce(0, +)) / Double(count)
    }

    /// The first instant after a moment at which a logged regret leaves the last 30 days, if any.
    func nextLeavingOfRegret(after moment: Instant) -> Instant? {
        aftermaths.lazy.filter { $0.at > moment - Behaviour.month && $0.outcome?.regret != nil }
            .map { $0.at + Behaviour.month }.min()
    }

    /// Removes what a person said before a local day. Sums, streaks, goals and names stay, and so
    /// does the last mood, by which conditions may block. An episode that can still change goes on
    /// without its words: a goal is no longer credited from it.
    package mutating func forget(before day: Int) {
        aftermaths.removeAll { $0.day < day }
        episodes.forgetWords(before: day)
        changeOthersIfAny { $0.forgetWords(before: day) }
        for key in checkIns.keys { checkIns[key]?.forget(before: day) }
    }

    /// Removes the words that `forget` removes, but nothing on which later events build: those
    /// events and `forget` then lead to the same state as with the words. `loggedAgain` are the
    /// requests whose outcome the later events log, `laterEpisodes` the episodes of this state and
    /// of the later events, each as it was last.
    package mutating func forgetWords(
        before day: Int, loggedAgain: Set<Int64>, laterEpisodes: Episodes
    ) {
        for index in aftermaths.indices where aftermaths[index].day < day {
            let intent = aftermaths[index].intent
            aftermaths[index].intent = Intent(purpose: intent.purpose, minutes: intent.minutes)
            guard let said = aftermaths[index].outcome else { continue }
            let bare = LoggedOutcome(
                request: said.request, isBought: false, amount: nil, regret: nil, at: said.at,
                spends: said.spends)
            aftermaths[index].outcome = bare
            // A later log subtracts what it finds here.
            guard loggedAgain.contains(aftermaths[index].request) else { continue }
            let counted = aftermaths[index].day
            tally.unlogged(
                day: counted, isBought: said.isBought, amount: said.amount, regret: said.regret,
                spends: said.spends ?? true)
            tally.logged(
                day: counted, isBought: false, amount: nil, regret: nil,
                spends: said.spends ?? true)
        }
        forgetWordsOfEpisodes(before: day, later: laterEpisodes)
        changeOthersIfAny { $0.forgetWords(before: day) }
        for key in checkIns.keys { checkIns[key]?.forget(before: day) }
    }

    mutating func withdraw(checkIn key: String) {
        prompts.removeAll { $0.kind == .checkIn && $0.checkIn == key }
    }
}

extension Event {
    /// The local day of the event, as days since 1970-01-01, clamped to `LocalDay.recordable`.
    package var day: Int { localDayAndHour.day }

    /// The local day of the event, and the hour on the local clock, 0 to 23.
    var localDayAndHour: (day: Int, hour: Int) {
        let local = LocalTime(at, offset: offset)
        let days = LocalDay.recordable
        return (min(max(local.daysSince1970, days.lowerBound), days.upperBound), local.hour)
    }
}

extension Switch.Subject {
    /// The path of the subject's entry in the rules: `quiet_hours.nights`.
    package var path: String {
        switch self {
        case .schedule(let key): "quiet_hours.\(key)"
        case .target(let key): "targets.\(key)"
        case .autoProtection(let key): "auto_protection.\(key)"
        }
    }
}
