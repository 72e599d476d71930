import Engine
import RuleModel
import SeededRandom

/// Reports of reporters and people in a random life, and the properties that must always hold.
extension Replay {
    private static let places: [Place] = [
        .site("mall.example"), .site("www.games.example"), .app("org.example.shopping"),
        .site("nowhere.example"), .target("shopping"), .everything,
    ]

    /// Rules with check-ins and budgets, and none of them.
    static func gatedSets() throws -> [RuleSet] {
        let nights = try schedule("nights", ["daily 22:30-06:30"], blocks: ["games", "shopping"])
        return try [
            gated(
                [
                    checkIn(reminder: "20:00"),
                    checkIn("evening", opens: "18:00", blocks: ["games"], onNo: ["shopping"]),
                ],
                budgets: [
                    budget("games", of: "games", .minutes(3)),
                    budget("mall", .minutes(20), per: .week, isStrict: true),
                ], schedules: [nights], sharing: "mall.example", isDebug: true),
            gated(
                [checkIn(opens: "05:30", blocks: ["games"], isStrict: false, zone: "Asia/Tokyo")],
                budgets: [budget("games", of: "games", .minutes(5), zone: "America/New_York")],
                schedules: [nights], sharing: "mall.example"),
        ]
    }

    /// One thing that a reporter or a person tells; `uses` are the numbers that reporters know.
    func track(
        _ machine: inout Machine, _ uses: inout [Int64], _ sets: [RuleSet],
        _ random: inout SeededGenerator
    ) throws {
        switch Int.random(in: 0..<24, using: &random) {
        case 0, 1, 2, 3:
            let place = Self.places.randomElement(using: &random) ?? .everything
            for case .replied(let reply) in machine.send(.useOpened(place)) {
                uses.append(reply.use)
            }
        case 4, 5, 6, 7:
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                machine.advance(.seconds(.random(in: 1...60, using: &random)))
                machine.see(uses.filter { _ in Int.random(in: 0..<8, using: &random) > 0 })
            }
        case 8:
            let use = uses.isEmpty ? 1 : uses.remove(at: .random(in: uses.indices, using: &random))
            machine.send(.useClosed(use))
        case 9, 10:
            machine.send(
                .idle(
                    reporter: .random(in: 1...2, using: &random),
                    isIdle: .random(using: &random),
                    isLocked: Int.random(in: 0..<4, using: &random) == 0,
                    for: .seconds(Int64.random(in: 0...900, using: &random))))
        case 11: machine.send(.reporterGone(.random(in: 1...2, using: &random)))
        case 12: machine.sleep(.seconds(.random(in: 1...40_000, using: &random)))
        case 13, 14: log(&machine, &random)
        case 15, 16, 17, 18: answer(&machine, sets, &random)
        case 19, 20: save(&machine, &random)
        case 21:
            let name = Bool.random(using: &random) ? "A name" : nil
            machine.send(.name(Self.places.randomElement(using: &random) ?? .everything, name))
        case 22: machine.crash(away: .seconds(.random(in: 1...20_000, using: &random)))
        default:
            machine.send(.rules(machine.rules, weakened: ["plan"]))
            machine.restore(
                StoreRestored(source: "b", keptAside: nil), events: machine.history.count,
                away: .seconds(.random(in: 1...9000, using: &random)))
            machine.send(.retained(Retention(through: 1, removed: 1, hash: "0")))
        }
        uses = uses.suffix(6)
    }

    private func log(_ machine: inout Machine, _ random: inout SeededGenerator) {
        let state = machine.engine.state
        let known = state.aftermaths.randomElement(using: &random)?.request
        let request = known ?? state.outcomes.randomElement(using: &random)?.request ?? 1
        machine.send(
            .logOutcome(
                request: request, isBought: .random(using: &random),
                amount: Money(thousandths: .random(in: 0...9000, using: &random)),
                regret: .random(in: -1...5, using: &random)))
    }

    /// Answers a check-in, or tries it out, at a store that keeps, refuses or takes its time.
    private func answer(
        _ machine: inout Machine, _ sets: [RuleSet], _ random: inout SeededGenerator
    ) {
        let key = ["morning", "morning", "evening", "nothing"].randomElement(using: &random) ?? ""
        let action = DebugCheckIn.Action.allCases.randomElement(using: &random) ?? .force
        if Int.random(in: 0..<4, using: &random) == 0 {
            send(.debugCheckIn(key, action), &machine, sets, &random)
        } else {
            send(.answerCheckIn(key, isYes: .random(using: &random)), &machine, sets, &random)
        }
    }

    private func send<Asked: Request>(
        _ request: Asked, _ machine: inout Machine, _ sets: [RuleSet],
        _ random: inout SeededGenerator
    ) {
        defer {
            machine.store = .keeps
            machine.send(.storeFailing(false))
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            machine.store = .refuses
            machine.send(request)
        case 1:
            machine.store = .waits
            machine.send(request)
            meanwhile(&machine, sets, &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: machine.refuseWaiting()
            case 1: machine.dieCommitted(isReboot: .random(using: &random))
            default: _ = machine.commitWaiting()
            }
        default: machine.send(request)
        }
    }

    /// Events while an answer is being written to disk.
    private func meanwhile(
        _ machine: inout Machine, _ sets: [RuleSet], _ random: inout SeededGenerator
    ) {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: if let rules = sets.randomElement(using: &random) { machine.edit(rules) }
            case 1: machine.send(.answerCheckIn("morning", isYes: .random(using: &random)))
            case 2: machine.advance(.seconds(.random(in: 1...90_000, using: &random)))
            case 3: machine.sleep(.seconds(.random(in: 1...3000, using: &random)))
            case 4: machine.send(.debugCheckIn("evening", .reset))
            default: machine.send(.switch(.target("games"), isOn: .random(using: &random)))
            }
        }
    }

    private func save(_ machine: inout Machine, _ random: inout SeededGenerator) {
        let currency = ["EUR", "USD", nil].randomElement(using: &random) ?? nil
        let some = Int64.random(in: 1...90_000, using: &random)
        guard let amount = Money(thousandths: some, currency: currency) else { return }
        let goal = machine.engine.state.goals.randomElement(using: &random)?.id ?? 1
        switch Int.random(in: 0..<5, using: &random) {
        case 0: machine.send(.removeGoal(goal))
        case 1, 2: machine.send(.contribute(goal: goal, amount))
        default:
            machine.send(
                .addGoal(name: "G", target: amount, by: nil, isFromKept: .random(using: &random)))
        }
    }

    /// Each stretch of use begins once and ends once, a budget that is reached is reset before it
    /// is reached again, and nothing is used less than not at all.
    static func trackingIsOrderly(_ machine: Machine) -> Bool {
        var running: [String: Int64] = [:]
        var reached: Set<String> = []
        for event in machine.history {
            switch event.fact {
            case .usageBegan(let session):
                guard session.id == event.sequence, running[session.target] == nil else {
                    return false
                }
                running[session.target] = session.id
            case .usageEnded(let session):
                guard running.removeValue(forKey: session.target) == session.id,
                    session.active >= .zero, session.until != nil
                else { return false }
            case .budgetReached(let reach):
                guard reached.insert(reach.budget).inserted else { return false }
            case .budgetReset(let budget):
                guard reached.remove(budget) != nil else { return false }
            default: break
            }
        }
        let state = machine.engine.state
        return state.usage.running.mapValues(\.id) == running
            && Set(state.budgets.keys) == reached
            && state.aftermaths.allSatisfy { $0.used >= .zero }
            && state.incidents.count <= 5 * Incident.Kind.allCases.count && state.goals.count <= 100
    }
}
