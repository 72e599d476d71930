import RuleModel

/// The state of requests, grants and protections.
extension State {
    /// The outcome of a request that has ended.
    package struct EndedRequest: Hashable, Sendable, Codable {
        package var request: Int64
        package var outcome: UnblockRequest.Ending
    }

    /// A moment at which trusted time went back.
    package struct StepBack: Hashable, Sendable, Codable {
        /// The sequence of the event.
        package var sequence: Int64
        /// Trusted time after the event.
        package var at: Instant
    }

    mutating func stepBack(_ event: Event) {
        behaviour.goBack(to: event.at)
        usage.goBack(to: event.at)
        targetRequests.goBack(to: event.at)
        changeOthersIfAny { $0.goBack(to: event.at) }
        for index in emergencies.indices { emergencies[index].goBack(to: event.at) }
        stepsBack.append(StepBack(sequence: event.sequence, at: event.at))
        // No commit waits for more of them.
        if stepsBack.count > 8 { stepsBack.removeFirst() }
    }

    /// The time of an event in present trusted time: the event may be applied after time went back.
    private func moment(of event: Event) -> Instant {
        stepsBack.reduce(event.at) { at, step in
            step.sequence > event.sequence ? min(at, step.at) : at
        }
    }

    /// The elapsed time of the next deadline; nil if nothing is running. Requests whose
    /// confirmation is on its way to the disk do not expire, nor protections that are being taken
    /// back. Goals are not among them; see `nextCredit`.
    ///
    /// Called with every event: it makes no copies of the lists or of the state.
    @inline(__always)
    func nextDeadline(confirming: borrowing UnblockProgress) -> TimeSpan? {
        var next: TimeSpan?
        for protection in protections where !confirming.isTakingBack(protection.id) {
            next.lower(to: protection.deadline.elapsed)
        }
        for grant in grants { next.lower(to: grant.time.deadline.elapsed) }
        for index in requests.indices where !confirming.isConfirming(requests[index].id) {
            next.lower(to: requests[index].expires.deadline.elapsed)
        }
        for prompt in prompts { next.lower(to: prompt.expires.deadline.elapsed) }
        return next
    }

    mutating func endProtection(_ id: Int64, _ event: Event) {
        if let ended = protections.first(where: { $0.id == id }), ended.isOwnAutoProtection {
            // A protection that ended while the daemon was away ended at its deadline.
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

    /// Records that a grant is an emergency's.
    mutating func add(_ opening: Grant.Emergency, of grant: Grant, _ event: Event) {
        var emergency = UsedEmergency(
            grant: grant.id, targets: grant.targets, at: grant.at, per: opening.per,
            until: opening.until)
        emergency.goBack(to: moment(of: event))
        add(emergency)
    }

    /// Removes the emergency of a grant that opened nothing.
    mutating func removeEmergency(of grant: Int64) {
        // One that another record passed on may have the same number.
        guard let index = emergencies.lastIndex(where: { $0.grant == grant }) else { return }
        emergencies.remove(at: index)
    }

    /// Adds an emergency unless it is known.
    mutating func add(_ emergency: UsedEmergency) {
        guard !emergencies.contains(where: { $0.grant == emergency.grant && $0.at == emergency.at })
        else { return }
        emergencies.append(emergency)
        if emergencies.count > EmergencyRules.most { emergencies.removeFirst() }
    }

    /// Ends a request by an unblock, which counts in any case.
    mutating func unblock(
        _ request: Int64, _ targets: [String], _ purpose: Purpose, after sinceLast: TimeSpan?,
        isQuiet: Bool, isRelease: Bool, _ event: Event
    ) {
        let asked = requests.first { $0.id == request }
        let intent = asked?.intent ?? Intent(purpose: purpose)
        if let asked, asked.isPause { targetRequests.add(targets, at: asked.at) }
        unblockInEpisodes(
            request, targets, minutes: isRelease ? nil : intent.minutes, isGrant: !isRelease, event)
        end(request, .unblocked, event)
        behaviour.unblock(
            at: moment(of: event), purpose, amount: intent.amount, after: sinceLast)
        let (day, hour) = event.localDayAndHour
        tally.unblock(
            day: day, hour: hour, at: event.at, purpose: purpose, category: intent.category,
            mood: intent.mood, isQuiet: isQuiet,
            intendedMinutes: isRelease ? nil : intent.minutes, amount: intent.amount,
            isRelease: isRelease)
        begin(
            UnblockOutcome(
                request: request, targets: targets, at: event.at, day: day, intent: intent))
    }

    /// Ends a request; `protection`: the one that ended it, if it can be taken back.
    mutating func end(
        _ request: Int64, _ outcome: UnblockRequest.Ending, by protection: Int64? = nil,
        _ event: Event
    ) {
        let known = requests.firstIndex { $0.id == request }
        count(known.flatMap { requests[$0].intent }, outcome, event)
        if let known { requests.remove(at: known) }
        outcomes.add(EndedRequest(request: request, outcome: outcome))
        endInEpisodes(request, outcome, by: protection, event)
        if outcome == .kept { behaviour.keep(at: event.at) }
    }

    /// Closes the prompts about attempts to open targets once a request concerns one of these
    /// targets.
    mutating func withdrawAttempts(on targets: [String]) {
        guard !prompts.isEmpty else { return }
        let asked = Set(targets)
        prompts.removeAll {
            $0.kind == .blockedOpened && $0.targets.contains(where: asked.contains)
        }
    }

    /// Removes an opened target from the prompts about attempts, and closes those with no target
    /// left.
    mutating func withdrawAttempts(onOpened target: String) {
        for index in prompts.indices where prompts[index].kind == .blockedOpened {
            prompts[index].targets.removeAll { $0 == target }
        }
        prompts.removeAll { $0.kind == .blockedOpened && $0.targets.isEmpty }
    }
}
