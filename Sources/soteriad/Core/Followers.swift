import API
import Engine
import RuleModel
import Varlink

/// The calls that follow something until their clients go.
struct Followers {
    /// Calls of `protection.Monitor`.
    var decisions: [ObjectIdentifier: TypedCall<ProtectionAPI.Monitor>] = [:]
    /// Calls of `risk.Monitor`.
    var risk: [ObjectIdentifier: TypedCall<RiskAPI.Monitor>] = [:]
    /// Calls of `prompts.Monitor`.
    var prompts: [ObjectIdentifier: TypedCall<PromptsAPI.Monitor>] = [:]
    /// Calls of `targets.Monitor`.
    var places: [ObjectIdentifier: PlacesFollower] = [:]
    /// What these were told last, or are being told.
    var toldPlaces: [Target] = []
    /// The parts in which each target is told, by key, with the sets of rules that block it or did
    /// last.
    var parts: [String: (sets: SetsInForce, targets: [Target])] = [:]
    /// The rules that this holds of.
    var partsOf: RulesInForce?
    /// Calls of `daemon.Events` that go on with what happens.
    var events: [ObjectIdentifier: EventStream] = [:]

    /// How many there are.
    var count: Int {
        decisions.count + risk.count + prompts.count + places.count + events.count
    }
}

extension Daemon {
    /// Adds a call to those that follow something, until its client goes.
    func follow<Called>(
        _ call: TypedCall<Called>,
        _ list: WritableKeyPath<Followers, [ObjectIdentifier: TypedCall<Called>]> & Sendable
    ) {
        let id = call.lifetime.id
        followers[keyPath: list][id] = call
        call.lifetime.onClose { self.assumeIsolated { $0.followers[keyPath: list][id] = nil } }
    }

    /// Tells every follower of decisions; encoded once.
    func tell(_ decided: State.Decided) {
        guard !followers.decisions.isEmpty else { return }
        tell(followers.decisions, ProtectionAPI.Monitor.Reply(decision: phrase(decided)))
    }

    /// Tells every follower of the risk, where it differs from what was told last.
    func tellRisk() {
        guard let status = riskStatus() else { return }
        let told = engine.assessment?.record
        guard told != toldRisk else { return }
        toldRisk = told
        tell(followers.risk, RiskAPI.Monitor.Reply(status: status))
    }

    /// Tells every follower of the prompts which were closed and which were opened, or raised anew
    /// under the same number, since `before`.
    func tellPrompts(_ recorded: [Event], before: [Prompt]) {
        let open = engine.state.prompts
        guard !followers.prompts.isEmpty, open != before else { return }
        var closings: [Int64: PromptsAPI.Closing] = [:]
        for case .promptClosed(let closing) in recorded.map(\.fact) {
            closings[closing.prompt] = phrase(closing.closing)
        }
        let known = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let ids = Set(open.map(\.id))
        for prompt in before where !ids.contains(prompt.id) {
            tell(
                followers.prompts,
                PromptsAPI.Monitor.Reply(
                    closed: Int(prompt.id), closing: closings[prompt.id] ?? .settled))
        }
        for prompt in open where known[prompt.id] != prompt {
            tell(followers.prompts, PromptsAPI.Monitor.Reply(opened: phrase(prompt)))
        }
    }

    private func tell<Called>(
        _ calls: [ObjectIdentifier: TypedCall<Called>], _ reply: Called.Reply
    ) {
        guard !calls.isEmpty else { return }
        let encoded = EncodedReply<Called>(reply)
        for call in calls.values { call.reply(encoded, continues: true) }
    }
}
