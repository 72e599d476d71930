import CEL
import RuleModel

/// A rule that concerns a target and does not restrict it: how near it is to that.
package struct Prospect: Hashable, Sendable {
    /// What it would restrict by.
    package var kind: Restriction.Kind
    package var rule: String
    package var name: String
    package var isEnabled = true
    package var standing: Standing

    /// How a rule stands that does not restrict.
    package enum Standing: Hashable, Sendable {
        /// What happens until the instant asked about decides.
        case open
        /// So much of a budget is used.
        case used(TimeSpan, limit: TimeSpan)
        /// A check-in asks at that instant, and has been settled for its day before it.
        case asks(at: Instant)
        /// An auto-protection has ended not long ago: it leaves the target alone until then.
        case resting(until: Instant)
        /// What the condition of an auto-protection makes of the values of now, part by part.
        case condition(holds: Bool, parts: [Part])
    }

    /// A condition, or one of those that are joined by `&&` or `||`.
    package struct Part: Hashable, Sendable {
        package var text: String
        package var isTrue: Bool
        /// What it reads.
        package var values: [RiskAssessment.Factor.Value]
    }
}

extension Engine {
    /// The auto-protections, check-ins and budgets that concern a target and do not restrict it at
    /// an instant that is not in the past; in this order, each by key. Of what lies ahead only the
    /// times are known.
    package func prospects(of target: String, at instant: Instant) -> [Prospect] {
        let isNow = instant - now < .minutes(1)
        return protectionProspects(of: target, isNow) + checkInProspects(of: target, instant)
            + budgetProspects(of: target, instant, isNow)
    }

    private func protectionProspects(of target: String, _ isNow: Bool) -> [Prospect] {
        let rules = rules.autoProtections.filter { rule in
            (rule.targets?.contains(target) ?? true)
                && !runs(of: rule.key).contains { $0.targets.contains(target) }
        }
        guard !rules.isEmpty else { return [] }
        let judgements = judge()
        return rules.map { rule in
            Prospect(
                kind: .autoProtection, rule: rule.key, name: rule.name,
                isEnabled: isEnabled(rule),
                standing: isNow ? standing(of: rule, on: target, judgements) : .open)
        }
    }

    private func standing(
        of rule: AutoProtection, on target: String,
        _ judgements: RulesInForce.Judgements
    ) -> Prospect.Standing {
        if let ended = state.autoProtectionEnds[target]?.at, now < ended + rule.againAfter {
            return .resting(until: ended + rule.againAfter)
        }
        let conditions = rules.startConditions(of: rule, judgements)
        // The entry as it stands is the first set's that has it.
        guard let judgement = conditions.first?.judgement else { return .open }
        let holds = conditions.contains { $0.judgement.holds($0.condition.condition) }
        let parts = judgement.rules.rules.risk.environment.parts(of: rule.text)
        return .condition(
            holds: holds,
            parts: (parts.isEmpty ? [rule.condition] : parts).map { part in
                Prospect.Part(
                    text: parts.isEmpty ? rule.text : part.source,
                    isTrue: judgement.holds(part), values: judgement.values(of: part))
            })
    }

    private func checkInProspects(of target: String, _ instant: Instant) -> [Prospect] {
        let holding = Set(
            checkInRestrictions(of: target)
                .filter { restriction in restriction.until.map { instant < $0 } ?? true }
                .map(\.rule))
        return rules.checkIns(of: target).compactMap { index in
            let checkIn = rules.checkIns[index]
            guard !holding.contains(checkIn.key) else { return nil }
            let opens = nextOpening(of: checkIn)
            return Prospect(
                kind: .checkIn, rule: checkIn.key, name: checkIn.question,
                standing: opens <= instant ? .open : .asks(at: opens))
        }
    }

    private func budgetProspects(
        of target: String, _ instant: Instant, _ isNow: Bool
    ) -> [Prospect] {
        rules.budgets(of: target).compactMap { index in
            let budget = rules.budgets[index]
            if let reach = state.budgets[budget.key], instant < reach.until { return nil }
            return Prospect(
                kind: .budget, rule: budget.key, name: budget.name,
                standing: isNow
                    ? .used(used(of: budget), limit: budget.limit) : .open)
        }
    }
}

extension Env {
    /// The parts of a condition that are joined by `&&` or `||`, as they are written, compiled;
    /// none if a part means nothing by itself.
    fileprivate func parts(of source: String) -> [Program] {
        guard let parsed = try? parse(source).get() else { return [] }
        let texts = Self.leaves(of: parsed.root).map { node in
            String(
                parsed.source.utf8.dropFirst(node.range.lowerBound).prefix(node.range.count))
                ?? ""
        }
        let programs = texts.compactMap { try? compile($0, expecting: .bool).get() }
        return programs.count == texts.count ? programs : []
    }

    private static func leaves(of node: Expression) -> [Expression] {
        guard case .call(let function, nil, let arguments) = node.kind,
            function == "_&&_" || function == "_||_"
        else { return [node] }
        return arguments.flatMap(leaves)
    }
}
