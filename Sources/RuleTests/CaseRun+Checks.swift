import CEL
import Engine
import RuleFiles
import RuleModel

/// Compares the expectations of a case with the state.
extension CaseRun {
    mutating func hold(
        _ check: Check, _ activation: borrowing Activation, _ assessment: RiskAssessment
    ) {
        switch check.kind {
        case .score(let score):
            guard score != assessment.score else { return }
            fail(
                "expected a risk score of \(score), got \(assessment.score): "
                    + Self.sum(assessment.factors.filter(\.isTrue)),
                at: check.at)
        case .automatic(let score):
            guard score != assessment.automatic else { return }
            fail(
                "expected the automatic factors to add up to \(score), got "
                    + "\(assessment.automatic): "
                    + Self.sum(assessment.factors.filter { $0.isTrue && $0.isAutomatic }),
                at: check.at)
        case .level(let level):
            guard level != assessment.level else { return }
            fail(
                "expected the risk level \(level.rawValue), got \(assessment.level.rawValue) "
                    + "(score \(assessment.score))",
                at: check.at)
        case .condition(let name, let expected):
            hold(name, expected, at: check.at, activation)
        case .exactly(let kind, let expected):
            let actual = Set(
                conditions.all.filter { $0.name.kind == kind && Self.isTrue($0, activation) }
                    .map(\.name.key))
            guard actual != expected else { return }
            let only = expected.isEmpty ? "" : "only "
            fail(
                "expected \(only)\(Self.list(expected)) to be true, got \(Self.list(actual))",
                at: check.at)
        case .holds(let program):
            guard case .success(true) = program.evaluateBool(activation) else {
                fail(
                    "expected this expression to be true" + values(of: program, activation),
                    at: check.at)
                return
            }
        default: hold(other: check)
        }
    }

    // MARK: - Conditions

    private mutating func hold(
        _ name: RuleCondition.Name, _ expected: Bool, at position: Position,
        _ activation: borrowing Activation
    ) {
        guard let condition = conditions.all.first(where: { $0.name == name }) else { return }
        let actual = Self.isTrue(condition, activation)
        guard actual != expected else { return }
        fail(
            "expected the \(name.kind.word) \"\(name.key)\" to be \(expected), got \(actual): "
                + condition.text.onOneLine + values(of: condition.program, activation),
            at: position)
    }

    private static func isTrue(
        _ condition: RuleCondition, _ activation: borrowing Activation
    ) -> Bool {
        if case .success(true) = condition.program.evaluateBool(activation) { return true }
        return false
    }

    /// `, with local.hour = 21`: the values that an expression read, and why it has no value.
    private func values(of program: Program, _ activation: borrowing Activation) -> String {
        var text = ""
        if case .failure(let error) = program.evaluateBool(activation) {
            text += "; the expression cannot be evaluated: \(error.description)"
        }
        var values: [String] = []
        for name in program.references {
            guard let slot = conditions.environment.slot(of: name),
                let value = activation.value(slot)
            else { continue }
            values.append("\(RuleVariable(name: name)?.spelling ?? name) = \(value)")
        }
        return text + (values.isEmpty ? "" : ", with " + values.joined(separator: ", "))
    }

    /// `late_night 0.400 + weekend 0.100`.
    private static func sum(_ factors: [RiskAssessment.Factor]) -> String {
        factors.isEmpty
            ? "no factor is true"
            : factors.map { "\($0.key) \($0.weight)" }.joined(separator: " + ")
    }

    static func list(_ keys: Set<String>) -> String {
        keys.isEmpty ? "none" : keys.sorted().joined(separator: ", ")
    }

    // MARK: - Targets

