import CEL
import Engine
import RuleFiles
import RuleModel

/// Runs one case with the real engine, and compares its expectations with the results.
struct CaseRun {
    let testCase: RuleTestCase
    let rules: RuleSet
    let conditions: RuleConditions
    private(set) var simulation: Simulation
    /// The outcomes of the conditions, including those of this case.
    private(set) var coverage: ConditionCoverage
    /// The expectations that were not met.
    var findings: Findings
    /// The decisions about each target since they were last checked.
    var decisions: [(at: Instant, decision: Decision)] = []
    /// The time of that check, by target; missing before the first.
    var decidedSince: [String: Instant] = [:]
    /// The keys of the rules that started protections, by the protections' numbers.
    private(set) var protectors: [String: String] = [:]
    /// The answers to the last step.
    private(set) var answers: [Simulation.Reaction] = []

    /// The last request about each place: the test's number and the engine's.
    private var requests: [Place: (number: Int64, id: Int64)] = [:]
    private var lastNumber: Int64 = 0

    init(
        _ testCase: RuleTestCase, rules: RuleSet, conditions: RuleConditions, index: TargetIndex,
        coverage: ConditionCoverage, findings: Findings
    ) {
        self.testCase = testCase
        self.rules = rules
        self.conditions = conditions
        self.coverage = coverage
        self.findings = findings
        simulation = Simulation(
            rules, zone: testCase.zone, from: testCase.now,
            continuing: RecordedPast.state(
                testCase.given, rules: rules, index: index, zone: testCase.zone,
                now: testCase.now),
            // Use is counted between marks.
            pace: testCase.steps.contains(where: \.isUse) ? .minutes : .changes,
            details: .evaluations)
    }

    mutating func run() {
        if let session = testCase.session { add(session.happening) }
        advance(to: testCase.now)
        look(testCase.checks)
        for step in testCase.steps {
            guard run(step) else { return }
        }
    }

    // MARK: - Steps

    /// Runs one step; false if it cannot run, so that later steps would make no sense.
    private mutating func run(_ step: TestStep) -> Bool {
        switch step.time {
        case .after(let span):
            guard canGoOn(to: simulation.now + span, at: step.at) else { return false }
            advance(to: simulation.now + span)
        case .at(let moment, let place):
            switch moment.instant(in: testCase.zone, .from(simulation.now)) {
            case .failure(let fault):
                fail(fault.message, at: place)
                return false
            case .success(let instant):
                guard instant >= simulation.now else {
                    fail(
                        "this time is in the past: the case has already reached "
                            + text(simulation.now), at: place)
                    return false
                }
                guard canGoOn(to: instant, at: place) else { return false }
                advance(to: instant)
            }
        case nil: break
        }
        let whole = TimeSpan(milliseconds: step.every.milliseconds * Int64(step.times))
        guard canGoOn(to: simulation.now + whole, at: step.at) else { return false }
        answers = []
        if let action = step.action {
            for number in 0..<step.times {
                if number > 0 { advance(to: simulation.now + step.every) }
                perform(action)
            }
        }
        let expectsRefusal = step.checks.contains { $0.isRefusal }
        if let refusal, !expectsRefusal {
            fail("Soteria refused this step: \(refusal.text)", at: step.at)
        }
        look(step.checks)
        return true
    }

    /// True if a case can last until an instant; reports an error if not.
    private mutating func canGoOn(to instant: Instant, at position: Position) -> Bool {
        guard instant - testCase.now > Self.longest else { return true }
        fail("a case can span at most ten years", at: position)
        return false
    }

    private static let longest = TimeSpan.days(3653)

    private mutating func perform(_ action: TestAction) {
        switch action {
        case .unblock(let place, let intent, let isEmergency, _):
            let number = request(place, intent, isEmergency: isEmergency)
            guard refusal == nil else { return }
            let request = requested
            if let left = request.flatMap(simulation.engine.waitLeft) {
                advance(to: simulation.now + max(.zero, left))
            }
            add(.confirm(number))
        case .request(let place, let intent, let isEmergency):
            request(place, intent, isEmergency: isEmergency)
        case .confirm(let place):
            guard let number = requests[place]?.number else {
                answers.append(.confirm(.refused(.notOpen(.noSuchRequest(0)))))
                return
            }
            add(.confirm(number, isPatient: false))
        case .keep(let place, let intent):
            let known = requests[place].flatMap { request in
                simulation.engine.state.requests.contains { $0.id == request.id }
                    ? request.number : nil
            }
            // An answer of no also opens a conversation.
            add(.keep(known ?? request(place, intent, isPause: intent == nil)))
        case .attempt(let place): add(.attempt(place))
        case .use(let place, let length):
            add(.use(place, length: length))
            advance(to: simulation.now + length)
        case .answer(let key, let isYes): add(.checkIn(key, isYes: isYes))
        case .protect(let target, let length, let isStrict):
            add(
                .protect(
                    target: target, length: length, name: "Manual protection", isStrict: isStrict))
        case .switch(let subject, let isOn): add(.switch(subject, isOn: isOn))
        case .session(let state): add(state.happening)
        case .travel(let zone): add(.input(.zone(zone)))
        }
    }

