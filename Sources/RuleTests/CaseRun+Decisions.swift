import Engine
import RuleFiles
import RuleModel

/// Compares the decisions that a case expects with the actual ones.
extension CaseRun {
    /// Reports the first unexpected decision about the named targets, or about any target if none
    /// is named.
    mutating func hold(_ expected: [ExpectedDecision], at position: Position) {
        let named = Set(expected.map(\.target))
        let actual = decisions.filter { named.isEmpty || named.contains($0.decision.target) }
        let since = decidedSince
        decisions.removeAll { named.isEmpty || named.contains($0.decision.target) }
        for target in rules.targets.map(\.key) where named.isEmpty || named.contains(target) {
            decidedSince[target] = simulation.now
        }
        let notes = actual.prefix(Self.mostNotes).map {
            (at: position, message: "decided: \(text($0))")
        }
        for (index, wanted) in expected.enumerated() {
            guard index < actual.count else {
                fail(
                    "expected the decision \"\(wanted.verdict.rawValue) \(wanted.target)\", got no "
                        + "further decision",
                    at: wanted.at, notes: notes)
                return
            }
            let before = findings.errors
            hold(wanted, actual[index], since: since[wanted.target] ?? testCase.now, notes)
            if findings.errors > before { return }
        }
        guard actual.count > expected.count else { return }
        fail(
            "expected \(expected.isEmpty ? "no decision" : "no further decision"), "
                + "got \(text(actual[expected.count]))",
            at: position, notes: notes)
    }

    /// The number of decisions to list if one is not as expected.
    private static let mostNotes = 12

    private mutating func hold(
        _ wanted: ExpectedDecision, _ actual: (at: Instant, decision: Decision), since: Instant,
        _ notes: [(at: Position, message: String)]
    ) {
        let decision = actual.decision
        guard decision.verdict == wanted.verdict, decision.target == wanted.target else {
            fail(
                "expected the decision \"\(wanted.verdict.rawValue) \(wanted.target)\", got "
                    + "\(text(actual))",
                at: wanted.at, notes: notes)
            return
        }
        if let (moment, place) = wanted.time {
            compare(end: actual.at, with: moment, at: place, from: since) {
                "expected the decision \"\(wanted.verdict.rawValue) \(wanted.target)\" at \($0), "
                    + "but it came at \($1)"
            }
        }
        if let (moment, place) = wanted.until {
            compare(end: decision.until, with: moment, at: place, from: actual.at) {
                "expected \(wanted.target) to be blocked until \($0), got \($1)"
            }
        }
        if let (expected, place) = wanted.by {
            let paths = paths(decision.restrictions)
            guard paths != expected else { return }
            fail(
                "expected \(wanted.target) to be blocked by \(Self.list(Set(expected))), "
                    + "got \(Self.list(Set(paths)))",
                at: place)
        }
    }

    /// `Wed 2026-11-18 22:30 block shopping until Thu 2026-11-19 06:30 by quiet_hours.nights`.
    private func text(_ decided: (at: Instant, decision: Decision)) -> String {
        let decision = decided.decision
        let head = "\(text(decided.at)) \(decision.verdict.rawValue) \(decision.target)"
        guard decision.isBlocked else {
            return head + (decision.grantedUntil.map { ", granted until \(text($0))" } ?? "")
        }
        return head + ", until \(text(end: decision.until)), by "
            + paths(decision.restrictions).joined(separator: ", ")
    }
}
