import Engine
import RuleModel
import SeededRandom

/// Actions of a person in a random life, and the properties of conversations that must always hold.
extension Replay {
    private static let places: [Place] = [
        .target("games"), .target("shopping"), .target("nothing"), .site("mall.example"),
        .site("www.games.example"), .app("org.example.shopping"), .everything, .protection(1),
    ]

    /// One thing that a person says, with any answer, at a store that may be slow or fail.
    func converse(with machine: inout Machine, _ random: inout SeededGenerator) throws {
        let place = Self.places.randomElement(using: &random) ?? .everything
        switch Int.random(in: 0..<20, using: &random) {
        case 0, 1, 2: machine.send(.attempt(place))
        case 3, 4, 5: ask(&machine, place, &random)
        case 6:
            let protection = machine.engine.state.protections.randomElement(using: &random)
            ask(&machine, protection.map { .protection($0.id) } ?? place, &random)
        case 7:
            if Bool.random(using: &random) {
                machine.send(.keep(request: anyRequest(machine, &random)))
            } else {
                machine.send(.endGrants(of: place))
            }
        case 8, 9, 10:
            machine.advance(.seconds(.random(in: 5...40, using: &random)))
            confirm(&machine, anyRequest(machine, &random), &random)
        case 11:
            machine.send(
                .protectInstead(
                    request: anyRequest(machine, &random),
                    length: .seconds(Int64.random(in: 30...4000, using: &random))))
        case 12, 13:
            let prompt = machine.engine.state.prompts.randomElement(using: &random)
            let choice = Prompt.Choice.allCases.randomElement(using: &random) ?? .dismiss
            let id = prompt?.id ?? 1
            machine.send(.answerPrompt(id, choice))
        default: goThrough(&machine, place, &random)
        }
    }

    /// A whole conversation about something that is blocked, if anything is; protected first where
    /// nothing is.
    private func goThrough(
        _ machine: inout Machine, _ place: Place, _ random: inout SeededGenerator
    ) {
        if !machine.engine.rules.targets.contains(where: { machine.isBlocked($0.key) }) {
            machine.send(.startProtection(target: nil, length: .hours(2), name: "P"))
        }
        let blocked = machine.engine.rules.targets.map(\.key).filter(machine.isBlocked)
        let place = blocked.randomElement(using: &random).map { Place.target($0) } ?? place
        let running = machine.engine.state.protections.randomElement(using: &random)?.id
        let isEarlyEnd = Int.random(in: 0..<4, using: &random) == 0
        let answers = machine.send(
            .request(
                running.flatMap { isEarlyEnd ? .protection($0) : nil } ?? place,
                intent: Intent(purpose: .impulse), isPause: false))
        guard case .replied(let request) = answers.first else { return }
        machine.advance(.seconds(30))
        confirm(&machine, request.id, &random)
    }

    private func anyRequest(_ machine: Machine, _ random: inout SeededGenerator) -> Int64 {
        let open = machine.engine.state.requests.randomElement(using: &random)?.id
        return open ?? machine.engine.state.outcomes.randomElement(using: &random)?.request ?? 1
    }

    private func ask(
        _ machine: inout Machine, _ place: Place, _ random: inout SeededGenerator
    ) {
        var intent = Intent(purpose: Bool.random(using: &random) ? .planned : .impulse)
        if Bool.random(using: &random) {
            intent.mood = ["sad", "happy", "unheard of"].randomElement(using: &random)
            intent.category = ["gift", "other", "unheard of"].randomElement(using: &random)
            intent.minutes = .random(in: 0...1500, using: &random)
            intent.amount = Money(thousandths: .random(in: 0...100_000, using: &random))
        }
        machine.send(
            .request(
                place, intent: Bool.random(using: &random) ? intent : nil,
                isPause: Int.random(in: 0..<4, using: &random) == 0))
    }

    /// Confirms while the store keeps, refuses, or lets things happen before it has written.
    private func confirm(
        _ machine: inout Machine, _ request: Int64, _ random: inout SeededGenerator
    ) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            machine.store = .refuses
            machine.send(.confirm(request: request))
            machine.store = .keeps
            machine.send(.storeFailing(false))
        case 1:
            machine.store = .waits
            machine.send(.confirm(request: request))
            machine.send(.confirm(request: request))
            machine.send(.keep(request: request))
            machine.advance(.seconds(.random(in: 0...1200, using: &random)))
            if Bool.random(using: &random) {
                machine.send(.attempt(Self.places.randomElement(using: &random) ?? .everything))
            }
            if Bool.random(using: &random) {
                machine.send(
                    .startProtection(
                        target: nil, length: .minutes(5), name: "S",
                        isStrict: .random(using: &random)))
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                machine.isSynchronised = true
                machine.setClock(by: .minutes(.random(in: -90...30, using: &random)))
            }
            _ = machine.commitWaiting()
            machine.store = .keeps
        default: machine.send(.confirm(request: request))
        }
    }

    /// Every request ends at most once and after it was opened, every grant too; nobody waits
    /// less than the rules say; what is open is open for a reason.
    static func conversationsAreOrderly(_ machine: Machine) -> Bool {
        var requests: Set<Int64> = []
        var minutes: [Int64: Int] = [:]
        var grants: Set<Int64> = []
        for event in machine.history {
            switch event.fact {
            case .unblockRequested(let request):
                minutes[request.id] = request.intent?.minutes
                guard request.id == event.sequence, requests.insert(request.id).inserted else {
                    return false
                }
            case .intentGiven(let request):
                minutes[request.id] = request.intent?.minutes
                guard requests.contains(request.id) else { return false }
            case .blockKept(let id): guard requests.remove(id) != nil else { return false }
            case .requestClosed(let closing):
                guard requests.remove(closing.request) != nil else { return false }
            case .unblocked(let grant):
                guard requests.remove(grant.request) != nil, grant.id == event.sequence,
                    grants.insert(grant.id).inserted,
                    grant.time.length == .minutes(min(Int64(minutes[grant.request] ?? 15), 15))
                else { return false }
            case .protectionReleased(let release):
                guard requests.remove(release.request) != nil else { return false }
            case .grantEnded(let ending):
                guard grants.remove(ending.grant) != nil else { return false }
            default: break
            }
        }
        let state = machine.engine.state
        guard Set(state.requests.map(\.id)) == requests, Set(state.grants.map(\.id)) == grants
        else { return false }
        return Self.stateIsSound(machine)
    }

    private static func stateIsSound(_ machine: Machine) -> Bool {
        let engine = machine.engine
        let open = engine.state.requests.flatMap(\.targets)
        guard open.count == Set(open).count, engine.state.outcomes.count <= 64,
            Set(engine.state.prompts.map(\.id)).count == engine.state.prompts.count
        else { return false }
        // A permission does not outlive the beginning of a protection.
        for grant in engine.state.grants {
            let isOverruled = engine.state.protections.contains {
                $0.id > grant.id && !Set($0.targets).isDisjoint(with: grant.targets)
            }
            if isOverruled { return false }
        }
        for target in engine.rules.targets {
            let restrictions = engine.restrictions(of: target.key)
            let isGranted = engine.grantEnd(of: target.key) != nil
            // Blocked exactly when a restriction holds and no grant runs; none under a strict one.
            guard machine.isBlocked(target.key) == (!restrictions.isEmpty && !isGranted) else {
                return false
            }
            if isGranted, restrictions.contains(where: \.isStrict) { return false }
            let auto = engine.state.protections.filter {
                $0.kind == .autoProtection && $0.targets.contains(target.key)
            }
            guard auto.count <= 1 else { return false }
        }
        return true
    }
}
