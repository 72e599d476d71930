import RuleModel

/// What a person says of an unblock afterwards.
extension Engine {
    mutating func log(
        _ request: Int64, isBought: Bool, amount: Money?, regret: Int?
    ) -> Answer {
        if let regret, !LoggedOutcome.regrets.contains(regret) {
            return .refused(.invalidRegret(regret))
        }
        guard let index = state.aftermath(of: request) else {
            if state.requests.contains(where: { $0.id == request }) {
                return .refused(.notUnblocked(request, nil))
            }
            switch state.outcomes.last(where: { $0.request == request })?.outcome {
            case nil: return .refused(.noSuchRequest(request))
            case .unblocked: return .refused(.noSuchRequest(request))
            case let outcome?: return .refused(.notUnblocked(request, outcome))
            }
        }
        let age = now - state.aftermaths[index].at
        guard age <= Aftermath.patience else {
            return .refused(age <= Aftermath.memory ? .tooLate(request) : .noSuchRequest(request))
        }
        let outcome = LoggedOutcome(
            request: request, isBought: isBought, amount: isBought ? amount : nil,
            regret: regret, at: now)
        record(.outcomeLogged(outcome))
        return .logged(outcome)
    }

    /// Gives an app or a site a name; nil forgets it.
    mutating func name(_ place: Place, _ name: String?) -> Answer {
        // Entries of the rules alone, so that there are no more names than entries.
        let isListed =
            switch place {
            case .site(let host): rules.index.entry(site: host) == host
            default: !targets(of: place).isEmpty
            }
        guard isListed else { return .refused(.noSuchPlace(place)) }
        guard state.names[place] != name else { return .unchanged }
        record(.placeNamed(PlaceName(place: place, name: name)))
        return .changed
    }
}
