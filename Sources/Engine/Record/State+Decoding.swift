extension State {
    private enum Key: String, CodingKey {
        case lastSequence, last, jump, continuity, zone, rules, quietHours, protections, switches
        case decisions, risk, requests, outcomes, grants, prompts, autoProtectionEnds
        case behaviour, stepsBack, tally, aftermaths, usage, checkIns, budgets, goals, names
        case incidents, riskyHourToldOn, isStopped, edits, switchedOn, entryEnds
    }

    /// Reads a state as any version wrote it: what a version did not know yet is as before any
    /// fact. A record that continues a damaged one has nothing but its state to go by.
    package init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: Key.self)
        func known<Value: Decodable>(_ key: Key) throws -> Value {
            try container.decode(Value.self, forKey: key)
        }
        func later<Value: Decodable>(_ key: Key, _ standard: Value) throws -> Value {
            try container.decodeIfPresent(Value.self, forKey: key) ?? standard
        }
        lastSequence = try known(.lastSequence)
        last = try container.decodeIfPresent(Moment.self, forKey: .last)
        jump = try container.decodeIfPresent(Jump.self, forKey: .jump)
        continuity = try known(.continuity)
        zone = try container.decodeIfPresent(String.self, forKey: .zone)
        rules = try container.decodeIfPresent(String.self, forKey: .rules)
        quietHours = try known(.quietHours)
        protections = try known(.protections)
        switches = try known(.switches)
        decisions = try known(.decisions)
        risk = try container.decodeIfPresent(RiskRecord.self, forKey: .risk)
        requests = try later(.requests, requests)
        outcomes = try later(.outcomes, outcomes)
        grants = try later(.grants, grants)
        prompts = try later(.prompts, prompts)
        autoProtectionEnds = try later(.autoProtectionEnds, autoProtectionEnds)
        behaviour = try later(.behaviour, behaviour)
        stepsBack = try later(.stepsBack, stepsBack)
        tally = try later(.tally, tally)
        aftermaths = try later(.aftermaths, aftermaths)
        usage = try later(.usage, usage)
        checkIns = try later(.checkIns, checkIns)
        budgets = try later(.budgets, budgets)
        goals = try later(.goals, goals)
        names = try later(.names, names)
        incidents = try later(.incidents, incidents)
        riskyHourToldOn = try container.decodeIfPresent(Int.self, forKey: .riskyHourToldOn)
        isStopped = try later(.isStopped, isStopped)
        edits = try later(.edits, edits)
        switchedOn = try later(.switchedOn, switchedOn)
        entryEnds = try later(.entryEnds, entryEnds)
    }
}