    private mutating func hold(other check: Check) {
        let engine = simulation.engine
        switch check.kind {
        case .blocked(let target, let expected):
            let actual = engine.isBlocked(target)
            guard actual != expected else { return }
            let reason =
                actual
                ? " by " + paths(engine.restrictions(of: target)).joined(separator: ", ")
                : engine.grantEnd(of: target).map { ": a grant runs until \(text($0))" } ?? ""
            fail(
                "expected \"\(target)\" to be \(expected ? "blocked" : "open"), "
                    + "got \(actual ? "blocked" : "open")\(reason)",
                at: check.at)
        case .by(let target, let expected):
            let actual = paths(engine.restrictions(of: target))
            guard engine.isBlocked(target), actual != expected else { return }
            fail(
                "expected \"\(target)\" to be blocked by \(Self.list(Set(expected))), "
                    + "got \(Self.list(Set(actual)))",
                at: check.at)
        case .until(let target, let expected):
            guard engine.isBlocked(target) else { return }
            let until = engine.state.decisions[target]?.decision.until
            compare(end: until, with: expected, at: check.at) {
                "expected \"\(target)\" to be blocked until \($0), got \($1)"
            }
        case .granted(let target, let expected):
            guard !engine.isBlocked(target) else { return }
            guard let end = engine.grantEnd(of: target) else {
                fail("expected a grant for \"\(target)\", got none", at: check.at)
                return
            }
            compare(end: end, with: expected, at: check.at) {
                "expected a grant for \"\(target)\" until \($0), got \($1)"
            }
        case .strict(let target, let expected):
            let actual = engine.restrictions(of: target).contains(where: \.isStrict)
            guard engine.isBlocked(target), actual != expected else { return }
            fail(
                "expected the block of \"\(target)\" to be \(expected ? "" : "not ")strict, but it "
                    + "is \(actual ? "" : "not ")strict",
                at: check.at)
        default: hold(answer: check)
        }
    }

    /// Reports an end that is not as expected; nil stands for an unknown end.
    mutating func compare(
        end: Instant?, with expected: LocalMoment?, at position: Position,
        from: Instant? = nil, _ message: (String, String) -> String
    ) {
        guard let expected else {
            if let end { fail(message(Self.unknownEnd, text(end)), at: position) }
            return
        }
        switch expected.instant(in: testCase.zone, .from(from ?? simulation.now)) {
        case .failure(let fault): fail(fault.message, at: position)
        case .success(let instant):
            guard instant != end else { return }
            fail(message(text(instant), text(end: end)), at: position)
        }
    }

    /// The paths in the rule files of restrictions, by name.
    func paths(_ restrictions: [Restriction]) -> [String] {
        restrictions.map { restriction in
            switch restriction.kind {
            case .quietHours: "quiet_hours.\(restriction.rule)"
            case .autoProtection:
                "auto_protection.\(protectors[restriction.rule] ?? restriction.rule)"
            case .manualProtection: "manual_protection"
            case .checkIn: "check_ins.\(restriction.rule)"
            case .budget: "budgets.\(restriction.rule)"
            }
        }.sorted()
    }

    // MARK: - Answers

    private mutating func hold(answer check: Check) {
        switch check.kind {
        case .checkIn(let key, let expected):
            let actual = simulation.engine.state.checkIns[key]?.phase
            guard actual != expected else { return }
            fail(
                "expected the state of the check-in \"\(key)\" to be \(expected.rawValue), got "
                    + "\(actual?.rawValue ?? "none")",
                at: check.at)
        case .prompts(let expected):
            let actual = Set(simulation.engine.state.prompts.map(\.kind))
            guard actual != expected else { return }
            fail(
                "expected the open prompts to be \(Self.list(Set(expected.map(\.rawValue)))), got "
                    + "\(Self.list(Set(actual.map(\.rawValue))))",
                at: check.at)
        case .wait(let expected):
            let actual = requested?.wait?.length
            guard actual != expected else { return }
            fail(
                "expected a wait of \(TimeSpanText.short.text(expected)), "
                    + "got \(actual.map { TimeSpanText.short.text($0) } ?? "none")",
                at: check.at)
        case .refused(let expected):
            guard refusal?.word != expected else { return }
            fail(
                "expected Soteria to refuse this step (\(expected.rawValue)), got "
                    + (refusal?.text ?? "no refusal"),
                at: check.at)
        case .refusedUntil(let expected):
            guard let refusal, refusal.word.hasEnd else {
                fail(
                    "expected Soteria to refuse this step (strict or emergency_used), got "
                        + "\(refusal?.text ?? "no refusal")",
                    at: check.at)
                return
            }
            compare(end: refusal.until, with: expected, at: check.at) {
                "expected Soteria to refuse this step until \($0), got \($1)"
            }
        case .decisions(let expected): hold(expected, at: check.at)
        default: break
        }
    }
}

extension String {
    /// The words of the text on one line.
    fileprivate var onOneLine: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
