import CEL
import RuleModel

/// Auto-protections: started by the engine when the risk is high.
extension Engine {
    /// Whether a rule is enabled: as in the file, unless a switch overrides it.
    package func isEnabled(_ rule: AutoProtection) -> Bool {
        state.switches[.autoProtection(rule.key)]?.isOn ?? rule.isEnabled
    }

    /// The running protections that a rule started.
    package func runs(of rule: String) -> [Protection] {
        state.protections.filter { $0.kind == .autoProtection && $0.rule == rule }
    }

    package func isAutoProtected(_ targets: [String]) -> Bool {
        targets.contains { isAutoProtected($0) }
    }

    func isAutoProtected(_ target: String) -> Bool {
        guard let running = targetProtections.protections[target] else { return false }
        return running.contains { state.protections[$0].kind == .autoProtection }
    }

    var canAutoProtect: Bool { rules.autoProtections.contains { isEnabled($0) } }

    /// Starts the protections whose conditions hold, on targets that are free; true if one started.
    mutating func autoProtect(_ judgements: RulesInForce.Judgements) -> Bool {
        var hasBegun = false
        for rule in rules.autoProtections where isEnabled(rule) {
            for start in starts(of: rule, judgements) {
                begin(start, of: rule)
                hasBegun = true
            }
        }
        return hasBegun
    }

    /// The protections that a rule starts now: one for each group of targets started by the same
    /// sets.
    private func starts(
        of rule: AutoProtection, _ judgements: RulesInForce.Judgements
    ) -> [AutoProtectionStart] {
        let conditions = rules.startConditions(of: rule, judgements)
        let holding = conditions.filter { $0.judgement.assessment.holds($0.condition.condition) }
            .map(\.judgement)
        guard !holding.isEmpty else { return [] }
        // The protections that the rule started, under any of its fingerprints in the sets.
        let own = conditions.map(\.condition.fingerprint)
        let isShared = !judgements.joined.isEmpty
        let counted = holding.map { OwnProtections(of: $0, with: own, isShared: isShared) }
        var starts: [AutoProtectionStart] = []
        for target in rule.targets ?? rules.targets.map(\.key) where isMonitored(target) {
            let free = holding.indices.filter { isFree(target, for: rule, counted[$0]) }
            guard let first = free.first else { continue }
            var sets: [String] = []
            for index in free {
                let set = OwnProtections.set(of: holding[index])
                if !sets.contains(set) { sets.append(set) }
            }
            if let place = starts.firstIndex(where: { $0.sets == sets }) {
                starts[place].targets.append(target)
            } else {
                starts.append(
                    AutoProtectionStart(
                        targets: [target], sets: sets,
                        risk: holding[first].assessment.automaticRecord))
            }
        }
        return starts
    }

    private mutating func begin(_ start: AutoProtectionStart, of rule: AutoProtection) {
        let targets = start.targets
        let isOfOne = rules.earlier.isEmpty && start.sets != [OwnProtections.joined]
        record(
            .protectionStarted(
                Protection(
                    id: nextSequence, kind: .autoProtection, name: rule.name,
                    targets: targets, isStrict: rule.isStrict, length: rule.length,
                    deadline: Countdown(rule.length, from: clock.last).deadline,
                    rule: rule.key, risk: start.risk,
                    entry: OwnProtections.entry(rule.fingerprint, isOfOne ? nil : start.sets))))
        lengthenWaits(of: targets)
        markDirty(targets)
    }

    /// Whether no counted protection runs for a target, and the last one ended long enough ago.
    private func isFree(_ target: String, for rule: AutoProtection, _ runs: OwnProtections) -> Bool
    {
        let isRunning = protections(of: target).contains { running in
            running.isOwnAutoProtection && (running.entry.map(runs.count) ?? true)
        }
        guard !isRunning else { return false }
        guard let ended = lastEnd(on: target, runs) else { return true }
        let passed =
            ended.elapsed.boot == clock.last.boot
            ? clock.last.elapsed - ended.elapsed.elapsed : now - ended.at
        return passed >= rule.againAfter
    }

    private func lastEnd(on target: String, _ runs: OwnProtections) -> State.Moment? {
        guard !runs.countAll, state.entryEnds.values.contains(where: { $0[target] != nil }) else {
            return state.autoProtectionEnds[target]
        }
        return state.entryEnds.filter { runs.count($0.key) }.compactMap { $0.value[target] }
            .max { $0.at < $1.at }
    }
}

/// The start of one protection on the targets that are free for it.
private struct AutoProtectionStart {
    var targets: [String]
    /// The sets that start the protection.
    let sets: [String]
    let risk: RiskRecord
}

/// The auto-protections that count for one of several sets in force: those that its own reading of
/// its entries started. A protection that only another set started would keep the set's own from
/// starting, and so would one that only the facts of other devices started.
struct OwnProtections {
    private let entries: Set<String>?
    private let set: String

    /// The protections of a judgement's set; of one rule under any of its fingerprints.
    /// `isShared`: there are other devices.
    init(of judgement: Judgement, with own: [String], isShared: Bool) {
        set = judgement.rules.fingerprint
        // With all devices in view it does not stack with any.
        guard !judgement.isJoined else {
            entries = nil
            return
        }
        entries = (judgement.rules.entries ?? (isShared ? judgement.rules.allEntries : nil))?
            .union(own)
    }

    /// The name of a judgement's set among those that start a protection.
    static func set(of judgement: Judgement) -> String {
        judgement.isJoined ? joined : judgement.rules.fingerprint
    }

    /// The name of all sets over the facts of all devices.
    static let joined = "all"

    var countAll: Bool { entries == nil }

    /// Whether a protection recorded under an entry counts.
    func count(_ entry: String) -> Bool {
        guard let entries else { return true }
        guard let sets = Self.sets(of: entry) else { return entries.contains(entry) }
        return sets.contains { $0 == set }
    }

    /// The fingerprints of the sets that started an entry's protection; nil if there was only one
    /// set.
    static func sets(of entry: String) -> [Substring]? {
        let parts = entry.split(separator: mark, maxSplits: 1)
        return parts.count == 2 ? parts[1].split(separator: ",") : nil
    }

    /// The entry of a protection: the fingerprint, and the sets that started it if there are
    /// several.
    static func entry(_ fingerprint: String, _ sets: [String]?) -> String {
        sets.map { fingerprint + mark + $0.joined(separator: ",") } ?? fingerprint
    }

    private static let mark = "|"
}
