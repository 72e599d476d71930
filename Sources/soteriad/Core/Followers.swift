import API
import Engine

/// The calls that follow events, decisions, the risk or prompts; for places see `PlaceFollowers`.
struct Followers {
    fileprivate typealias Calls<Called: TypedMethod> = [ObjectIdentifier: TypedCall<Called>]

    fileprivate var decisions: Calls<ProtectionAPI.Monitor> = [:]
    fileprivate var risk: Calls<RiskAPI.Monitor> = [:]
    fileprivate var prompts: Calls<PromptsAPI.Monitor> = [:]
    /// The calls of `daemon.Events` that continue with new events.
    private var events: [ObjectIdentifier: EventStream] = [:]
    private var lastRisk: RiskRecord?

    var count: Int { decisions.count + risk.count + prompts.count + events.count }

    /// Adds a stream of events, or replaces its earlier state.
    mutating func add(_ stream: EventStream) { events[stream.lifetime.id] = stream }

    mutating func remove(_ call: ObjectIdentifier) { events[call] = nil }

    /// Returns the streams that wait for more events and marks them as running.
    mutating func resumeWaiting() -> [EventStream] {
        let waiting = events.values.filter(\.isWaiting)
        for stream in waiting { events[stream.lifetime.id]?.isWaiting = false }
        return waiting
    }

    /// Stores the assessment that is sent. Returns true if it differs from the last one.
    mutating func update(risk: RiskRecord?) -> Bool {
        defer { lastRisk = risk }
        return risk != lastRisk
    }
}

extension Daemon {
    /// Adds a call that follows decisions, the risk or prompts, until its client disconnects.
    func follow(_ call: TypedCall<ProtectionAPI.Monitor>) { follow(call, \.decisions) }
    func follow(_ call: TypedCall<RiskAPI.Monitor>) { follow(call, \.risk) }
    func follow(_ call: TypedCall<PromptsAPI.Monitor>) { follow(call, \.prompts) }

    private func follow<Called>(
        _ call: TypedCall<Called>,
        _ list: WritableKeyPath<Followers, Followers.Calls<Called>> & Sendable
    ) {
        let id = call.lifetime.id
        followers[keyPath: list][id] = call
        call.lifetime.onClose { self.assumeIsolated { $0.followers[keyPath: list][id] = nil } }
    }

    /// Sends a decision to every follower of decisions, encoded once.
    func notify(_ decided: State.NumberedDecision) {
        guard !followers.decisions.isEmpty else { return }
        let decision = ProtectionAPI.Decision(
            decided.decision, sequence: decided.sequence, at: decided.at, names: names,
            clock: engine.localClock)
        send(to: followers.decisions, .init(decision: decision))
    }

    /// Sends the risk to its followers if it differs from what was sent last.
    func notifyOfRisk() {
        guard let status = riskStatus(), followers.update(risk: engine.assessment?.record) else {
            return
        }
        send(to: followers.risk, RiskAPI.Monitor.Reply(status: status))
    }

    /// Sends which prompts were closed since `before`, and opened or reopened under their number.
    func notifyOfPrompts(_ recorded: [Event], before: [Prompt]) {
        let open = engine.state.prompts
        guard !followers.prompts.isEmpty, open != before else { return }
        var closings: [Int64: PromptsAPI.Closing] = [:]
        for case .promptClosed(let closing) in recorded.map(\.fact) {
            closings[closing.prompt] = .init(closing.closing)
        }
        for prompt in before where !open.contains(where: { $0.id == prompt.id }) {
            let closing = closings[prompt.id] ?? .settled
            send(to: followers.prompts, .init(closed: Int(prompt.id), closing: closing))
        }
        for prompt in open where !before.contains(prompt) {
            send(to: followers.prompts, .init(opened: .init(prompt, in: engine, names: names)))
        }
    }

    private func send<Called>(
        to calls: [ObjectIdentifier: TypedCall<Called>], _ reply: Called.Reply
    ) {
        guard !calls.isEmpty else { return }
        let encoded = EncodedReply<Called>(reply)
        for call in calls.values { call.reply(encoded, continues: true) }
    }
}
