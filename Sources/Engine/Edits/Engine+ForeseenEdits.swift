import RuleModel

/// What can be said of a time at which edits that wait now wait no longer.
extension Engine {
    /// The engine as it would be were the edits in force now whose delay is over at an instant to
    /// come: to ask what holds then, not to go on with.
    package func foreseeing(_ instant: Instant) -> Engine {
        let over = state.edits.filter { $0.isPending && end(of: $0.time) <= instant }
        guard !over.isEmpty else { return self }
        var engine = self
        engine.assumeOver(over)
        engine.rules = RulesInForce(
            written, beside: engine.edits.earlier(of: engine.state.edits))
        engine.makeAgenda()
        return engine
    }

    /// When the next edit that waits will be in force; nil where none waits.
    var nextEditEnd: Instant? { state.edits.filter(\.isPending).map { end(of: $0.time) }.min() }
}
