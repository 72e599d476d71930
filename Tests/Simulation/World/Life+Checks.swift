import Engine
import RuleModel

/// Comparisons with the oracle after every input.
extension Life {
    func check(_ input: Input, _ reading: Reading) throws {
        if let failure { throw failure }
        oracle.now = engine.clock.now
        oracle.elapsed = clock.elapsed
        oracle.boot = reading.boot.text
        oracle.writtenIsUnion = !engine.state.pendingEdits.allSatisfy { $0.change != nil }
        oracle.forgetEarlier(isFailing: storeIsFailing)
        try checkTime(reading)
        try checkAutos(input)
        for target in Set(oracle.sets.flatMap(\.targets.keys)).union(engine.state.decisions.keys)
            .sorted()
        {
            try check(target)
        }
        oracle.noteRuns()
        try checkDeadlines()
        try checkWake()
        try checkSubscribers()
    }

    // MARK: Targets

    private func check(_ target: String) throws {
        let told = engine.state.decisions[target]?.decision
        let isBlocked = told?.isBlocked ?? false
        let reasons = oracle.reasons(of: target)
        let isOpen = oracle.grants.contains { $0.targets.contains(target) }
        if isOpen, reasons.isStrict {
            throw Violation(.strict, "\(target) is open under \(reasons.must.sorted())")
        }
        if reasons.isRequired, !isOpen, !isBlocked {
            throw Violation(.weakeningWaits, "\(target) is open, earlier rules block it")
        }
        let must = !reasons.must.isEmpty && !isOpen
        let may = !reasons.may.isEmpty && !isOpen
        guard isBlocked ? may : !must else {
            throw Violation(
                .blockedExactly,
                "\(target) is \(isBlocked ? "blocked" : "open") where "
                    + "\(reasons.must.sorted()) hold\(isOpen ? " and a grant runs" : "")")
        }
        guard isBlocked, let told else { return }
        let said = Set(
            told.restrictions.map {
                Oracle.Reason(
                    kind: $0.kind.rawValue, rule: RuleSet.writtenKey(of: $0.rule))
            })
        guard said.isSubset(of: reasons.may), reasons.must.isSubset(of: said) else {
            throw Violation(
                .reasons,
                "\(target): \(said.sorted()) where \(reasons.must.sorted()) must, "
                    + "\(reasons.may.sorted()) may hold")
        }
        if oracle.isExact, told.restrictions.contains(where: \.isStrict) != reasons.isStrict {
            throw Violation(.strict, "\(target) is told strict or not, wrongly")
        }
    }

    // MARK: Time

    private func checkTime(_ reading: Reading) throws {
        defer {
            lastNow = engine.clock.now
            lastElapsed = reading.elapsed
        }
        guard let lastNow else {
            guard let before = startedAfter, engine.clock.now < before, !hasAdopted else { return }
            throw Violation(.trustedTime, "a start goes back behind the record")
        }
        let passed = reading.elapsed - lastElapsed
        let off = (engine.clock.now - lastNow - passed).magnitude
        if hasAdopted {
            let hasStood = reading.elapsed - clockSetAt >= .hours(24)
            guard engine.clock.now == reading.wall, reading.isSynchronised || hasStood else {
                throw Violation(.trustedTime, "the wall clock is believed too early")
            }
        } else if off.milliseconds > passed.milliseconds / 60 {
            throw Violation(.trustedTime, "trusted time moves by \(off) of itself")
        }
        let stands = reading.elapsed - clockSeenAt >= .hours(24) + .seconds(1)
        if stands, (reading.wall - engine.clock.now).magnitude > .seconds(2) {
            throw Violation(.trustedTime, "the wall clock stands and is not believed")
        }
    }

    /// Before time goes on: what will have begun by then was asked to be woken for.
    func expectSteady(_ passed: TimeSpan) throws {
        guard oracle.isExact, oracle.earlier.isEmpty, clock.drift == 0, engine.clock.jump == nil,
            passed > .seconds(1), (clock.wall - engine.clock.now).magnitude < .milliseconds(2)
        else { return }
        let then = engine.clock.now + passed - .milliseconds(60)
        for (key, schedule) in oracle.written.schedules {
            guard oracle.switches[.schedule(key)] ?? schedule.isEnabled else { continue }
            let minutes = oracle.minutes(schedule.zone, in: oracle.written)
            if minutes.running(schedule.ranges, at: then) != nil,
                oracle.isRunning(key, schedule, oracle.written) == nil
            {
                throw Violation(.onTime, "nobody is woken when \(key) begins")
            }
        }
    }

    private func checkDeadlines() throws {
        let now = clock.elapsed
        if let late = oracle.protections.first(where: oracle.isOver) {
            throw Violation(.onTime, "protection \(late.id) is over and runs")
        }
        if let late = oracle.grants.first(where: { $0.deadline <= now }) {
            throw Violation(.grantLength, "grant \(late.id) is over and runs")
        }
        let asked = engine.state.requests.first { request in
            !isUnderWay(request.id)
                && (oracle.wishes[request.id].map { $0.expires <= now } ?? true)
        }
        if let asked { throw Violation(.waits, "request \(asked.id) is over and open") }
        let outlasting = engine.state.requests.first { request in
            !isUnderWay(request.id) && oracle.wishes[request.id]?.endedBy != nil
        }
        if let outlasting {
            throw Violation(.episodes, "request \(outlasting.id) outlasts a protection")
        }
        let short = oracle.wishes.first { _, wish in wish.wait.map { $0 < wish.least } ?? false }
        if let short {
            throw Violation(.waits, "request \(short.key) must wait \(short.value.least)")
        }
        if underWay.isEmpty, let key = oracle.overdue() {
            let known = oracle.questions[key].map { "\($0)" } ?? "never asked"
            throw Violation(.checkInDay, "check-in \(key) is overdue at \(now): \(known)")
        }
        if let key = oracle.unreached() {
            throw Violation(.budgets, "budget \(key) is used up and does not restrict")
        }
        if let late = oracle.spent.values.first(where: { $0.until <= oracle.now }) {
            throw Violation(.onTime, "budget \(late.key) is over and restricts")
        }
        // A change that cannot be recorded weakens nothing.
        let waiting = engine.state.edits.first { edit in
            !storeIsFailing && edit.isPending && edit.change == nil
                && oracle.edits[edit.id].map { $0.deadline <= now } ?? true
        }
        if let waiting { throw Violation(.onTime, "edit \(waiting.id) waits too long") }
    }

