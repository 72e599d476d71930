import RuleModel

package struct Attempt: FactPayload {
    package var place: Place
    /// The keys of the blocked targets of the place.
    package var targets: [String]
    /// Whether an open request already asks the person, who is then not asked again; nil: no.
    package var isAsked: Bool?
    /// Whether the place is a frozen app that somebody else thawed; nil: no.
    package var isThawed: Bool?

    package init(
        place: Place, targets: [String], isAsked: Bool? = nil, isThawed: Bool? = nil
    ) {
        self.isAsked = isAsked
        self.isThawed = isThawed
        self.place = place
        self.targets = targets
    }

    package func apply(to state: inout State, _ event: Event) {
        state.behaviour.attempt(at: event.at)
        state.tally.attempt(day: event.day)
        guard isAsked != true else { return }
        var prompt = Prompt(
            id: event.sequence, kind: .blockedOpened, at: event.at, targets: targets, place: place,
            expires: Countdown(Prompt.attemptLength, from: event.deadline))
        // A target has one prompt at a time: the newest replaces the others under the number of the
        // first.
        let asked = Set(targets)
        let overlaps = { (open: Prompt) in
            open.kind == .blockedOpened && open.targets.contains(where: asked.contains)
        }
        guard let open = state.prompts.firstIndex(where: overlaps) else {
            return state.prompts.append(prompt)
        }
        prompt.id = state.prompts[open].id
        prompt.at = state.prompts[open].at
        state.prompts[open] = prompt
        state.prompts.removeAll { overlaps($0) && $0.id != prompt.id }
    }
}

extension UnblockRequest: FactPayload {
    package func apply(to state: inout State, _ event: Event) {
        let known = state.requests.firstIndex { $0.id == id }
        if let mood = intent?.mood, mood != known.flatMap({ state.requests[$0].intent?.mood }) {
            state.behaviour.record(mood: mood)
        }
        let before = known.flatMap { state.requests[$0].intent }
        if let known {
            state.requests[known] = self
        } else {
            state.requests.append(self)
            state.behaviour.request(at: event.at)
            if !isPause { state.targetRequests.add(targets, at: at) }
            let (day, hour) = event.localDayAndHour
            state.tally.request(
                day: day, hour: hour, isQuiet: circumstances.quietHours, isPause: isPause)
            state.beginEpisodes(self, day: day, hour: hour, at: event.deadline)
        }
        state.say(self, after: before, event)
        if !isSilentPause { state.withdrawAttempts(on: targets) }
    }
}

struct KeptBlock: FactPayload {
    var request: Int64

    func apply(to state: inout State, _ event: Event) {
        state.end(request, .kept, event)
    }
}

extension Grant: FactPayload {
    package func apply(to state: inout State, _ event: Event) {
        state.unblock(
            request, targets, purpose, after: sinceLast, isQuiet: quietHours ?? false,
            isRelease: false, event)
        if let emergency { state.add(emergency, of: self, event) }
        state.grants.append(self)
    }
}

/// The end of a request that was neither kept nor unblocked.
package struct RequestEnd: FactPayload {
    package var request: Int64
    /// The outcome: expired, lapsed or protected.
    package var outcome: UnblockRequest.Ending
    /// The number of the protection that ended it, if the person can take that back; nil: none.
    package var protection: Int64?

    package init(
        request: Int64, outcome: UnblockRequest.Ending, protection: Int64? = nil
    ) {
        self.request = request
        self.outcome = outcome
        self.protection = protection
    }

    package func apply(to state: inout State, _ event: Event) {
        state.end(request, outcome, by: protection, event)
    }
}

package struct GrantEnd: FactPayload {
    package var grant: Int64
    package var reason: Grant.Ending
    /// Whether the grant ended before it opened anything, so that its emergency does not count;
    /// nil: no.
    package var opensNothing: Bool?

    package init(grant: Int64, reason: Grant.Ending, opensNothing: Bool? = nil) {
        self.grant = grant
        self.reason = reason
        self.opensNothing = opensNothing
    }

    package func apply(to state: inout State, _ event: Event) {
        state.grants.removeAll { $0.id == grant }
        if opensNothing == true { state.removeEmergency(of: grant) }
        state.prompts.removeAll {
            $0.openTimeEnd?.cause == .grant && $0.openTimeEnd?.rule == String(grant)
        }
    }
}

/// The early end of a manual protection, which counts as an unblock.
package struct ProtectionRelease: FactPayload {
    /// The protection's number.
    package var id: Int64
    /// The request for the early end.
    package var request: Int64
    /// The purpose of the request.
    package var purpose: Purpose
    /// The time since the previous unblock; nil if there was none.
    package var sinceLast: TimeSpan?
    /// Whether a quiet-hours schedule ran; nil, as in early records: not known.
    package var quietHours: Bool?
    /// The keys of the protection's targets; nil, as in early records: not known.
    package var targets: [String]?

    package func apply(to state: inout State, _ event: Event) {
        state.unblock(
            request, targets ?? [], purpose, after: sinceLast, isQuiet: quietHours ?? false,
            isRelease: true, event)
        state.endProtection(id, event)
    }
}
