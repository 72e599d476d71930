import Engine
import RuleModel
import Testing

/// The daemon dies between what reached the disk and what should have followed from it: the next
/// one makes up for it.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct DaemonDies {
    /// Confirmed at 23:04:55 with a store that takes its time; the wait was over.
    private func confirming(_ rules: RuleSet) throws -> (Machine, UnblockRequest) {
        var machine = try atNight(rules)
        try machine.advance(to: "2026-11-18T23:04:45+01:00")
        let request = try machine.ask()
        machine.advance(.seconds(10))
        machine.store = .waits
        machine.send(.confirm(request: request.id))
        return (machine, request)
    }

    private func protecting() throws -> RuleSet {
        try rules(
            [schedule("nights", ["daily 22:30-06:30"])],
            auto: [auto(when: "local.hour == 23 && local.minute == 5")])
    }

    /// An auto-protection overtook the commit; nobody lived to record that the grant was over.
    @Test(arguments: [false, true])
    func autoProtectionOvertook(isReboot: Bool) throws {
        var (machine, request) = try confirming(protecting())
        machine.advance(.seconds(6))
        #expect(machine.autoProtections.count == 1)
        machine.dieCommitted(isReboot: isReboot)
        #expect(machine.outcome(of: request) == .unblocked)
        #expect(machine.grantEndings == [.autoProtection])
        #expect(machine.engine.state.grants.isEmpty)
        #expect(machine.isBlocked("shopping"))
        #expect(machine.engine.isAutoProtected(["shopping"]))
        #expect(machine.told.allSatisfy { $0.decision.isBlocked })
        #expect(machine.folded == machine.engine.state)
        // It is not ended a second time.
        machine.advance(.hours(1))
        machine.restart(after: .minutes(1))
        #expect(machine.grantEndings == [.autoProtection])
        #expect(machine.isBlocked("shopping"))
    }

    @Test func strictOvertook() throws {
        var (machine, _) = try confirming(everyNight())
        machine.send(
            .startProtection(target: "shopping", length: .hours(1), name: "", isStrict: true))
        machine.dieCommitted()
        #expect(machine.grantEndings == [.strict])
        #expect(machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }

    /// With nothing in its way the grant runs on to its own end.
    @Test func nothingOvertook() throws {
        var (machine, _) = try confirming(everyNight())
        machine.advance(.seconds(6))
        machine.dieCommitted()
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.grantEndings.isEmpty)
        try machine.advance(to: "2026-11-18T23:19:54.999+01:00")
        #expect(!machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(machine.isBlocked("shopping"))
        #expect(machine.grantEndings == [.time])
    }

    /// A grant under an auto-protection that was there before it is none of those.
    @Test func grantedUnderAutoProtection() throws {
        var machine = try atNight(protecting())
        try machine.advance(to: "2026-11-18T23:06:00+01:00")
        let request = try machine.ask()
        machine.advance(.seconds(30))
        try machine.granted(request)
        machine.dieCommitted()
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.grantEndings.isEmpty)
    }
}
