/// All that history left behind: the fold of the recorded facts.
///
/// `evolve` only believes facts, it decides nothing, so that a new rule set or a new version
/// rewrites no history. Keys of rules that are gone may stand in it.
package struct State: Hashable, Sendable, Codable {
    /// The sequence of the last event; 0 where there is none.
    package var lastSequence: Int64 = 0
    /// When the last event happened, on both clocks; nil where there is none.
    package var last: Moment?
    /// A disagreement of the clocks that is not yet resolved.
    package var jump: Jump?
    /// How the clocks hung together when the daemon last started.
    package var continuity = DaemonStart.Continuity.first
    /// The name of the machine's zone; nil where none was recorded.
    package var zone: String?
    /// The fingerprint of the rule set in force; nil where none was.
    package var rules: String?
    /// The active schedules by key.
    package var quietHours: [String: QuietRun] = [:]
    /// The protections that run, in the order of their start.
    package var protections: [Protection] = []
    /// The switches that differ from the rule files, by what they are of.
    package var switches: [Switch.Subject: Switch] = [:]
    /// The last decision about each target, by key.
    package var decisions: [String: Decided] = [:]
    /// The last recorded risk.
    package var risk: RiskRecord?

    /// Before any fact.
    package init() {}

    /// A moment on both clocks.
    package struct Moment: Hashable, Sendable, Codable {
        /// Trusted time.
        package var at: Instant
        /// Elapsed time and its boot.
        package var elapsed: Deadline
    }
    /// A disagreement of wall clock and elapsed time.
    package struct Jump: Hashable, Sendable, Codable {
        /// Wall minus trusted time.
        package var size: TimeSpan
        /// When it was seen, in elapsed time.
        package var since: Deadline
        /// When it was seen, in trusted time.
        package var at: Instant
    }
    /// A decision with its number.
    package struct Decided: Hashable, Sendable, Codable {
        /// The sequence of its event.
        package var sequence: Int64
        /// When it was taken.
        package var at: Instant
        /// The decision.
        package var decision: Decision
    }

    /// Takes in one event; events come in the order of their sequence.
    package mutating func evolve(_ event: Event) {
        continueBoot(with: event)
        switch event.fact {
        case .daemonStarted(let start):
            continuity = start.continuity
            zone = zone ?? start.zone
        case .daemonStopped, .storeReplaced, .storeFailed: break
        case .rulesLoaded(let loaded): rules = loaded.fingerprint
        case .clockJumped(let size):
            jump = Jump(
                size: size, since: Deadline(boot: event.boot, elapsed: event.elapsed), at: event.at)
        case .clockAdopted(_, let reason):
            jump = nil
            if reason == .synchronised { continuity = .synchronised }
        case .clockReturned: jump = nil
        case .zoneChanged(_, let to): zone = to
        case .quietHoursBegan(let run), .quietHoursMoved(let run):
            quietHours[run.schedule] = run
        case .quietHoursEnded(let schedule): quietHours[schedule] = nil
        case .protectionStarted(let protection): protections.append(protection)
        case .protectionEnded(let id): protections.removeAll { $0.id == id }
        case .switched(let change): switches[change.subject] = change
        case .switchCleared(let subject): switches[subject] = nil
        case .decided(let decision):
            decisions[decision.target] = Decided(
                sequence: event.sequence, at: event.at, decision: decision)
        case .riskAssessed(let record): risk = record
        }
        // An event that had to reach the disk first is taken in after later ones.
        guard event.sequence > lastSequence else { return }
        lastSequence = event.sequence
        last = Moment(
            at: event.at, elapsed: Deadline(boot: event.boot, elapsed: event.elapsed))
    }

    /// Carries elapsed deadlines over a reboot: the rest that was left at the last event, less the
    /// wall time that went by since, and never more than the rest.
    private mutating func continueBoot(with event: Event) {
        guard let last, last.elapsed.boot != event.boot else { return }
        let away = max(.zero, event.at - last.at)
        for index in protections.indices {
            let deadline = protections[index].deadline
            let rest =
                deadline.boot == last.elapsed.boot
                ? max(
                    .zero, min(deadline.elapsed - last.elapsed.elapsed, protections[index].length))
                : .zero
            protections[index].deadline = Deadline(
                boot: event.boot, elapsed: event.elapsed + max(.zero, rest - away))
        }
        // A disagreement cannot be measured across a reboot; the start says how far it was proved.
        jump = nil
    }
}
