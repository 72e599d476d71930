import RuleModel

/// Requests about a blocked place, from start to end.
extension Engine {
    /// Opens a request, or resumes the open one about the same place.
    ///
    /// If nothing is blocked, only a pause is accepted. Under a strict restriction, only an
    /// emergency and a request without an intent that is a pause or is opened to be kept. Where
    /// nothing is strict, an emergency is a request like any other.
    mutating func request(
        _ place: Place, _ intent: Intent?, isPause: Bool, isKept: Bool = false,
        isEmergency: Bool = false
    ) -> Result<UnblockRequest, AskToUnblock.Refusal> {
        let place = named(place)
        if let intent, let refusal = rules.unblock.refusal(of: intent) {
            return .failure(refusal)
        }
        // Computed first, like `isMeant`: a branch within the call would copy the engine.
        let isKept = isKept || (isPause && intent == nil && !isEmergency)
        if let open = state.requests.first(where: { $0.place == place }) {
            let isMeant = isEmergency || open.isEmergency
            if intent != nil || isEmergency {
                do {
                    _ = try targetsToOpen(
                        place, isPause: isPause, isKept: isKept, isEmergency: isMeant)
                } catch { return .failure(error) }
            }
            return resume(open, intent, isEmergency: isEmergency)
        }
        let targets: [String]
        do {
            targets = try targetsToOpen(
                place, isPause: isPause, isKept: isKept, isEmergency: isEmergency)
        } catch { return .failure(error) }
        if let open = overlapping(targets) {
            // A request for the same targets by another name resumes the open one.
            if open.opens(targets, place) {
                return resume(open, intent, isEmergency: isEmergency)
            }
            guard open.isSilentPause else { return .failure(.alreadyOpen(open.id)) }
            record(.requestClosed(RequestEnd(request: open.id, outcome: .lapsed)))
        }
        let isEmergency = isEmergency && strictest(of: targets) != nil
        // A closure would be handed a copy of the whole engine.
        var wait: Countdown?
        if let intent {
            let length = self.wait(for: intent, targets, isEmergency: isEmergency)
            wait = Countdown(length, from: clock.last)
        }
        let request = UnblockRequest(
            id: nextSequence, place: place, targets: targets, isPause: isPause, at: now,
            intent: intent, wait: wait, expires: expiry(after: wait),
            circumstances: circumstances(), isEmergency: isEmergency)
        record(.unblockRequested(request))
        return .success(request)
    }

    /// The open request that would overlap another one about some targets; a silent pause comes
    /// last.
    func overlapping(_ targets: [String]) -> UnblockRequest? {
        let open = requests(aboutOneOf: targets)
        return open.first { !$0.isSilentPause } ?? open.first
    }

    /// The open requests about one of some targets.
    func requests(aboutOneOf targets: [String]) -> [UnblockRequest] {
        guard !state.requests.isEmpty else { return [] }
        let wanted = Set(targets)
        return state.requests.filter { $0.targets.contains(where: wanted.contains) }
    }

    mutating func keep(_ id: Int64) -> Result<Done, EndRefusal> {
        open(id).map { _ in
            record(.blockKept(request: id))
            return Done()
        }
    }

    mutating func confirm(_ id: Int64) -> Response<ConfirmUnblock> {
        let request: UnblockRequest
        switch open(id) {
        case .failure(let refusal): return .refused(.notOpen(refusal))
        case .success(let found): request = found
        }
        let targets = targetsToConfirm(request)
        if let refusal = refusalToOpen(targets, request) { return .refused(refusal) }
        guard let intent = request.intent, let left = waitLeft(of: request) else {
            return .refused(.intentNeeded(id))
        }
        guard left <= .zero else { return .refused(.waitNotOver(left)) }
        if storeIsFailing { return .answered(.storeUnavailable) }
        let sinceLast = sinceLastUnblock
        let isQuiet = !state.quietHours.isEmpty
        let emergency = emergency(for: request, opening: targets)
        unblocking.confirm(id, by: nextSequence, at: now)
        if case .protection(let protection) = request.place {
            return release(
                ProtectionRelease(
                    id: protection, request: id, purpose: intent.purpose, sinceLast: sinceLast,
                    quietHours: isQuiet ? true : nil, targets: request.targets))
        }
        let grant = Grant(
            id: nextSequence, request: id, targets: targets, purpose: intent.purpose, at: now,
            time: Countdown(grantLength(for: intent, of: targets), from: clock.last),
            sinceLast: sinceLast,
            quietHours: isQuiet ? true : nil, emergency: emergency)
        return propose(.unblocked(grant), cause: .grant) { engine, event in
            engine.endConfirmation(by: event.sequence)
            engine.evolve(committed: event)
            return engine.begin(grant)
        }
    }

