/// An index from target to its protections and grants, because thousands of targets are looked up.
struct TargetProtections: Sendable {
    /// The indices in `State.protections` of those that name a target, ascending.
    let protections: KeyedValues<[Int]>
    /// The indices in `State.grants` of those that name a target, ascending.
    let grants: KeyedValues<[Int]>

    init(_ running: [Protection], _ granted: [Grant]) {
        protections = running.places { $0.targets }
        grants = granted.places { $0.targets }
    }
}

extension Array {
    /// The indices of the elements, ascending, by each of their keys.
    func places(by keys: (Element) -> some Sequence<String>) -> KeyedValues<[Int]> {
        var places = KeyedValues<[Int]>()
        // What mostly runs is one grant of one target: it needs no list.
        if count == 1 {
            let own = [String](keys(self[0]))
            if own.count == 1 {
                places[own[0]] = [0]
                return places
            }
        }
        var found: [(key: String, place: Int)] = []
        // By index: elements are large.
        for place in indices {
            for key in keys(self[place]) { found.append((key, place)) }
        }
        // The sort is stable; in the order of the keys, each is added at the end. To sort costs
        // even if there is nothing to sort.
        if found.count > 1 { found.sort { $0.key < $1.key } }
        for (key, place) in found { places.update(key, default: []) { $0.add(place) } }
        return places
    }
}

extension [Int] {
    /// Appends a number, which is not less than the others, unless it is there.
    fileprivate mutating func add(_ number: Int) { if last != number { append(number) } }
}

extension Fact {
    /// Whether the fact begins or ends a protection or a grant.
    var changesTargetProtections: Bool {
        switch self {
        case .protectionStarted, .protectionEnded, .protectionReleased, .unblocked, .grantEnded:
            true
        default: false
        }
    }

    /// The number of the protection that the fact ends; nil: none.
    var endedProtection: Int64? {
        switch self {
        case .protectionEnded(let id, _): id
        case .protectionReleased(let release): release.id
        default: nil
        }
    }
}

extension Engine {
    /// Rebuilds the index after a protection or a grant began or ended.
    mutating func refreshTargetProtections() {
        targetProtections = TargetProtections(state.protections, state.grants)
    }

    /// The protections that name a target, in the order of their start.
    func protections(of target: String) -> [Protection] {
        targetProtections.protections[target]?.map { state.protections[$0] } ?? []
    }

    /// The grants that name a target, in the order in which they began.
    func grants(of target: String) -> [Grant] {
        targetProtections.grants[target]?.map { state.grants[$0] } ?? []
    }
}
