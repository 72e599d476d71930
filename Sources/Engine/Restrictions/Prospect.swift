import CEL
import RuleModel

/// A rule that concerns a target without restricting it, and how near it is to that.
package struct Prospect: Hashable, Sendable {
    /// The kind of the possible restriction.
    package var kind: Restriction.Kind
    package var rule: String
    package var name: String
    package var isEnabled = true
    package var standing: Standing

    /// The state of a rule that does not restrict.
    package enum Standing: Hashable, Sendable {
        /// Not known yet: it depends on what happens until the instant.
        case open
        /// The used part of a budget.
        case used(TimeSpan, limit: TimeSpan)
        /// The check-in asks at this instant; it has been answered for the day before.
        case asks(at: Instant)
        /// An auto-protection ended recently and leaves the target alone until then.
        case resting(until: Instant)
        /// The condition of an auto-protection with the present values, part by part.
        case condition(holds: Bool, parts: [Part])
    }

    /// A condition, or an operand of its `&&` or `||`.
    package struct Part: Hashable, Sendable {
        package var text: String
        package var isTrue: Bool
        /// The variables that the part reads, with their values.
        package var values: [RiskAssessment.Factor.Value]
    }
}

extension Engine {
    /// The auto-protections, check-ins and budgets that concern a target and do not restrict it at
    /// an instant not in the past; in this order, each by key. Of the future only the times are
    /// known.
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
        // The first set that has the entry judges it.
        guard let judgement = conditions.first?.judgement else { return .open }
        let holds = conditions.contains { $0.judgement.assessment.holds($0.condition.condition) }
        let parts = judgement.rules.rules.risk.environment.parts(of: rule.text)
        return .condition(
            holds: holds,
            parts: (parts.isEmpty ? [rule.condition] : parts).map { part in
                Prospect.Part(
                    text: parts.isEmpty ? rule.text : part.source,
                    isTrue: judgement.assessment.holds(part), values: judgement.values(of: part))
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
            guard period(of: budget, at: isNow ? now : instant).counts else { return nil }
            return Prospect(
                kind: .budget, rule: budget.key, name: budget.name,
                standing: isNow
                    ? .used(used(of: budget), limit: budget.limit) : .open)
        }
    }
}

extension Env {
    /// The operands of a condition's `&&` or `||` as they are written, compiled; empty if one has
    /// no meaning by itself.
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