    private mutating func release(_ release: ProtectionRelease) -> Response<ConfirmUnblock> {
        propose(.protectionReleased(release), cause: .protection) { engine, event in
            engine.endConfirmation(by: event.sequence)
            // The protection may have ended in the meantime.
            let targets = engine.targets(of: .protection(release.id))
            engine.evolve(committed: event)
            return .replied(.released(blocked: engine.blocked(of: targets)))
        }
    }

    /// The time since the last unblock, one on its way to the disk included, if any.
    private var sinceLastUnblock: TimeSpan? {
        let known = state.behaviour.sinceLast(at: now)
        let pending = unblocking.lastConfirming.map { max(.zero, now - $0) }
        let since = min(known, pending ?? known)
        return since == Vocabulary.never ? nil : since
    }

    /// The reason why a request's targets cannot be opened now; nil if they can.
    private func refusalToOpen(
        _ targets: [String], _ request: UnblockRequest
    ) -> ConfirmUnblock.Refusal? {
        // The protection itself ends, which is not strict; other restrictions stay.
        if case .protection = request.place { return nil }
        guard isBlocked(oneOf: targets) else {
            switch request.place {
            // After an edit the place may be in other targets, blocked or not.
            case .site, .page, .app: return .notBlocked(targets)
            case .target, .protection, .everything: return .notBlocked(request.targets)
            }
        }
        return switch strictRefusal(of: targets, isEmergency: request.isEmergency) {
        case nil: nil
        case .strict(let until, let target): .strict(until: until, target: target)
        case .emergencyUsed(let standing, let target): .emergencyUsed(standing, target: target)
        }
    }

    /// The targets that a request opens now: all of its site or app, else those restricted.
    func targetsToConfirm(_ request: UnblockRequest) -> [String] {
        switch request.place {
        case .site, .page, .app:
            bound(monitored(of: targets(of: request.place)), at: request.place)
        case .target, .protection, .everything:
            request.targets.filter { isRestricted($0) }
        }
    }

    mutating func protectInstead(
        _ id: Int64, for length: TimeSpan
    ) -> Result<StartProtection.Reply, ProtectInstead.Refusal> {
        let request: UnblockRequest
        switch open(id) {
        case .failure(let refusal): return .failure(.notOpen(refusal))
        case .success(let found): request = found
        }
        let targets = request.targets.filter { scheduleQueue.knows(target: $0) && isMonitored($0) }
        if targets.isEmpty, let first = request.targets.first {
            return .failure(
                .protection(
                    scheduleQueue.knows(target: first) ? .notMonitored(first) : .noSuchTarget(first)
                ))
        }
        // The protection ends the request.
        return protect(
            targets, for: length, name: "Manual protection", isStrict: false
        ).mapError(ProtectInstead.Refusal.protection)
    }

    /// The targets that a place belongs to, by key.
    package func targets(of place: Place) -> [String] {
        switch place {
        case .target(let key):
            rules.targets(openedWith: key)
        case .site(let host): rules.index.targets(site: host)
        case .page(let page): rules.index.targets(page: page)
        case .app(let identifier): rules.index.targets(app: identifier)
        case .protection(let id): state.protections.first { $0.id == id }?.targets ?? []
        case .everything: monitored(of: rules.targets.map(\.key))
        }
    }

    // MARK: Requirements of a request

