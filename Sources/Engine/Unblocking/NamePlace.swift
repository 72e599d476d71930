import RuleModel

/// Names an app or a site; nil: removes the name.
package struct NamePlace: Request {
    let place: Place
    let name: String?

    package enum Refusal: Error, Hashable, Sendable {
        case noSuchPlace(Place)
    }

    package func perform(on engine: inout Engine) -> Response<Self> {
        // Only entries of the rules, so that names cannot outnumber entries.
        let isListed =
            switch place {
            case .site(let host): engine.rules.index.entry(site: host) == host
            default: !engine.targets(of: place).isEmpty
            }
        guard isListed else { return .refused(.noSuchPlace(place)) }
        guard engine.state.names[place] != name else { return .replied(Done()) }
        return engine.propose(.placeNamed(PlaceName(place: place, name: name))) { _ in
            .replied(Done())
        }
    }
}

extension Request where Self == NamePlace {
    package static func name(_ place: Place, _ name: String?) -> Self {
        Self(place: place, name: name)
    }
}
