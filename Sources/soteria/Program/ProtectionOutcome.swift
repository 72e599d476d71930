import API

/// How targets stand once they are protected, which is not the protection's doing alone: a rule may
/// hold them for longer, and a permission that runs keeps them open until it ends.
struct ProtectionOutcome {
    /// How every target stands.
    var state: ProtectionAPI.List.Reply
    /// How those that a permission keeps open stand at its end, by key.
    var afterPermission: [String: ProtectionAPI.Explain.Reply] = [:]
}

extension ProtectionOutcome {
    /// Asks the daemon how these targets stand.
    init(of targets: [String], _ client: SoteriaClient) throws {
        self.init(state: try client.call(ProtectionAPI.List.self))
        for target in state.targets where targets.contains(target.target) {
            guard let end = target.grantedUntil else { continue }
            do {
                afterPermission[target.target] = try client.explain(target.target, at: end)
            } catch CallFailure.refused {
                // New rules may have taken the target away meanwhile.
                continue
            }
        }
    }
}

extension SoteriaClient {
    /// How a target stands at an instant as if nothing changed until then.
    func explain(_ target: String, at instant: String) throws(CallFailure)
        -> ProtectionAPI.Explain.Reply
    {
        try call(ProtectionAPI.Explain.self, .init(target: target, at: instant))
    }
}

extension ProtectionAPI.Explain.Reply {
    /// Whether anything restricts the target then, be there a permission or not: asked about the
    /// end of one, which comes rounded, the daemon may find that it still runs.
    var isRestricted: Bool { rules.contains(where: \.inForce) }
}