    /// Adds a person's intent to an open request, or makes it an emergency.
    private mutating func resume(
        _ open: UnblockRequest, _ intent: Intent?, isEmergency: Bool
    ) -> Result<UnblockRequest, AskToUnblock.Refusal> {
        if unblocking.isConfirming(open.id) { return .failure(.beingConfirmed(open.id)) }
        let isEmergency =
            open.isEmergency || (isEmergency && strictest(of: open.targets) != nil)
        let intent = intent?.adding(to: open.intent) ?? open.intent
        guard intent != open.intent || isEmergency != open.isEmergency else {
            return .success(open)
        }
        var request = open
        request.isEmergency = isEmergency
        // Only another purpose restarts the wait; a mood may be named during it.
        if let intent, intent.purpose != open.intent?.purpose || isEmergency != open.isEmergency {
            let length = wait(for: intent, open.targets, open: open, isEmergency: isEmergency)
            let wait = Countdown(length, from: clock.last)
            request.wait = wait
            request.expires = expiry(after: wait)
        }
        request.intent = intent
        record(.intentGiven(request))
        return .success(request)
    }

    private func open(_ id: Int64) -> Result<UnblockRequest, EndRefusal> {
        if unblocking.isConfirming(id) { return .failure(.beingConfirmed(id)) }
        if let open = state.requests.first(where: { $0.id == id }) { return .success(open) }
        let ended = state.outcomes.last { $0.request == id }
        return .failure(ended.map { .requestOver(id, $0.outcome) } ?? .noSuchRequest(id))
    }

    /// The targets that a request about a place opens together.
    private func targetsToOpen(
        _ place: Place, isPause: Bool, isKept: Bool, isEmergency: Bool
    ) throws(AskToUnblock.Refusal) -> [String] {
        let all = targets(of: place)
        switch place {
        case .target(let key):
            guard !all.isEmpty else { throw .noSuchTarget(key) }
            guard isMonitored(key) else { throw .notMonitored(key) }
        case .protection(let id):
            let isManual = state.protections.contains {
                $0.id == id && $0.kind == .manualProtection
            }
            guard isManual else { throw .noSuchProtection(id) }
        case .everything:
            guard !all.isEmpty else { throw .noSuchTarget("") }
        case .site, .page, .app: break
        }
        if case .protection(let id) = place {
            guard let held = state.protections.first(where: { $0.id == id && $0.isStrict }) else {
                return all
            }
            throw .strict(until: end(of: held), target: all.first ?? "")
        }
        let monitored = bound(monitored(of: all), at: place)
        guard isBlocked(oneOf: monitored) || (isPause && !monitored.isEmpty) else {
            throw .notBlocked(all)
        }
        if isKept { return monitored }
        switch strictRefusal(of: monitored, isEmergency: isEmergency) {
        case nil: return monitored
        case .strict(let until, let target): throw .strict(until: until, target: target)
        case .emergencyUsed(let standing, let target):
            throw .emergencyUsed(standing, target: target)
        }
    }

    private mutating func circumstances() -> UnblockRequest.Circumstances {
        let stretch = localStretch
        let local = LocalTime(now, offset: stretch.offset)
        let (today, thisWeek) = unblocking.counts(
            state.behaviour, today: stretch.midnight, thisWeek: stretch.monday)
        let sinceLast = state.behaviour.sinceLast(at: now)
        return UnblockRequest.Circumstances(
            hour: local.hour, weekday: local.weekday, requestsToday: today.requests + 1,
            requestsThisWeek: thisWeek.requests + 1, unblocksToday: today.unblocks,
            unblocksThisWeek: thisWeek.unblocks,
            sinceLastUnblock: sinceLast == Vocabulary.never ? nil : sinceLast,
            quietHours: !state.quietHours.isEmpty)
    }
}

extension UnblockRules {
    /// The reason why the rules refuse an intent; nil if they accept it.
    fileprivate func refusal(of intent: Intent) -> AskToUnblock.Refusal? {
        if let category = intent.category, !categories.contains(category) {
            return .unknownCategory(category)
        }
        if let mood = intent.mood, !moods.contains(mood) {
            return .unknownMood(mood)
        }
        if let minutes = intent.minutes, !Intent.minutesAllowed.contains(minutes) {
            return .invalidMinutes(minutes)
        }
        return nil
    }
}
