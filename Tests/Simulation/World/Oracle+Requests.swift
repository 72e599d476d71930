import Engine
import RuleModel

/// Requests, how long they wait, and for how long they open their targets.
extension Oracle {
    mutating func wish(_ request: UnblockRequest, _ event: Event) throws {
        var wish =
            wishes[request.id]
            ?? Wish(
                targets: request.targets, place: request.place, expires: .zero,
                isPause: request.isPause)
        if wishes[request.id] == nil {
            ask(request, event)
            beginEpisodes(of: request, event)
        }
        if let intent = request.intent {
            if let mood = intent.mood, mood != wish.mood {
                self.mood = mood
                wish.mood = mood
            }
            let isNew = wish.purpose != intent.purpose
            if isNew {
                wish.waitFrom = event.elapsed
                wish.least = .zero
            }
            try check(request, isNew: isNew, wish, event)
            wish.purpose = intent.purpose
            wish.minutes = intent.minutes
        }
        if let wait = request.wait {
            let began = wait.deadline.elapsed - wait.length
            wish.waitFrom = max(wish.waitFrom, began)
            if let before = wish.wait, began < event.elapsed {
                // A wait that runs or is over is no longer ten minutes before the end of its
                // request where the machine was off in between.
                wish.expires = wish.expires + (wait.length - before)
            } else {
                wish.expires = wait.deadline.elapsed + .minutes(10)
            }
            wish.wait = wait.length
        } else if wishes[request.id] == nil {
            wish.expires = event.elapsed + .minutes(10)
        }
        wishes[request.id] = wish
    }

    mutating func close(_ closing: RequestEnd, _ event: Event) throws {
        guard let wish = wishes.removeValue(forKey: closing.request) else {
            throw Violation(.waits, "request \(closing.request) is closed and is not open")
        }
        if closing.outcome == .expired, wish.expires > event.elapsed {
            throw Violation(.waits, "request \(closing.request) expires early")
        }
        let protection = try protection(ending: wish, closing)
        endEpisodes(
            of: closing.request, isKept: closing.outcome == .protected, by: protection)
    }

    /// Adds a request to those that lengthen later waits.
    private mutating func ask(_ request: UnblockRequest, _ event: Event) {
        let remembered = TimeSpan.days(2)
        asked.removeAll { $0.at < event.at - remembered - .days(8) }
        for index in asked.indices where asked[index].at <= event.at - remembered {
            asked[index].isSure = false
        }
        asked.append(
            Asked(
                request: request.id, targets: request.targets, at: event.at,
                isPause: request.isPause))
    }

    // MARK: Waits

    /// A wait is as long as the rules say when the purpose is said; later it only grows where an
    /// auto-protection began.
    private func check(
        _ request: UnblockRequest, isNew: Bool, _ wish: Wish, _ event: Event
    ) throws {
        guard !isRetelling, let purpose = request.intent?.purpose else { return }
        guard let wait = request.wait?.length else {
            throw Violation(.waits, "request \(request.id) has a purpose and no wait")
        }
        let bounds = waits(for: purpose, request, event)
        if isNew {
            guard wait >= bounds.least, wait <= bounds.most else {
                throw Violation(
                    .waits,
                    "request \(request.id) waits \(wait): \(bounds.least) to \(bounds.most)")
            }
        } else if let before = wish.wait, wait != before {
            let impulse = request.targets.filter(isAutoProtected).flatMap { target in
                sets.map { TimeSpan.seconds(Int64($0.wait(for: .impulse, of: target))) }
            }
            guard wait > before, impulse.contains(wait) else {
                throw Violation(.waits, "request \(request.id) waits \(wait) after \(before)")
            }
        }
    }

    /// How long a request waits from now on, at least and at most.
    private func waits(
        for purpose: Purpose, _ request: UnblockRequest, _ event: Event
    ) -> (least: TimeSpan, most: TimeSpan) {
        var (least, most) = (0, 0)
        let morning = morning(event.at)
        for target in request.targets {
            let isAutoProtected = isAutoProtected(target)
            let others = asked.filter { other in
                other.request != request.id && (morning.map { other.at >= $0 } ?? true)
                    && (other.isPause ? other.opened : other.targets).contains(target)
            }
            func longest(_ drafts: [RuleDraft], _ earlier: Int) -> Int {
                drafts.map { draft in
                    let wait = draft.wait(for: purpose, of: target, earlier: earlier)
                    return isAutoProtected
                        ? max(wait, draft.wait(for: .impulse, of: target)) : wait
                }.max() ?? 0
            }
            let sure = morning == nil ? 0 : others.count(where: \.isSure)
            least = max(least, longest(sureSets(for: target), sure))
            most = max(most, longest(sets, others.count))
        }
        return (.seconds(Int64(least)), .seconds(Int64(most)))
    }

    /// The last time that it was four in the morning in the rules' zone; nil where that zone is not
    /// known.
    private func morning(_ instant: Instant) -> Instant? {
        guard isZoneKnown else { return nil }
        let minutes = self.minutes(nil, in: written)
        let day = minutes.day(instant)
        let today = minutes.instants(day, 240).first
        return today <= instant ? today : minutes.instants(day - 1, 240).first
    }

    /// The sets in force for sure that say something of a target.
    private func sureSets(for target: String) -> [RuleDraft] {
        sureSets.filter { $0 == written || $0.targets[target] != nil }
    }

    private func isAutoProtected(_ target: String) -> Bool {
        protections.contains { running in
            running.isAuto && running.targets.contains(target) && running.deadline > elapsed
        }
    }

    /// Demands that the waits that run for targets are as long as an impulse's, since an
    /// auto-protection begins.
    mutating func expectLongerWaits(of targets: [String]) {
        // What lengthened them need not have reached the disk.
        guard !isRetelling else { return }
        for (id, wish) in wishes {
            guard wish.purpose != nil, let wait = wish.wait, wish.waitFrom + wait > elapsed else {
                continue
            }
            let impulse = wish.targets.filter(targets.contains).flatMap { target in
                sureSets(for: target).map { $0.wait(for: .impulse, of: target) }
            }
            wishes[id]?.least = max(wish.least, .seconds(Int64(impulse.max() ?? 0)))
        }
    }

    // MARK: Grants

    /// For how long targets are opened, at least and at most.
    func grants(
        of targets: [String], minutes: Int?
    ) -> (least: TimeSpan, most: TimeSpan) {
        func shortest(_ drafts: [RuleDraft], of target: String) -> Int {
            drafts.map { $0.terms[target]?.grant ?? $0.grantMinutes }.min() ?? .max
        }
        var (least, most) = (minutes ?? 1_000_000, minutes ?? 1_000_000)
        for target in targets {
            least = min(least, shortest(sets, of: target))
            most = min(most, shortest(sureSets(for: target), of: target))
        }
        return (.minutes(Int64(least)), .minutes(Int64(most)))
    }
}

extension RuleDraft {
    /// The wait for a target in seconds, after so many earlier requests of the day.
    func wait(for purpose: Purpose, of target: String, earlier: Int = 0) -> Int {
        let own = terms[target]
        let base =
            purpose == .impulse ? own?.impulse ?? impulseWait : own?.planned ?? plannedWait
        return min(base + eachFurther * earlier, max(atMost, base))
    }
}
