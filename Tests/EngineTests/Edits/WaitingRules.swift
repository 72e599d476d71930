import CEL
import Engine
import Foundation
import RuleModel
import Testing

/// Rule sets that have weaker edits wait, and what is seen of the edits.
func waiting(
    _ schedules: [QuietHours], _ delay: TimeSpan = .days(1),
    targets: [Target] = [target("shopping")], checkIns: [CheckIn] = [], budgets: [Budget] = [],
    auto: [AutoProtection] = [], risk: RiskRules = .none, unblock: UnblockRules = .tested,
    plan: Plan = .premium, zone name: String? = nil, retention: TimeSpan? = nil,
    isDebug: Bool = false, awayAfter: TimeSpan = .minutes(3), note: String = ""
) throws -> RuleSet {
    let text = [
        schedules.map(\.fingerprint), targets.map(\.fingerprint), checkIns.map(\.fingerprint),
        budgets.map(\.fingerprint), auto.map { "\($0.fingerprint) \($0.againAfter)" },
        risk.factors.map { "\($0.key) \($0.weight) \($0.text)" },
        [
            "\(risk.levels) \(unblock) \(plan) \(name ?? "") \(retention as Any) \(isDebug)",
            "\(delay) \(awayAfter) \(note)",
        ],
    ].joined().joined(separator: "\n")
    return RuleSet(
        targets: targets, quietHours: schedules, risk: risk, autoProtections: auto,
        checkIns: checkIns, budgets: budgets, unblock: unblock, plan: plan,
        timeZone: try name.map { try EngineTests.zone($0) }, awayAfter: awayAfter,
        retention: retention,
        isDebug: isDebug, weakeningWaits: delay,
        sources: [RuleText(path: "/rules/test.yaml", layer: 2, text: text)])
}

/// Nights of some ranges, with the delay.
func waitingNights(
    _ ranges: [String] = ["daily 22:30-06:30"], _ delay: TimeSpan = .days(1), note: String = ""
) throws -> RuleSet {
    try waiting([try schedule("nights", ranges)], delay, note: note)
}

/// No schedule at all, with the delay.
func waitingNothing(_ delay: TimeSpan = .days(1), note: String = "") throws -> RuleSet {
    try waiting([], delay, note: note)
}

extension Machine {
    /// The pending edits, one line each: the entries, and in how many minutes they are weaker.
    var pending: [String] {
        engine.state.pendingEdits.map { edit in
            let left = edit.time.deadline.elapsed - elapsed
            return "\(edit.entries.joined(separator: " ")) in \(left.seconds / 60)m"
        }
    }

    /// The facts of edits, one word each.
    func editFacts(since first: Int = 0) -> [String] {
        history.dropFirst(first).compactMap { event in
            switch event.fact {
            case .editBegan(let edit): edit.isPending ? "waits" : "kept"
            case .editEnded(let ending): ending.reason.rawValue
            case .editsTakenBack: "taken back"
            case .rulesWeakened: "weakened"
            default: nil
            }
        }
    }

    /// Whether the target is blocked by what is in force, permissions left aside.
    func isRestricted(_ target: String = "shopping") -> Bool {
        !engine.restrictions(of: target).isEmpty
    }
}

/// A state as it is read again from its text.
func decoded(_ state: State) throws -> State {
    try JSONDecoder().decode(State.self, from: try JSONEncoder().encode(state))
}
