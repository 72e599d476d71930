/// Protecting by itself where the risk is high.
extension Engine {
    /// Whether a rule may begin: the file's word, unless a switch says otherwise.
    package func isEnabled(_ rule: AutoProtection) -> Bool {
        state.switches[.autoProtection(rule.key)]?.isOn ?? rule.isEnabled
    }

    /// The protections that a rule began and that run.
    package func runs(of rule: String) -> [Protection] {
        state.protections.filter { $0.kind == .autoProtection && $0.rule == rule }
    }

    /// Whether an auto-protection runs for one of the targets.
    package func isAutoProtected(_ targets: [String]) -> Bool {
        targets.contains { target in
            protections(of: target).contains { $0.kind == .autoProtection }
        }
    }

    /// Begins the protections whose conditions hold now, on the targets that are free for it; true
    /// where one began.
    mutating func autoProtect() -> Bool {
        var hasBegun = false
        guard rules.autoProtections.contains(where: isEnabled) else { return false }
        let features = features
        let fresh = evaluator.assess(features)
        for rule in rules.autoProtections where isEnabled(rule) {
            guard evaluator.holds(rule.condition, features, fresh) else { continue }
            let targets = (rule.targets ?? rules.targets.map(\.key))
                .filter { isMonitored($0) && isFree($0, for: rule) }
            guard !targets.isEmpty else { continue }
            record(
                .protectionStarted(
                    Protection(
                        id: nextSequence, kind: .autoProtection, name: rule.name,
                        targets: targets, isStrict: rule.isStrict, length: rule.length,
                        deadline: Countdown(rule.length, from: clock.last).deadline,
                        rule: rule.key, risk: fresh.automaticRecord)))
            lengthenWaits(of: targets)
            unsettled.add(targets)
            hasBegun = true
        }
        return hasBegun
    }

    /// Whether no auto-protection runs for a target, and the last one ended long enough ago.
    private func isFree(_ target: String, for rule: AutoProtection) -> Bool {
        guard !isAutoProtected([target]) else { return false }
        guard let ended = state.autoProtectionEnds[target] else { return true }
        let passed =
            ended.elapsed.boot == clock.last.boot
            ? clock.last.elapsed - ended.elapsed.elapsed : now - ended.at
        return passed >= rule.againAfter
    }
}
