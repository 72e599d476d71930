import RuleModel

/// The edits that a replaced record passes on to the one in its place, so that no older record
/// undoes what waits: the rules that were accepted last, the edits that wait, and the switches. The
/// emergencies too, so that none is given back.
package struct CarriedEdits: Hashable, Sendable, Codable {
    package var rules: RulesLoaded
    package var edits: [RuleEdit]
    package var switches: [Switch]
    /// Nil if an earlier version passed nothing on.
    package var emergencies: [UsedEmergency]?
    /// The name of the machine's zone; nil if none was recorded.
    package var zone: String?
    /// The last moment of the replaced record.
    package var last: State.Moment

    /// The edits of a state; nil if no rules were ever loaded.
    package init?(of state: State, rules: RulesLoaded?) {
        guard let rules, let last = state.last else { return nil }
        self.rules = rules
        edits = state.pendingEdits
        switches = state.switches.values.sorted { $0.subject < $1.subject }
        emergencies = state.emergencies.isEmpty ? nil : state.emergencies
        zone = state.zone
        self.last = last
    }
}

extension Engine {
    /// Goes on from the rules and edits of the record that was replaced. `sets` are those before
    /// its edits, by its numbers. Returns the sets before the edits of this record, by theirs.
    mutating func carryOver(
        _ carried: CarriedEdits?, _ sets: [Int64: RuleSet], isDelayed: Bool
    ) -> [Int64: RuleSet] {
        guard let carried else { return [:] }
        if carried.rules.fingerprint != state.rules { record(.rulesLoaded(carried.rules)) }
        if isDelayed { carryOver(carried.switches) }
        var found: [Int64: RuleSet] = [:]
        let moment = State.Moment(at: now, elapsed: clock.last)
        for edit in carried.edits {
            var edit = edit
            let former = edit.id
            edit.id = nextSequence
            edit.cancels = []
            edit.revocable = Countdown(.zero, from: clock.last)
            if carried.last.elapsed.boot != clock.last.boot {
                edit.time.carry(from: carried.last, to: moment)
            }
            found[edit.id] = sets[former]
            record(.editBegan(edit.recorded(beside: state.edits)))
        }
        return found
    }

    /// Takes back the switches by which the older record protects less than the replaced one did.
    private mutating func carryOver(_ switches: [Switch]) {
        let known = Dictionary(
            switches.map { ($0.subject, $0) }, uniquingKeysWith: { first, _ in first })
        for change in state.switches.values.sorted(by: { $0.subject < $1.subject })
        where !change.isOn && known[change.subject]?.isOn != false {
            record(.switchCleared(change.subject))
        }
        for change in switches where change.isOn && state.switches[change.subject] != change {
            record(.switched(change))
        }
    }
}
