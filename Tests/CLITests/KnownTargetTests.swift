import API
import Testing

@testable import soteria

/// A state told again as the decisions that it implies.
@Suite struct KnownTargetTests {
    private typealias Reply = ProtectionAPI.Monitor.Reply

    private static func state(
        _ key: String, blocked: Bool, until: String? = nil, granted: String? = nil,
        name: String = "Name"
    ) -> ProtectionAPI.TargetState {
        .init(
            target: key, name: name, blocked: blocked, strict: false, until: until,
            restrictions: blocked ? [SampleReplies.restriction] : [], monitored: true, sites: 1,
            apps: 0, grantedUntil: granted)
    }

    private static func summary(_ decisions: [ProtectionAPI.Decision]) -> [String] {
        decisions.map { "\($0.verdict.rawValue) \($0.target)" }
    }

    /// A watch that has heard this first state.
    private func watch(_ targets: ProtectionAPI.TargetState...) -> KnownTargets {
        var known = KnownTargets()
        #expect(known.decisions(Reply(targets: targets, sequence: 1), initial: false) == [])
        return known
    }

    @Test func theFirstStateIsToldWhereItIsAskedFor() {
        let targets = [Self.state("a", blocked: true), Self.state("b", blocked: false)]
        var known = KnownTargets()
        let decisions = known.decisions(Reply(targets: targets, sequence: 17), initial: true)
        #expect(Self.summary(decisions) == ["block a", "unblock b"])
        #expect(decisions.allSatisfy { $0.sequence == 17 && $0.cause == .start })
        #expect(decisions[0].restrictions == [SampleReplies.restriction])
    }

    @Test func aDecisionIsToldAsItCame() {
        var known = watch(Self.state("shopping", blocked: true))
        let reply = Reply(decision: SampleReplies.decision)
        #expect(known.decisions(reply, initial: false) == [SampleReplies.decision])
        // The changed state is known: the same state again is not news.
        let state = [Self.state("shopping", blocked: false)]
        #expect(known.decisions(Reply(targets: state, sequence: 18), initial: false) == [])
    }

    @Test func aStateThatIsTheSameSaysNothing() {
        var known = watch(
            Self.state("a", blocked: true, until: SampleReplies.until),
            Self.state("b", blocked: false))
        let again = [
            Self.state("a", blocked: true, until: SampleReplies.until, name: "Another name"),
            Self.state("b", blocked: false),
        ]
        for initial in [false, true] {
            #expect(known.decisions(Reply(targets: again, sequence: 9), initial: initial) == [])
        }
    }

    @Test(arguments: [
        (false, nil, nil, "unblock a"), (true, SampleReplies.now, nil, "update a"),
        (false, nil, SampleReplies.now, "unblock a"),
    ])
    func aBlockThatDiffersIsADecision(
        blocked: Bool, until: String?, granted: String?, expected: String
    ) {
        var known = watch(Self.state("a", blocked: true, until: SampleReplies.until))
        let after = Self.state("a", blocked: blocked, until: until, granted: granted)
        let decisions = known.decisions(Reply(targets: [after], sequence: 30), initial: false)
        #expect(Self.summary(decisions) == [expected])
        #expect(decisions.first?.grantedUntil == granted && decisions.first?.sequence == 30)
    }

    @Test func whatBeganMeanwhileIsABlock() {
        var known = watch(Self.state("a", blocked: false))
        let after = [Self.state("a", blocked: true), Self.state("new", blocked: true)]
        #expect(
            Self.summary(known.decisions(Reply(targets: after, sequence: 2), initial: false))
                == ["block a", "block new"])
    }

    @Test func aNewTargetThatIsOpenIsNoNews() {
        var known = watch(Self.state("a", blocked: false))
        let after = [Self.state("a", blocked: false), Self.state("new", blocked: false)]
        #expect(known.decisions(Reply(targets: after, sequence: 2), initial: false) == [])
    }

    @Test func whatTheRulesNoLongerNameIsOpen() {
        var known = watch(Self.state("a", blocked: true), Self.state("b", blocked: false))
        let decisions = known.decisions(Reply(targets: [], sequence: 2), initial: false)
        #expect(Self.summary(decisions) == ["unblock a"])
        #expect(decisions.first?.name == "Name")
        #expect(known.decisions(Reply(targets: [], sequence: 3), initial: false) == [])
    }
}
