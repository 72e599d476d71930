import API

extension Site {
    /// What a decision means, in one sentence to be read out: `Shopping is blocked until 06:30.`
    package func phrase(_ decision: ProtectionAPI.Decision, languages: [String]) -> String {
        let formats = Formats(texts, languages: languages + surroundings.languages)
        let now = Moment(decision.at) ?? Moment(seconds: 0, offset: 0)
        let name = ["name": decision.name]
        func timed(_ key: String, _ instant: String?) -> String {
            guard let instant else { return texts("decisions.\(key)", name) }
            let time = formats.moment(instant, now: now)
            return texts("decisions.\(key)Until", name.merging(["time": time]) { $1 })
        }
        return switch decision.verdict {
        case .block: timed("nowBlocked", decision.until)
        case .update: timed("staysBlocked", decision.until)
        case .unblock: timed("nowOpen", decision.grantedUntil)
        }
    }
}
