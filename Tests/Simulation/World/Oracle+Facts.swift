import Engine
import RuleModel

/// Facts of the record: people's actions, beginnings and ends. Each is checked against what is
/// possible.
extension Oracle {
    mutating func apply(_ event: Event) throws {
        carry(to: event)
        if event.sequence > lastSequence {
            now = event.at
            elapsed = event.elapsed
            boot = event.boot.text
        }
        switch event.fact {
        case .rulesLoaded(let loaded): try load(loaded, event)
        case .clockAdopted(let size, _):
            disturb()
            if size < .zero { goBack(event) }
            if size != .zero { doubtHolds() }
        case .daemonStarted(let start): enter(zone: start.zone)
        case .zoneChanged(let former, let zone):
            disturb()
            enter(zone: zone)
            leave(zone: former, for: zone)
        case .editBegan, .editEnded: try edit(event)
        case .protectionStarted, .protectionEnded, .protectionReleased: try protect(event)
        case .unblocked, .grantEnded: try grant(event)
        case .switched, .switchCleared: switchOver(event)
        case .checkInOpened, .checkInAnswered, .checkInLapsed: try question(event)
        case .checkInReset(let key): questions[key] = nil
        case .checkInDayForgotten(let key): questions[key]?.day = nil
        case .budgetReached(let reach): try self.reach(reach)
        case .budgetReset(let key): try reset(key)
        case .attempted:
            attempts.add(Deed(at: event.at), span: .hours(1))
        case .unblockRequested(let request), .intentGiven(let request):
            try wish(request, event)
        case .decided(let decision): decide(decision, event)
        case .blockKept(let id):
            kept.add(Deed(at: event.at), span: .days(8))
            wishes[id] = nil
            endEpisodes(of: id, isKept: true)
        case .requestClosed(let closing): try close(closing, event)
        default: break
        }
        guard event.sequence > lastSequence else { return }
        lastSequence = event.sequence
        last = (event.at, event.elapsed, event.boot.text)
    }

    /// Carries what runs over a reboot: the rest at the last event, less what went by since.
    private mutating func carry(to event: Event) {
        guard let last, last.boot != event.boot.text else { return }
        let away = max(.zero, event.at - last.at)
        func carried(_ deadline: TimeSpan, _ length: TimeSpan) -> TimeSpan {
            let rest = max(.zero, min(deadline - last.elapsed, length))
            return event.elapsed + rest - away
        }
        for index in protections.indices {
            let running = protections[index]
            protections[index].deadline = carried(running.deadline, running.length)
        }
        for index in grants.indices {
            grants[index].deadline = carried(grants[index].deadline, grants[index].length)
        }
        for id in edits.keys {
            guard let edit = edits[id] else { continue }
            edits[id]?.deadline = carried(edit.deadline, edit.length)
        }
        for index in earlier.indices {
            let set = earlier[index]
            earlier[index].deadline = carried(set.deadline, set.length)
            earlier[index].lastDeadline = carried(set.lastDeadline, set.lastLength)
        }
        writtenFor = carried(writtenFor, Self.revocability)
        for (subject, until) in switchedOn {
            switchedOn[subject] = carried(until, Self.revocability)
        }
        for key in questions.keys {
            let cap = questions[key]?.cap ?? .zero
            questions[key]?.cap = carried(cap, .hours(25))
        }
        for index in episodes.indices {
            episodes[index].deadline = carried(episodes[index].deadline, Episode.length)
        }
        for id in wishes.keys {
            guard let wish = wishes[id] else { continue }
            let length = (wish.wait ?? .zero) + .minutes(10)
            wishes[id]?.expires = carried(wish.expires, length)
            if let wait = wish.wait {
                wishes[id]?.waitFrom = carried(wish.waitFrom + wait, wait) - wait
            }
        }
    }

    private mutating func decide(_ decision: Decision, _ event: Event) {
        told[decision.target] = Subscriber.Told(decision)
        guard decision.verdict == .block else { return }
        // A wait cannot be stored up while nothing was missed.
        for (id, wish) in wishes where wish.isPause && wish.wait != nil {
            guard wish.targets.contains(decision.target) else { continue }
            wishes[id]?.waitFrom = max(wish.waitFrom, event.elapsed)
        }
    }

