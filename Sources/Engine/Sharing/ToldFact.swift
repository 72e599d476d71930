import RuleModel

/// A fact to tell one's other devices. Its id is found by the shell, which knows the record's
/// hashes and the device's id.
package struct ToldFact: Hashable, Sendable {
    package var origin: Origin
    package var at: Instant
    package var content: SharedFact.Content

    /// The thing that the id stands for.
    package enum Origin: Hashable, Sendable {
        /// The event of this number.
        case event(Int64)
        /// A bucket and the target; empty for attempts.
        case bucket(Bucket, target: String)
    }
}

/// The facts that events tell.
package struct Telling {
    /// The state just before the event.
    private let state: State
    /// The id of the event of a number; nil if it is not known any more.
    private let id: (Int64) -> SharedFactID?
    /// The counter for the next value of a key: above all that were told of it or taken in.
    private let counter: (String) -> Int64

    package init(
        before state: State, id: @escaping (Int64) -> SharedFactID?,
        counter: @escaping (String) -> Int64
    ) {
        self.state = state
        self.id = id
        self.counter = counter
    }

    /// The fact that an event tells; nil if it tells none. Use, attempts and schedules that are
    /// switched off are told by `Engine.toldBuckets`.
    package func fact(of event: Event) -> ToldFact? {
        content(of: event).map {
            ToldFact(origin: .event(event.sequence), at: event.at, content: $0)
        }
    }

    private func content(of event: Event) -> SharedFact.Content? {
        switch event.fact {
        case .unblocked(let grant):
            return .unblocked(targets: grant.targets, purpose: grant.purpose)
        case .protectionReleased(let release):
            let known = state.protections.first { $0.id == release.id }?.targets
            return .unblocked(
                targets: release.targets ?? known ?? [], purpose: release.purpose)
        case .blockKept(let request):
            return .kept(targets: state.requests.first { $0.id == request }?.targets ?? [])
        case .protectionStarted(let protection):
            // It was told where it began.
            guard protection.elsewhere == nil else { return nil }
            return .protected(
                targets: protection.targets, length: protection.length,
                isAutomatic: protection.kind == .autoProtection)
        case .checkInAnswered(let answer):
            return .answered(
                checkIn: answer.checkIn, day: Int64(answer.day), isYes: answer.isYes)
        case .editBegan(let edit):
            guard let what = edit.entries.first, edit.held == nil, edit.zone == nil else {
                return nil
            }
            let left = edit.time.deadline.elapsed - event.elapsed
            return .weakened(what: "rules.\(what)", until: event.at + max(.zero, left))
        case .placeNamed(let named): return content(of: named)
        case .goalAdded, .goalContributed, .goalRemoved: return goal(event)
        default: return nil
        }
    }

    /// A name that was removed can be given again: it is empty, not removed for ever.
    private func content(of named: PlaceName) -> SharedFact.Content? {
        switch named.place {
        case .site(let host): said("name.site.\(host)", .text(named.name ?? ""))
        case .app(let app): said("name.app.\(app)", .text(named.name ?? ""))
        case .target, .page, .protection, .everything: nil
        }
    }

    /// A goal is named by the id of the event that added it, and a contribution by its own: so all
    /// contributions are a set.
    private func goal(_ event: Event) -> SharedFact.Content? {
        switch event.fact {
        case .goalAdded(let goal):
            guard let id = id(event.sequence) else { return nil }
            var value: [String: SharedValue] = [
                "name": .text(goal.name), "amount": .number(goal.target.thousandths),
                "kept": .bool(goal.isFromKept),
            ]
            value["currency"] = goal.target.currency.map { .text($0) }
            value["by"] = goal.by.map { .number(Int64($0)) }
            return said("goal.\(id)", .map(value))
        case .goalContributed(let contribution):
            guard let goal = id(contribution.goal), let own = id(event.sequence) else { return nil }
            return said("goal.\(goal).\(own)", .number(contribution.amount.thousandths))
        case .goalRemoved(let goal): return id(goal).map { said("goal.\($0)", .removed) }
        default: return nil
        }
    }

    private func said(_ key: String, _ value: SharedValue) -> SharedFact.Content {
        .said(key: key, counter: counter(key), value: value)
    }
}
