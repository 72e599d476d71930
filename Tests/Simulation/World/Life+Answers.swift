import Engine
import RuleModel

/// What people are answered is so.
extension Life {
    func checkAnswer(_ answer: Answer, to input: Input) throws {
        switch (input, answer) {
        case (_, .using(let use, let targets)): begunUse = (use, targets)
        case (_, .refused(let refusal)):
            count("refused")
            try check(refusal)
        case (.confirm(let id), _): try checkConfirmed(id)
        case (.committed, .granted(let grant, _)):
            if let target = grant.targets.first(where: { oracle.reasons(of: $0).isStrict }) {
                throw Violation(.strict, "\(target) is granted")
            }
            guard grant.id <= store.committed else {
                throw Violation(.acknowledged, "a grant is given before it is on disk")
            }
        default: break
        }
    }

    /// What is taken in before it is on disk weakens nothing, unless it has waited.
    func checkStrengthens(_ fact: Fact) throws {
        let isWeaker =
            switch fact {
            case .unblocked, .protectionReleased, .checkInAnswered: true
            case .switched(let change):
                // Whoever takes an edit back has what was switched off before it off again.
                !change.isOn && !hasWaited && !hasTakenBack
            default: false
            }
        if isWeaker {
            throw Violation(.acknowledged, "\(fact.kind.rawValue) holds before it is on disk")
        }
    }

    /// What is switched off at once was switched on just now, or nothing has to wait.
    func checkWaits(_ fact: Fact) throws {
        guard case .switched(let change) = fact, !change.isOn,
            oracle.leastDelay > .zero
        else { return }
        guard let young = oracle.switchedOn[change.subject], young > oracle.elapsed else {
            throw Violation(
                .weakeningWaits, "\(change.subject) is switched off \(oracle.leastDelay) early")
        }
    }

    /// What is strict is not switched off while it holds: judged when it is asked for, for what
    /// came first may stay.
    func checkOpens(_ fact: Fact) throws {
        guard case .switched(let change) = fact, !change.isOn, change.subject.isTarget,
            oracle.reasons(of: change.subject.key).isStrict
        else { return }
        throw Violation(.strict, "\(change.subject) is switched off under what is strict")
    }

    /// A confirmation that is on its way to the disk was allowed.
    private func checkConfirmed(_ id: Int64) throws {
        guard let wish = oracle.wishes[id], let wait = wish.wait else {
            throw Violation(.waits, "request \(id) is confirmed and has no wait")
        }
        let left = wish.waitFrom + wait - clock.elapsed
        guard left <= .zero else {
            throw Violation(.waits, "request \(id) is confirmed \(left) early")
        }
        guard !storeIsFailing else {
            throw Violation(.acknowledged, "request \(id) is confirmed while the disk is full")
        }
        for case .unblocked(let grant) in underWay.values where grant.request == id {
            let allowed = oracle.sets.map(\.grantMinutes).min() ?? 0
            guard !oracle.isExact || grant.time.length == .minutes(Int64(allowed)) else {
                throw Violation(.grantLength, "a grant of \(grant.time.length)")
            }
            for target in grant.targets where oracle.reasons(of: target).isStrict {
                throw Violation(.strict, "\(target) is being opened")
            }
        }
    }

    private func check(_ refusal: Refusal) throws {
        switch refusal {
        case .strict(let until, let target?):
            let reasons = oracle.reasons(of: target)
            guard reasons.mayBeStrict || oracle.protections.contains(where: \.isStrict) else {
                throw Violation(
                    .answers,
                    "\(target) is refused and not strict: \(reasons.may.sorted()), until "
                        + "\(until.map { "\($0 - oracle.now)" } ?? "nobody knows")")
            }
        case .notBlocked(let targets):
            let blocked = targets.first { target in
                oracle.isMonitored(target) && !oracle.reasons(of: target).must.isEmpty
                    && !oracle.grants.contains { $0.targets.contains(target) }
            }
            if let blocked { throw Violation(.answers, "\(blocked) is refused and blocked") }
        case .waitNotOver(let left):
            guard left > .zero else { throw Violation(.answers, "a wait of \(left) is left") }
        case .storeUnavailable:
            guard storeIsFailing else { throw Violation(.answers, "the store works") }
        default: break
        }
    }
}
