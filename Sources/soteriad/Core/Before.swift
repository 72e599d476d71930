import Engine

/// What is told of facts that needs the state before them; not the whole state, which would be
/// copied at its next change.
struct Before {
    /// The last recorded risk.
    let risk: RiskRecord?
    /// The open prompts.
    let prompts: [Prompt]
    /// The protections that ran.
    private(set) var protections: [Protection]
    /// The requests that were open.
    private(set) var requests: [UnblockRequest]
    /// The permissions that ran.
    private(set) var grants: [Grant]
    /// What the person saved for.
    private(set) var goals: [Goal]
    /// The edits that waited or could be gone back to.
    let edits: [RuleEdit]

    init(_ state: State) {
        risk = state.risk
        prompts = state.prompts
        protections = state.protections
        requests = state.requests
        grants = state.grants
        goals = state.goals
        edits = state.edits
    }

    /// Takes in a fact that later ones of the same moment may speak of: a request that a prompt's
    /// answer opens and keeps at once.
    mutating func note(_ fact: Fact) {
        switch fact {
        case .protectionStarted(let protection): protections.append(protection)
        case .unblockRequested(let request): requests.append(request)
        case .unblocked(let grant): grants.append(grant)
        case .goalContributed(let contribution):
            guard let index = goals.firstIndex(where: { $0.id == contribution.goal }) else { break }
            goals[index].saved += contribution.amount.thousandths
        default: break
        }
    }

    /// The protection of a number.
    func protection(_ id: Int64) -> Protection? { protections.first { $0.id == id } }

    /// The request of a number.
    func request(_ id: Int64) -> UnblockRequest? { requests.first { $0.id == id } }

    /// The permission of a number.
    func grant(_ id: Int64) -> Grant? { grants.first { $0.id == id } }

    /// Whether a contribution makes a goal reached that was not.
    func isReached(by contribution: GoalContribution) -> Bool {
        guard let goal = goals.first(where: { $0.id == contribution.goal }) else { return false }
        let target = goal.target.thousandths
        return goal.saved < target && goal.saved + contribution.amount.thousandths >= target
    }
}
