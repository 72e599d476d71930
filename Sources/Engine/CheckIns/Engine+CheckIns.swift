import RuleModel

/// The daily gate: a question that holds targets until it is answered.
extension Engine {
    /// Begins the days that are due and ends restrictions that reached their limit; true if
    /// something changed.
    @discardableResult
    mutating func reevaluateCheckIns() -> Bool {
        defer { checkIns.see(at: now) }
        guard !rules.checkIns.isEmpty else {
            checkIns.wait(until: .distantFuture, over: nil)
            return false
        }
        guard checkIns.areDue(at: now, clock.last.elapsed) else { return false }
        var hasChanged = false
        for checkIn in rules.checkIns where !checkIns.isUnderWay(checkIn.key) {
            if reevaluate(checkIn) { hasChanged = true }
        }
        waitAgain(for: rules.checkIns)
        return hasChanged
    }

    /// Schedules the next review. Days and reminders follow trusted time, which drifts against
    /// elapsed time; restrictions end by elapsed time.
    private mutating func waitAgain(for all: [CheckIn]) {
        var due = Instant.distantFuture
        var over: TimeSpan?
        for checkIn in all where !checkIns.isUnderWay(checkIn.key) {
            let (begins, held) = nextDay(of: checkIn)
            let record = state.checkIns[checkIn.key]
            if now + held > begins, record?.opened.elapsed.boot == clock.last.boot {
                over.lower(to: clock.last.elapsed + held)
            } else {
                due = min(due, max(begins, now + held))
            }
            guard let record else { continue }
            if record.phase == .asking || record.phase == .no || holdsElsewhere(checkIn, record) {
                over.lower(to: record.time.deadline.elapsed)
            }
            due = min(due, nextReminder(of: checkIn) ?? .distantFuture)
            due = min(due, nextText(of: checkIn, record)?.at ?? .distantFuture)
        }
        checkIns.wait(until: due, over: over)
    }

    mutating func reviewCheckIns() { checkIns.review() }

    mutating func seeCheckIns() { checkIns.see(at: now) }

    /// Ends the wait for an event that is on disk or failed; returns the check-in concerned, if
    /// any.
    mutating func endCheckIn(by sequence: Int64) -> String? { checkIns.end(by: sequence) }

    private mutating func reevaluate(_ checkIn: CheckIn) -> Bool {
        let record = state.checkIns[checkIn.key]
        if opensNow(checkIn, record) {
            open(checkIn)
            return true
        }
        guard let record else { return false }
        let isOver = record.time.isOver(at: clock.last)
        if isOver, record.phase == .yes, isRefusedElsewhere(checkIn) {
            markDirty(checkIn.targets)
        }
        if isOver, record.phase == .asking || record.phase == .no {
            self.record(.checkInLapsed(checkIn: checkIn.key))
            markDirty(checkIn.targets)
            return true
        }
        if record.phase == .asking, !record.isReminded,
            let due = reminder(of: checkIn, record), due <= now
        {
            ask(checkIn, .reminder)
        }
        if let text = nextText(of: checkIn, record), text.at <= now {
            let news = ToldNews.Text(checkIn: checkIn.key, day: text.day)
            self.record(.newsTold(ToldNews(text: news)))
        }
        return false
    }

    private mutating func open(_ checkIn: CheckIn) {
        record(.checkInOpened(opening(of: checkIn)))
        markDirty(checkIn.targets)
    }

    private func opening(of checkIn: CheckIn) -> CheckInDayStart {
        let late = lateness(of: checkIn, state.checkIns[checkIn.key])
        return CheckInDayStart(
            checkIn: checkIn.key, day: day(of: checkIn), targets: checkIn.blocks,
            time: Countdown(CheckInRecord.cap, from: clock.last),
            late: late >= .minutes(1) ? late : nil)
    }

    /// Closes the questions of check-ins that are gone, and asks again what the rules have again.
    mutating func reviewQuestions() {
        for checkIn in rules.checkIns
        where state.checkIns[checkIn.key]?.phase == .asking && prompt(of: checkIn.key) == nil
            && !checkIns.isUnderWay(checkIn.key)
        {
            ask(checkIn, .rules)
        }
        let known = Set(rules.checkIns.map(\.key))
        for prompt in state.prompts {
            guard let key = prompt.checkIn, !known.contains(key) else { continue }
            record(.promptClosed(PromptEnd(prompt: prompt.id, closing: .expired)))
        }
    }

    /// The time of a check-in's next change before its next day.
    func nextLook(at checkIn: CheckIn) -> Instant? {
        guard let record = state.checkIns[checkIn.key] else { return nil }
        var moments: [Instant] = []
        if record.phase == .asking || record.phase == .no { moments.append(end(of: record.time)) }
        if let reminder = nextReminder(of: checkIn) { moments.append(reminder) }
        return moments.min()
    }

