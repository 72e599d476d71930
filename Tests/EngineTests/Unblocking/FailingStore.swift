import Engine
import RuleModel
import Testing

/// Fail closed: what cannot be written is not opened, and that is said.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct FailingStore {
    /// A request at 23:00:00 whose wait is over.
    private func asked(_ rules: RuleSet? = nil) throws -> (Machine, UnblockRequest) {
        var machine = try atNight(rules)
        let request = try machine.ask()
        machine.advance(.seconds(10))
        return (machine, request)
    }

    @Test func opensOnceItIsOnDisk() throws {
        var (machine, request) = try asked()
        machine.store = .waits
        let before = machine.engine.state
        #expect(machine.send(.confirm(request: request.id)) == [])
        #expect(machine.engine.state == before)
        #expect(machine.isBlocked("shopping"))
        #expect(machine.waiting.map(\.fact.kind) == [.unblocked])
        machine.advance(.seconds(2))
        #expect(machine.isBlocked("shopping"))
        let end = try at("2026-11-18T23:15:10+01:00")
        let answers = machine.commitWaiting(of: ConfirmUnblock.self)
        let grant = try #require(machine.engine.state.grants.first)
        #expect(answers == [.granted(grant, until: end)])
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }

    /// While the commit is under way nothing else can become of the request.
    @Test func underWay() throws {
        var (machine, request) = try asked()
        machine.store = .waits
        machine.send(.confirm(request: request.id))
        let id = request.id
        #expect(machine.refusal(confirming: request) == .beingConfirmed(id))
        #expect(machine.refusal(.keep(request: id)) == .beingConfirmed(id))
        let protect = ProtectInstead.protectInstead(request: id, length: .hours(1))
        #expect(machine.refusal(protect) == .beingConfirmed(id))
        let other = AskToUnblock.request(
            .target("shopping"), intent: Intent(purpose: .impulse), isPause: false)
        #expect(machine.refusal(other) == .beingConfirmed(id))
        #expect(machine.waiting.count == 1)
        _ = machine.commitWaiting()
        #expect(machine.engine.figures.unblocksToday == 1)
        #expect(machine.engine.figures.keptToday == 0)
    }

    /// A slow disk does not let it expire.
    @Test func slowDisk() throws {
        var (machine, request) = try asked()
        machine.advance(.seconds(590))
        machine.store = .waits
        machine.send(.confirm(request: request.id))
        machine.advance(.minutes(2))
        #expect(machine.isOpen(request))
        _ = machine.commitWaiting()
        #expect(machine.outcome(of: request) == .unblocked)
        // The 15 minutes began with the confirmation.
        machine.advance(.minutes(13) - instantly)
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(machine.isBlocked("shopping"))
    }

    /// So slow that the grant is over when it is written.
    @Test func slowerThanTheGrant() throws {
        var (machine, request) = try asked()
        machine.store = .waits
        machine.send(.confirm(request: request.id))
        machine.advance(.minutes(16))
        _ = machine.commitWaiting()
        machine.advance(.seconds(1))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.engine.state.grants.isEmpty)
        #expect(machine.folded == machine.engine.state)
    }

    @Test func refused() throws {
        var (machine, request) = try asked()
        machine.store = .refuses
        let answers = machine.send(.confirm(request: request.id))
        #expect(!answers.contains { if case .replied = $0 { true } else { false } })
        #expect(machine.isBlocked("shopping"))
        #expect(machine.told.count == 1)
        #expect(machine.isOpen(request))
        #expect(machine.engine.state.grants.isEmpty)
        #expect(machine.engine.figures.unblocksToday == 0)
        #expect(machine.history.last?.fact == .storeFailed(refused: .unblocked))
        // Until a commit succeeds no disk is asked; keeping the block is always possible.
        machine.store = .keeps
        #expect(machine.send(.confirm(request: request.id)) == [.storeUnavailable])
        #expect(machine.isOpen(request))
        var keeping = machine
        #expect(keeping.send(.keep(request: request.id)) == [.kept])
        machine.send(.storeFailing(false))
        try machine.granted(request)
    }

    /// Asking strengthens nothing and weakens nothing: it is taken with a failing store.
    @Test func requestsAreTaken() throws {
        var machine = try atNight()
        machine.send(.storeFailing(true))
        let request = try machine.ask()
        machine.advance(.seconds(10))
        #expect(machine.send(.confirm(request: request.id)) == [.storeUnavailable])
        #expect(machine.isBlocked("shopping"))
        let protect = ProtectInstead.protectInstead(request: request.id, length: .hours(1))
        #expect(machine.refusal(protect) == nil)
    }

    /// The clock is set back and believed while the unblock is on its way: it happened before now,
    /// in the state as in the record.
    @Test func clockGoesBackMeanwhile() throws {
        var (machine, request) = try asked(rules([schedule("always", ["daily 00:00-24:00"])]))
        machine.store = .waits
        machine.send(.confirm(request: request.id))
        machine.isSynchronised = true
        machine.setClock(by: .hours(-2))
        _ = machine.commitWaiting()
        #expect(machine.engine.figures.sinceLast == .zero)
        #expect(machine.folded == machine.engine.state)
        machine.advance(.hours(1))
        machine.send(.observed)
        #expect(machine.engine.figures.unblocksLastHour == 0)
        #expect(machine.engine.figures.unblocksToday == 1)
        #expect(machine.engine.figures.sinceLast == .hours(1))
    }

    /// Two unblocks that are on their way at once are two, the one right after the other.
    @Test func twoUnderWay() throws {
        var machine = try atNight(
            sharedSite(games: ["daily 22:00-06:30"], shopping: ["daily 22:30-06:30"]))
        let games = try machine.ask(.target("games"), .planned)
        let shopping = try machine.ask(.target("shopping"), .planned)
        machine.advance(.seconds(10))
        machine.store = .waits
        machine.send(.confirm(request: games.id))
        machine.advance(.seconds(1))
        machine.send(.confirm(request: shopping.id))
        #expect(machine.commitWaiting().count == 2)
        #expect(machine.engine.figures.unblocksLastHour == 2)
        #expect(machine.engine.figures.lastGap == .seconds(1))
        #expect(machine.engine.figures.sinceLast == .zero)
        #expect(machine.folded == machine.engine.state)
    }

    /// A strict restriction or an auto-protection that began while the grant was on its way to the
    /// disk ends it at once.
    @Test func strictOvertakes() throws {
        var (machine, request) = try asked()
        machine.store = .waits
        machine.send(.confirm(request: request.id))
        machine.send(
            .startProtection(target: "shopping", length: .hours(1), name: "", isStrict: true))
        let until = machine.watch + .hours(1)
        #expect(
            machine.commitWaiting(of: ConfirmUnblock.self)
                == [.refused(.strict(until: until, target: "shopping"))])
        #expect(machine.isBlocked("shopping"))
        #expect(machine.engine.state.grants.isEmpty)
        #expect(machine.grantEndings == [.strict])
        #expect(machine.told.allSatisfy { $0.decision.isBlocked })
        #expect(machine.folded == machine.engine.state)
    }

    /// So does a protection by hand, within a longer one too.
    @Test(arguments: [false, true])
    func manualProtectionOvertakes(isWithin: Bool) throws {
        var machine = try atNight()
        if isWithin {
            machine.send(.startProtection(target: nil, length: .hours(9), name: "Long"))
        }
        let request = try machine.ask()
        machine.advance(.seconds(10))
        machine.store = .waits
        machine.send(.confirm(request: request.id))
        machine.send(.startProtection(target: "shopping", length: .hours(1), name: "Now"))
        _ = machine.commitWaiting()
        #expect(machine.isBlocked("shopping"))
        #expect(machine.engine.state.grants.isEmpty)
        #expect(machine.grantEndings == [.manualProtection])
        #expect(machine.told.allSatisfy { $0.decision.isBlocked })
        #expect(machine.folded == machine.engine.state)
    }

    @Test func autoProtectionOvertakes() throws {
        let set = try rules(
            [schedule("nights", ["daily 22:30-06:30"])],
            auto: [auto(when: "local.hour == 23 && local.minute == 5")])
        var machine = try atNight(set)
        try machine.advance(to: "2026-11-18T23:04:45+01:00")
        let request = try machine.ask()
        machine.advance(.seconds(10))
        machine.store = .waits
        machine.send(.confirm(request: request.id))
        machine.advance(.seconds(6))
        #expect(machine.autoProtections.count == 1)
        _ = machine.commitWaiting()
        #expect(machine.isBlocked("shopping"))
        #expect(machine.grantEndings == [.autoProtection])
        #expect(machine.folded == machine.engine.state)
    }

    /// A pause's wait was over for games; shopping becomes blocked while the store makes up its
    /// mind: once it has refused, shopping is waited for afresh.
    @Test func refusedPauseWaitsForWhatBeganMeanwhile() throws {
        var machine = try Machine(
            at: "2026-11-18T22:25:00+01:00",
            rules: sharedSite(games: ["daily 22:00-06:30"], shopping: ["daily 22:30-06:30"]))
        let pause = try machine.ask(.everything, .impulse, isPause: true)
        try machine.advance(to: "2026-11-18T22:29:59+01:00")
        machine.store = .waits
        machine.send(.confirm(request: pause.id))
        machine.advance(.seconds(2))
        machine.refuseWaiting()
        machine.store = .keeps
        machine.send(.storeFailing(false))
        guard case .waitNotOver = machine.refusal(confirming: pause) else {
            Issue.record("shopping was opened one second after it was blocked")
            return
        }
        #expect(machine.isBlocked("games") && machine.isBlocked("shopping"))
    }

    /// A protection is ended early only once that is on disk.
    @Test func earlyEndOfAProtection() throws {
        var machine = try Machine(at: "2026-11-18T15:00:00+01:00", rules: rules([]))
        machine.send(.startProtection(target: "shopping", length: .hours(2), name: "Focus"))
        let id = try #require(machine.engine.state.protections.first?.id)
        let request = try machine.ask(.protection(id), .planned)
        machine.advance(.seconds(10))
        machine.store = .refuses
        machine.send(.confirm(request: request.id))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.history.last?.fact == .storeFailed(refused: .protectionReleased))
        machine.send(.storeFailing(false))
        machine.store = .waits
        machine.send(.confirm(request: request.id))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.commitWaiting(of: ConfirmUnblock.self) == [.released(blocked: [])])
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }
}
