import API
import Testing
import Varlink

@testable import soteria

/// `soteria protect`: what it says of each target's own end, and what it refuses.
@Suite struct ProtectTests {
    private static let reply = ProtectionAPI.Start.Reply(
        id: 18, targets: ["shopping"], until: "2026-11-22T00:18:00+01:00")
    private static let own = ProtectionAPI.Restriction(
        kind: .manualProtection, rule: "18", name: "Manual protection", until: reply.until,
        strict: false)

    /// A household in which shopping is blocked like this.
    private func state(until: String?, _ restrictions: [ProtectionAPI.Restriction])
        -> ProtectionAPI.List.Reply
    {
        var state = SampleReplies.list
        state.targets[0].until = until
        state.targets[0].restrictions = restrictions
        return state
    }

    private func text(
        _ state: ProtectionAPI.List.Reply, _ reply: ProtectionAPI.Start.Reply = reply,
        seconds: Int = 3600
    ) -> String {
        ProtectionText.text(
            reply, asked: Length(seconds: seconds), state, Style())
    }

    @Test func aTargetThatWasOpenIsBlockedUntilTheProtectionEnds() {
        #expect(
            text(state(until: Self.reply.until, [Self.own]))
                == "Shopping is blocked until 00:18 (in 1 h)\n")
    }

    @Test func aTargetThatARuleHoldsForLongerStaysBlocked() {
        #expect(
            text(state(until: SampleReplies.until, [SampleReplies.restriction, Self.own]))
                == "Shopping stays blocked until 06:30 (in 7 h 12 min)\n")
        var earlier = Self.own
        earlier.rule = "17"
        #expect(
            text(state(until: SampleReplies.until, [earlier, Self.own])).contains("stays blocked"))
        #expect(
            text(state(until: nil, [SampleReplies.restriction, Self.own]))
                == "Shopping stays blocked, no end known\n")
    }

    @Test func aTargetThatARuleHoldsForLessIsBlockedByTheProtection() {
        #expect(
            text(state(until: Self.reply.until, [SampleReplies.restriction, Self.own]))
                == "Shopping is blocked until 00:18 (in 1 h)\n")
    }

    @Test func quietHoursThatFollowAreInTheEnd() {
        #expect(
            text(state(until: SampleReplies.until, [Self.own]))
                == "Shopping is blocked until 06:30 (in 7 h 12 min)\n")
    }

    @Test func anEarlierProtectionThatLastsLongerStays() {
        // The daemon answers with the earlier one.
        let text = text(state(until: Self.reply.until, [Self.own]), seconds: 60)
        #expect(text == "Shopping stays blocked until 00:18 (in 1 h)\n")
    }

    @Test func targetsThatEndAlikeShareALine() {
        var reply = Self.reply
        reply.targets = ["shopping", "social", "gone"]
        let state = state(until: SampleReplies.until, [SampleReplies.restriction, Self.own])
        #expect(
            text(state, reply) == """
                Shopping stays blocked until 06:30 (in 7 h 12 min)
                Social media, gone are blocked until 00:18 (in 1 h)

                """)
    }

    @Test(arguments: ["", "  "])
    func anEmptyNameIsAMistake(name: String) {
        let run = CommandRun("protect", "--name", name)
        #expect(run.status == 64 && run.error.contains("a name cannot be empty"))
    }

    @Test(arguments: [
        (
            false,
            "monitoring is switched off for every target; to switch it on: "
                + "soteria targets monitor TARGET"
        ),
        (true, "the rules have no monitored target; to block a site or an app: soteria add"),
    ])
    func whyThereIsNothingToProtect(isEmpty: Bool, sentence: String) throws {
        var state = SampleReplies.list
        for index in state.targets.indices { state.targets[index].monitored = false }
        if isEmpty { state.targets = [] }
        let list = state
        let daemon = try FakeDaemon([
            "org.soteria.protection.List": Method { $0.reply(list) },
            "org.soteria.protection.Start": Method { _ in
                throw ProtectionAPI.NothingToProtect().varlinkError
            },
        ])
        defer { daemon.stop() }
        let run = CommandRun("protect", daemon: daemon)
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.error == "soteria: \(sentence)\n")
    }

    @Test func aBlockThatCouldNotBeRecordedIsSaidToHold() throws {
        let daemon = try FakeDaemon([
            "org.soteria.protection.Start": Method { _ in
                throw ProtectionAPI.StoreUnavailable(
                    reason: "no space is left to write to /s"
                ).varlinkError
            }
        ])
        defer { daemon.stop() }
        let run = CommandRun("protect", "shopping", daemon: daemon)
        #expect(run.status == 1)
        #expect(run.error.hasPrefix("soteria: the block is active but could not be recorded, so "))
    }
}