    func isUnderWay(_ request: Int64) -> Bool {
        underWay.values.contains { fact in
            switch fact {
            case .unblocked(let grant): grant.request == request
            case .protectionReleased(let release): release.request == request
            default: false
            }
        }
    }

    /// The daemon has asked to be woken for the first thing that changes by itself.
    private func checkWake() throws {
        var next: TimeSpan?
        func lower(_ moment: TimeSpan) { next = next.map { min($0, moment) } ?? moment }
        for running in oracle.protections where !oracle.takingBack.contains(running.id) {
            lower(running.deadline)
        }
        for open in oracle.grants { lower(open.deadline) }
        for spent in oracle.spent.values { lower(clock.elapsed + (spent.until - oracle.now)) }
        for edit in engine.state.edits where edit.held != nil && edit.isPending && !storeIsFailing {
            if let held = oracle.edits[edit.id] { lower(held.deadline) }
        }
        if oracle.isExact, underWay.isEmpty {
            for (key, question) in oracle.questions
            where (question.phase == .asking || question.phase == .no)
                && oracle.written.checkIns[key] != nil
            { lower(question.cap) }
        }
        if oracle.isExact, oracle.earlier.isEmpty {
            for (entry, run) in oracle.runs where oracle.written.schedules[entry.key] != nil {
                if let end = run.end { lower(clock.elapsed + (end - oracle.now)) }
            }
        }
        guard let next else { return }
        guard let wake, wake.elapsed > clock.elapsed,
            wake.elapsed <= max(next, clock.elapsed + .milliseconds(1)) + .milliseconds(20)
        else {
            let woken = wake.map { "\($0.elapsed)" } ?? "never"
            throw Violation(
                .onTime, "nobody is woken at \(next): at \(clock.elapsed) for \(woken)")
        }
    }

    // MARK: Risk

    func check(_ assessment: RiskAssessment) throws {
        let sum = assessment.factors.reduce(0) { $0 + ($1.isTrue ? $1.weight.thousandths : 0) }
        guard assessment.score.thousandths == min(sum, 1000) else {
            throw Violation(.scoreIsSum, "\(assessment.score) of \(sum)")
        }
        guard oracle.isExact else { return }
        oracle.now = engine.clock.now
        oracle.elapsed = clock.elapsed
        var expected = oracle.score()
        let told = Set(assessment.factors.filter(\.isTrue).map(\.key))
        if told != expected.factors, oracle.areFiguresDoubtful {
            expected = oracle.score(isForgotten: true)
        }
        guard told == expected.factors, assessment.score.thousandths == expected.all,
            assessment.automatic.thousandths == expected.automatic
        else {
            throw Violation(
                .factors,
                "\(told.sorted()) where \(expected.factors.sorted()) are true: "
                    + "\(oracle.attempts.map { "\($0.at - oracle.now) \($0.isSure)" }) "
                    + assessment.factors.map { "\($0.key) \($0.text)" }.joined(separator: ", "))
        }
    }

    private func checkAutos(_ input: Input) throws {
        guard oracle.isExact, !oracle.areFiguresDoubtful else { return }
        let expected = expectedAutos ?? autosDue(input)
        guard expected == begunAutos else {
            throw Violation(
                .autoProtection, "\(begunAutos.sorted()) begin where \(expected.sorted()) must")
        }
    }

    /// Which auto-protections must begin with an input.
    func autosDue(_ input: Input) -> Set<String> {
        switch input {
        case .tick(let marks) where marks.contains(.autoProtection): break
        case .started:
            // A mark that went by meanwhile is made up for.
            guard let before = startedAfter, before.seconds / 300 < engine.clock.now.seconds / 300
            else { return [] }
        default: return []
        }
        oracle.now = engine.clock.now
        oracle.elapsed = clock.elapsed
        let automatic = oracle.score().automatic
        var begun: Set<String> = []
        var taken: Set<String> = []
        for (key, auto) in oracle.written.autos.sorted(by: { $0.key < $1.key }) {
            guard oracle.switches[.autoProtection(key)] ?? auto.isEnabled,
                automatic >= auto.threshold
            else { continue }
            for target in auto.block ?? oracle.written.targetKeys
            where oracle.isMonitored(target) && !taken.contains(target)
                && oracle.isFree(target, againAfter: .minutes(Int64(auto.againMinutes)))
            {
                begun.insert("\(key) \(target)")
                taken.insert(target)
            }
        }
        return begun
    }
}

extension TimeSpan {
    static func milliseconds(_ count: Int64) -> TimeSpan { TimeSpan(milliseconds: count) }
}
