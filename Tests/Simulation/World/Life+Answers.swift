import Engine
import RuleModel

/// Checks that answers to people are true.
extension Life {
    func checkAnswer<Asked: Request>(_ answer: Answer<Asked>, to request: Asked) throws {
        switch answer {
        case .replied(let reply):
            switch reply {
            case let use as OpenUse.Reply: begunUse = (use.use, use.targets)
            case ConfirmUnblock.Reply.granted(let grant, _) as ConfirmUnblock.Reply:
                if let target = grant.targets.first(where: { oracle.reasons(of: $0).isStrict }) {
                    throw Violation(.strict, "\(target) is granted")
                }
                guard grant.id <= store.committed else {
                    throw Violation(.acknowledged, "a grant is given before it is on disk")
                }
            case let ended as EndGrants.Reply: try check(ended, of: request)
            case let running as StartProtection.Reply:
                guard let asked = request as? StartProtection else { break }
                let targets = asked.target.map { [$0] } ?? running.protection.targets
                try checkEnds(ofRequestsAbout: targets.filter(oracle.isMonitored))
            default: break
            }
        case .refused(let refusal):
            count("refused")
            try check(refusal, of: place(of: request))
        case .storeUnavailable:
            count("refused")
            guard storeIsFailing else { throw Violation(.answers, "the store works") }
        }
    }

    /// Checks that the grants that a person ends run no longer.
    private func check(_ ended: EndGrants.Reply, of request: any Request) throws {
        let running = oracle.grants.first { open in
            if ended.grants.contains(open.id) { return true }
            guard case .target(let key) = place(of: request) else { return false }
            return open.targets.contains(key)
        }
        if let running { throw Violation(.answers, "grant \(running.id) is ended and runs") }
    }

    /// Checks that a person ends no other grants than those asked for.
    func checkEnded(_ fact: Fact) throws {
        guard case .grantEnded(let ending) = fact, ending.reason == .person else { return }
        let open = oracle.grants.first { $0.id == ending.grant }
        guard let request = given as? EndGrants, let open else {
            throw Violation(.notEarly, "grant \(ending.grant) is ended by nobody")
        }
        guard oracle.isExact, case .target(let key) = place(of: request) else { return }
        guard open.targets.contains(key) else {
            throw Violation(.notEarly, "grant \(open.id) of \(open.targets) ends with \(key)")
        }
    }

    /// Checks that a fact applied before it is on disk weakens nothing, unless it has waited.
    func checkStrengthens(_ fact: Fact) throws {
        let isWeaker =
            switch fact {
            case .unblocked, .protectionReleased, .checkInAnswered: true
            case .protectionEnded(_, let isTakenBack): isTakenBack
            case .switched(let change):
                // Whoever takes an edit back has what was switched off before it off again.
                !change.isOn && !hasWaited && !hasTakenBack
            default: false
            }
        if isWeaker {
            throw Violation(.acknowledged, "\(fact.kind.rawValue) holds before it is on disk")
        }
    }

    /// Checks that an immediate switch-off was switched on just now, or that no delay applies.
    func checkWaits(_ fact: Fact) throws {
        guard case .switched(let change) = fact, !change.isOn,
            oracle.leastDelay > .zero
        else { return }
        guard let young = oracle.switchedOn[change.subject], young > oracle.elapsed else {
            throw Violation(
                .weakeningWaits, "\(change.subject) is switched off \(oracle.leastDelay) early")
        }
    }

    /// Checks that a strict target is not switched off while it holds. Judged at the time of the
    /// request, because earlier requests may stand.
    func checkOpens(_ fact: Fact) throws {
        guard case .switched(let change) = fact, !change.isOn, change.subject.isTarget,
            oracle.reasons(of: change.subject.key).isStrict
        else { return }
        throw Violation(.strict, "\(change.subject) is switched off under what is strict")
    }

    /// A confirmation that is on its way to the disk was allowed.
    func checkConfirmed(_ id: Int64) throws {
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
            let allowed = oracle.grants(of: grant.targets, minutes: wish.minutes)
            guard grant.time.length >= allowed.least, grant.time.length <= allowed.most else {
                throw Violation(.grantLength, "a grant of \(grant.time.length), not \(allowed)")
            }
            for target in grant.targets where oracle.reasons(of: target).isStrict {
                throw Violation(.strict, "\(target) is being opened")
            }
        }
    }

    /// The place that a request is about; nil if its targets are all that it is about.
    private func place(of request: any Request) -> Place? {
        switch request {
        case let asked as AskToUnblock: asked.place
        case let asked as EndGrants: asked.place
        case let confirmed as ConfirmUnblock: oracle.wishes[confirmed.request]?.place
        case let answer as AnswerPrompt:
            engine.state.prompts.first { $0.id == answer.prompt }?.place
        default: nil
        }
    }

    private func check(_ refusal: any Error, of place: Place?) throws {
        switch refusal {
        case AskToUnblock.Refusal.strict(let until, let target): try checkStrict(target, until)
        case ConfirmUnblock.Refusal.strict(let until, let target): try checkStrict(target, until)
        case AnswerPrompt.Refusal.request(let refusal): try check(refusal, of: place)
        case AskToUnblock.Refusal.notBlocked(let targets): try checkOpen(targets, place)
        case ConfirmUnblock.Refusal.notBlocked(let targets): try checkOpen(targets, place)
        case ConfirmUnblock.Refusal.waitNotOver(let left):
            guard left > .zero else { throw Violation(.answers, "a wait of \(left) is left") }
        default: break
        }
    }

    private func checkStrict(_ target: String, _ until: Instant?) throws {
        let reasons = oracle.reasons(of: target)
        guard reasons.mayBeStrict || oracle.protections.contains(where: \.isStrict) else {
            throw Violation(
                .answers,
                "\(target) is refused and not strict: \(reasons.may.sorted()), until "
                    + "\(until.map { "\($0 - oracle.now)" } ?? "nobody knows")")
        }
    }

    private func checkOpen(_ targets: [String], _ place: Place?) throws {
        let blocked = targets.first { target in
            oracle.isMonitored(target) && !oracle.reasons(of: target, at: place).must.isEmpty
                && !oracle.grants.contains { $0.targets.contains(target) }
        }
        if let blocked { throw Violation(.answers, "\(blocked) is refused and blocked") }
    }
}