    private func nextReminder(of checkIn: CheckIn) -> Instant? {
        guard let record = state.checkIns[checkIn.key], record.phase == .asking,
            !record.isReminded
        else { return nil }
        return reminder(of: checkIn, record)
    }

    /// Asks the unanswered questions again.
    mutating func askAgain(because reason: CheckInRepetition.Reason) {
        for checkIn in rules.checkIns
        where state.checkIns[checkIn.key]?.phase == .asking && !checkIns.isUnderWay(checkIn.key) {
            // Not with every unlock if the screen is unlocked again and again.
            let asked = prompt(of: checkIn.key)?.at
            let isRecent = asked.map { (now - $0).magnitude < .minutes(1) } ?? false
            if reason == .unlock, isRecent { continue }
            if reason == .start || reason == .resume, asked == now { continue }
            ask(checkIn, reason)
        }
    }

    private mutating func ask(_ checkIn: CheckIn, _ reason: CheckInRepetition.Reason) {
        let isOpen = prompt(of: checkIn.key) != nil
        record(
            .checkInAsked(
                CheckInRepetition(
                    checkIn: checkIn.key, reason: reason,
                    targets: isOpen ? nil : checkIn.blocks)))
    }

    private func prompt(of key: String) -> Prompt? {
        state.prompts.first { $0.kind == .checkIn && $0.checkIn == key }
    }

    /// Asks a check-in now, regardless of today's answer. Returns the event that must be on disk
    /// first if asking lifts the restriction of a "no".
    mutating func force(_ checkIn: CheckIn) -> CheckInDayStart? {
        switch state.checkIns[checkIn.key]?.phase {
        case .asking: ask(checkIn, .forced)
        case .no: return opening(of: checkIn)
        case .yes, .lapsed, nil: open(checkIn)
        }
        reviewCheckIns()
        return nil
    }

    /// Writes an answer or a change of a check-in to disk before it holds.
    mutating func propose<Asked: Request>(
        _ fact: Fact, of key: String
    ) -> Response<Asked> where Asked.Reply == String {
        if storeIsFailing { return .answered(.storeUnavailable) }
        checkIns.begin(key, by: nextSequence)
        return propose(fact, cause: .checkIn) { engine, event in
            _ = engine.endCheckIn(by: event.sequence)
            engine.evolve(committed: event)
            engine.reviewCheckIns()
            engine.markDirty(engine.rules.checkIns.first { $0.key == key }?.targets ?? [])
            // A check-in that was reset is asked at once.
            engine.reevaluateCheckIns()
            return .replied(key)
        }
    }

    func checkInRestrictions(of target: String) -> [Restriction] {
        rules.checkIns(of: target).compactMap { index in
            let checkIn = rules.checkIns[index]
            switch state.checkIns[checkIn.key]?.phase {
            case .asking where checkIn.blocks.contains(target):
                return restriction(by: checkIn, checkIn.question, until: nil)
            case .no where checkIn.onNo.block.contains(target):
                return restriction(ofNo: checkIn, on: target)
            // A "no" elsewhere holds what either would: it must not open anything here.
            case .asking, .no, .yes:
                guard isRefusedElsewhere(checkIn), let record = state.checkIns[checkIn.key],
                    !record.time.isOver(at: clock.last)
                else { return nil }
                return restriction(ofNo: checkIn, on: target)
            default: return nil
            }
        }
    }

    private func restriction(ofNo checkIn: CheckIn, on target: String) -> Restriction {
        restriction(
            by: checkIn, checkIn.onNo.heading ?? checkIn.question,
            until: end(ofNo: checkIn).map { steady($0, .checkIn, checkIn.key, target) })
    }

    /// Whether a "no" of another device holds although it was answered with yes here.
    private func holdsElsewhere(_ checkIn: CheckIn, _ record: CheckInRecord) -> Bool {
        record.phase == .yes && !record.time.isOver(at: clock.last) && isRefusedElsewhere(checkIn)
    }

    /// The end of the restriction of a "no".
    package func end(ofNo checkIn: CheckIn) -> Instant? {
        guard let record = state.checkIns[checkIn.key] else { return nil }
        return min(nextOpening(of: checkIn), end(of: record.time))
    }

    private func restriction(
        by checkIn: CheckIn, _ name: String, until: Instant?
    ) -> Restriction {
        Restriction(
            kind: .checkIn, rule: checkIn.key, name: name, until: until,
            isStrict: checkIn.isStrict)
    }
}

extension Instant {
    /// Later than any event.
    static let distantFuture = Instant(milliseconds: Int64.max / 4)
}
