import RuleModel

/// What conversations, permissions and protections leave behind.
extension State {
    /// What became of a request that has ended.
    package struct Ended: Hashable, Sendable, Codable {
        package var request: Int64
        package var outcome: UnblockRequest.Outcome
    }

    /// Trusted time went back.
    package struct StepBack: Hashable, Sendable, Codable {
        /// The sequence of its event.
        package var sequence: Int64
        /// Trusted time after it.
        package var at: Instant
    }

    mutating func stepBack(_ event: Event) {
        behaviour.goBack(to: event.at)
        usage.goBack(to: event.at)
        stepsBack.append(StepBack(sequence: event.sequence, at: event.at))
        // More are not waited for by one commit.
        if stepsBack.count > 8 { stepsBack.removeFirst() }
    }

    /// When an event happened by trusted time as it runs now: it may be taken in after time went
    /// back.
    private func moment(of event: Event) -> Instant {
        stepsBack.reduce(event.at) { at, step in
            step.sequence > event.sequence ? min(at, step.at) : at
        }
    }

    /// How many ended requests are remembered, for those who ask late what became of one.
    private static let endedRemembered = 64

    /// The elapsed time at which something that runs is over next; nil if nothing runs. Requests
    /// whose confirmation is on its way do not expire.
    ///
    /// It is asked several times with every input: nothing is made of the lists, and the state is
    /// not handed over.
    @inline(__always)
    func nextDeadline(confirming: borrowing UnblockProgress) -> TimeSpan? {
        var next: TimeSpan?
        for protection in protections { next.lower(to: protection.deadline.elapsed) }
        for grant in grants { next.lower(to: grant.time.deadline.elapsed) }
        for request in requests where !confirming.isConfirming(request.id) {
            next.lower(to: request.expires.deadline.elapsed)
        }
        for prompt in prompts { next.lower(to: prompt.expires.deadline.elapsed) }
        return next
    }

    mutating func endProtection(_ id: Int64, _ event: Event) {
        if let ended = protections.first(where: { $0.id == id }), ended.kind == .autoProtection {
            // What ended while the daemon was away ended then.
            let since = max(.zero, event.elapsed - ended.deadline.elapsed)
            let then = Moment(
                at: (event.at - since).nearestRecordable,
                elapsed: Deadline(boot: event.boot, elapsed: event.elapsed - since))
            for target in ended.targets { autoProtectionEnds[target] = then }
            record(ended, endedAt: then)
        }
        protections.removeAll { $0.id == id }
        prompts.removeAll { $0.kind == .autoProtection && $0.id == id }
    }

    /// Ends a request by an unblock, which counts however the target was opened.
    mutating func unblock(
        _ request: Int64, _ targets: [String], _ purpose: Purpose, after sinceLast: TimeSpan?,
        isQuiet: Bool, isRelease: Bool, _ event: Event
    ) {
        let intent =
            requests.first { $0.id == request }?.intent ?? Intent(purpose: purpose)
        end(request, .unblocked, event)
        behaviour.unblock(
            at: moment(of: event), purpose, amount: intent.amount, after: sinceLast)
        tally.unblock(
            day: event.day, hour: event.hour, at: event.at, purpose: purpose,
            category: intent.category, mood: intent.mood, isQuiet: isQuiet,
            intendedMinutes: isRelease ? nil : intent.minutes, amount: intent.amount,
            isRelease: isRelease)
        begin(
            UnblockOutcome(
                request: request, targets: targets, at: event.at, day: event.day,
                intent: intent))
    }

    mutating func end(_ request: Int64, _ outcome: UnblockRequest.Outcome, _ event: Event) {
        let known = requests.firstIndex { $0.id == request }
        count(known.flatMap { requests[$0].intent }, outcome, event)
        if let known { requests.remove(at: known) }
        // By number, not as they come: what had to reach the disk first comes in later than its
        // place in the record.
        let ended = Ended(request: request, outcome: outcome)
        if let last = outcomes.last, last.request >= request {
            let place = outcomes.lastIndex { $0.request < request }.map { $0 + 1 } ?? 0
            outcomes.insert(ended, at: place)
        } else {
            outcomes.append(ended)
        }
        if outcomes.count > Self.endedRemembered { outcomes.removeFirst() }
        if outcome == .kept { behaviour.keep(at: event.at) }
    }

    /// A question about opened targets is settled once one of them is asked for.
    mutating func withdrawAttempts(on targets: [String]) {
        guard !prompts.isEmpty else { return }
        let asked = Set(targets)
        prompts.removeAll {
            $0.kind == .blockedOpened && $0.targets.contains(where: asked.contains)
        }
    }

    /// A target is open: a question is about the others that are not, if any.
    mutating func withdrawAttempts(onOpened target: String) {
        for index in prompts.indices where prompts[index].kind == .blockedOpened {
            prompts[index].targets.removeAll { $0 == target }
        }
        prompts.removeAll { $0.kind == .blockedOpened && $0.targets.isEmpty }
    }
}