    private mutating func disturb() {
        disturbedAt = now
    }

    private mutating func goBack(_ event: Event) {
        stepsBack.append((event.sequence, event.at))
        if stepsBack.count > 8 { stepsBack.removeFirst() }
        unblocks.goBack(to: event.at)
        attempts.goBack(to: event.at)
        kept.goBack(to: event.at)
        for index in asked.indices { asked[index].at = min(asked[index].at, event.at) }
        for index in slices.indices { slices[index].start = min(slices[index].start, event.at) }
    }

    private mutating func load(_ loaded: RulesLoaded, _ event: Event) throws {
        guard let draft = book?.page(loaded.fingerprint)?.draft else {
            throw Violation(.record, "rules that nobody wrote are in force")
        }
        let new = TimeSpan.hours(Int64(draft.weakeningWaits))
        let known = leastDelay
        leastWait = max(known, new)
        mostWait = max(mostDelay, new)
        let isYoung = writtenFor > event.elapsed
        wasYoung = isYoung
        // What is young may be taken back, where edits wait, except for what is strict and holds.
        if lastSequence > 0 { expectHolds(of: written, off: []) }
        for index in earlier.indices {
            if isYoung {
                earlier[index].deadline = earlier[index].deadline - earlier[index].owed
                earlier[index].length = earlier[index].length - earlier[index].owed
            }
            earlier[index].owed = .zero
        }
        if lastSequence > 0, mostWait > .zero {
            earlier.append(
                Earlier(
                    draft: written, deadline: event.elapsed + leastWait, length: leastWait,
                    owed: leastWait - known, isSure: !isYoung,
                    off: Set(switches.filter { !$0.value }.keys),
                    lastDeadline: event.elapsed + mostWait, lastLength: mostWait))
        }
        before = (written, event.elapsed)
        written = draft
        writtenFor = event.elapsed + Self.revocability
        disturb()
    }

    /// An edit, or a switch, waits as long as the rules before it or after it say, what it takes
    /// from a strict entry that holds as long as that does, and is done when that is over.
    private mutating func edit(_ event: Event) throws {
        switch event.fact {
        case .editBegan(let edit) where edit.isPending && edit.held != nil: try hold(edit, event)
        case .editBegan(let edit) where edit.isZoneChange: try holdTimes(edit, event)
        case .editBegan(let edit) where edit.isPending:
            let least = edit.change == nil ? leastWait : leastDelay
            let most = edit.change == nil ? mostWait : mostDelay
            guard edit.time.length > .zero, edit.time.length >= least, edit.time.length <= most
            else {
                throw Violation(
                    .weakeningWaits,
                    "edit \(edit.id) waits \(edit.time.length): from \(least) to \(most)")
            }
            let draft = edit.change == nil ? book?.page(edit.fingerprint)?.draft : nil
            edits[edit.id] = Waiting(
                deadline: event.elapsed + edit.time.length, length: edit.time.length, draft: draft)
            guard let draft else { return }
            for index in earlier.indices where earlier[index].draft == draft {
                earlier[index].lastDeadline = event.elapsed + edit.time.length
                earlier[index].lastLength = edit.time.length
            }
        case .editEnded(let ending) where ending.reason == .over:
            guard let edit = edits[ending.edit], edit.deadline <= event.elapsed else {
                throw Violation(.weakeningWaits, "edit \(ending.edit) is over early")
            }
            expectHolds(after: edit)
        default: break
        }
    }

    // MARK: Protections and grants