    @discardableResult
    private mutating func request(
        _ place: Place, _ intent: Intent?, isPause: Bool = false, isEmergency: Bool = false
    ) -> Int64 {
        lastNumber += 1
        add(
            .request(
                lastNumber, place, intent: intent, isPause: isPause, isEmergency: isEmergency))
        if case .request(.replied(let request))? = answers.last {
            requests[place] = (lastNumber, request.id)
        }
        return lastNumber
    }

    private mutating func add(_ kind: SimulatedAction.Kind) {
        simulation.add([SimulatedAction(at: simulation.now, kind)])
        advance(to: simulation.now)
    }

    /// Advances time and records the outcomes.
    private mutating func advance(to instant: Instant) {
        for outcome in simulation.advance(to: instant) {
            switch outcome.kind {
            case .decided(let decision): decisions.append((outcome.at, decision))
            case .protected(let protection):
                protectors[String(protection.id)] = protection.rule
            case .answered(let answer): answers.append(answer)
            case .evaluated(let features):
                coverage.count(conditions, conditions.look(features).activation)
            case .assessed, .recorded: break
            }
        }
    }

    private mutating func look(_ checks: [Check]) {
        let features = simulation.engine.features(reading: rules.variables)
        let (activation, assessment) = conditions.look(features)
        coverage.count(conditions, activation)
        for check in checks { hold(check, activation, assessment) }
    }

    // MARK: - The answer to the last step

    var requested: UnblockRequest? {
        for case .request(.replied(let request)) in answers.reversed() { return request }
        return nil
    }

    /// The refusal, as a word and with details; nil if there was none.
    var refusal: (word: RefusalWord, text: String, until: Instant?)? {
        for answer in answers {
            guard let word = RefusalWord(answer) else { continue }
            switch answer {
            case .request(.refused(.strict(let until, let target))),
                .confirm(.refused(.strict(let until, let target))):
                return (word, "\(word.rawValue) (\(target)), until \(text(end: until))", until)
            case .request(.refused(.emergencyUsed(let standing, let target))),
                .confirm(.refused(.emergencyUsed(let standing, let target))):
                let next = standing.next
                return (word, "\(word.rawValue) (\(target)), until \(text(end: next))", next)
            case .switch(.refused(.strict(let until))):
                return (word, "\(word.rawValue), until \(text(end: until))", until)
            case .confirm(.refused(.waitNotOver(let left))):
                let left = TimeSpanText.short.text(left)
                return (word, "\(word.rawValue), \(left) left", nil)
            default: return (word, word.rawValue, nil)
            }
        }
        return nil
    }

    // MARK: - Reports

    /// Reports an unmet expectation, with the case and its moment.
    mutating func fail(
        _ message: String, at position: Position, notes: [(at: Position, message: String)] = []
    ) {
        findings.error(
            message, at: position,
            notes: notes + [
                (
                    at: testCase.at,
                    message: "in the case \"\(testCase.name)\", at \(text(simulation.now))"
                )
            ])
    }

    /// An instant by the case's clock.
    func text(_ instant: Instant) -> String { TestTimeText.text(instant, in: testCase.zone) }

    /// The words for the end of a block if the end is not known.
    static let unknownEnd = "an unknown time"

    func text(end: Instant?) -> String { end.map { text($0) } ?? Self.unknownEnd }
}

extension SessionState {
    fileprivate var happening: SimulatedAction.Kind {
        .absence(isIdle: self == .idle, isLocked: self == .locked)
    }
}

extension TestStep {
    fileprivate var isUse: Bool {
        if case .use? = action { return true }
        return false
    }
}

extension Check {
    fileprivate var isRefusal: Bool {
        switch kind {
        case .refused, .refusedUntil: true
        default: false
        }
    }
}