    private mutating func protect(_ event: Event) throws {
        switch event.fact {
        case .protectionStarted(let began):
            let isAuto = began.kind == .autoProtection
            protections.append(
                Running(
                    id: began.id, targets: began.targets, isStrict: began.isStrict,
                    isAuto: isAuto, rule: began.rule, deadline: event.elapsed + began.length,
                    length: began.length))
            if isAuto { expectLongerWaits(of: began.targets) }
            expectEnds(ofRequestsAbout: began)
        case .protectionEnded(let id, let isTakenBack):
            guard let index = protections.firstIndex(where: { $0.id == id }) else {
                // It ended while that was on its way to the disk.
                if isTakenBack { return }
                throw Violation(.notEarly, "protection \(id) ends and does not run")
            }
            let ended = protections.remove(at: index)
            if isTakenBack {
                let age = event.elapsed - (ended.deadline - ended.length)
                guard ended.isStrict, !ended.isAuto, age < .minutes(1) else {
                    throw Violation(.strict, "protection \(id) is taken back after \(age)")
                }
                takeBackEpisodes(id)
                return
            }
            let isOver = ended.deadline <= event.elapsed
            let isCovered = protections.contains { other in
                !ended.isAuto && !other.isAuto && other.isStrict == ended.isStrict
                    && other.deadline >= ended.deadline
                    && ended.targets.allSatisfy(other.targets.contains)
            }
            guard isOver || isCovered else {
                throw Violation(
                    .notEarly, "protection \(id) ends \(ended.deadline - event.elapsed) early")
            }
            if ended.isAuto { recordEnd(of: ended, event) }
        case .protectionReleased(let release):
            let ended = protections.first { $0.id == release.id }
            if let ended, ended.isStrict || ended.isAuto {
                throw Violation(.strict, "protection \(release.id) is released")
            }
            protections.removeAll { $0.id == release.id }
            unblock(event, release.targets ?? [], release.purpose, release.request)
        default: break
        }
    }

    private mutating func recordEnd(of ended: Running, _ event: Event) {
        let since = max(.zero, event.elapsed - ended.deadline)
        for target in ended.targets {
            autoEnds[target] = End(
                at: event.at - since, elapsed: event.elapsed - since, boot: event.boot.text)
        }
    }

    private mutating func grant(_ event: Event) throws {
        switch event.fact {
        case .unblocked(let given):
            grants.append(
                Open(
                    id: given.id, targets: given.targets,
                    deadline: event.elapsed + given.time.length, length: given.time.length))
            unblock(event, given.targets, given.purpose, given.request)
        case .grantEnded(let ending):
            guard let index = grants.firstIndex(where: { $0.id == ending.grant }) else {
                throw Violation(.notEarly, "grant \(ending.grant) ends and does not run")
            }
            let ended = grants.remove(at: index)
            let isDue =
                switch ending.reason {
                case .time: ended.deadline <= event.elapsed
                case .strict: ended.targets.contains { reasons(of: $0).mayBeStrict }
                case .person: true
                case .manualProtection:
                    // One within a running protection is not recorded, but ends grants too.
                    protections.contains { running in
                        !running.isAuto && running.targets.contains(where: ended.targets.contains)
                    }
                case .autoProtection:
                    protections.contains { running in
                        running.isAuto && running.id > ending.grant
                            && running.targets.contains(where: ended.targets.contains)
                    }
                }
            guard isDue else {
                throw Violation(.notEarly, "grant \(ending.grant) ends for \(ending.reason)")
            }
        default: break
        }
    }

    private mutating func unblock(
        _ event: Event, _ targets: [String], _ purpose: Purpose, _ request: Int64
    ) {
        let at = stepsBack.reduce(event.at) { at, step in
            step.sequence > event.sequence ? min(at, step.at) : at
        }
        unblocks.add(Deed(at: at, isImpulse: purpose == .impulse), span: .days(30))
        wishes[request] = nil
        openEpisodes(of: targets, request, event)
        endEpisodes(of: request, isKept: false)
        for index in asked.indices where asked[index].request == request {
            asked[index].opened = targets
        }
    }

    private mutating func switchOver(_ event: Event) {
        switch event.fact {
        case .switched(let change):
            guard event.sequence > switchedBy[change.subject] ?? 0 else { return }
            switchedBy[change.subject] = event.sequence
            switches[change.subject] = change.isOn
            switchedOn[change.subject] = change.isOn ? event.elapsed + Self.revocability : nil
            guard !change.isOn else { return }
            for index in earlier.indices where !outlasts(change.subject, earlier[index]) {
                earlier[index].off.insert(change.subject)
            }
        case .switchCleared(let subject): switches[subject] = nil
        default: break
        }
    }
}

extension Switch.Subject {
    var isTarget: Bool { if case .target = self { true } else { false } }
}
