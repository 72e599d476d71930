import API
import Testing

@testable import soteria

/// `soteria pause` on a terminal where something strict holds: nothing is offered that the daemon
/// would refuse.
@Suite struct StrictPauseTests {
    private static let later = "2026-11-22T08:00:00+01:00"
    private static let question = "Keep the block? [K]eep · p[r]otect for 1 h: "

    /// The household while nothing strict holds.
    static var mild: ProtectionAPI.List.Reply {
        var list = SampleReplies.list
        list.targets[0].strict = false
        list.targets[0].restrictions[0].strict = false
        return list
    }

    private func restriction(_ rule: String, strict: Bool, until: String?)
        -> ProtectionAPI.Restriction
    {
        .init(
            kind: .manualProtection, rule: rule, name: "Protection \(rule)", until: until,
            strict: strict)
    }

    @Test(arguments: [["pause"], ["pause", "shopping"], ["pause", "--site", "ebay.com"]])
    func nothingCanBeUnblocked(arguments: [String]) throws {
        let talk = try Talk(arguments, .typing("p", "impulse", "k"))
        #expect(talk.run.status == 0 && talk.person.remaining == 0)
        let lines = talk.run.error.split(separator: "\n").dropFirst(2)
        #expect(
            lines.joined(separator: "\n") == """
                Shopping is strictly blocked until 06:30 (in 7 h 12 min), so you cannot unblock it \
                before then.
                \(Self.question)Type k or r.
                \(Self.question)Type k or r.
                \(Self.question)
                """)
        #expect(talk.log.count == 2 && talk.log.last == #"Keep {"request":12}"#)
    }

    @Test func itCanStillBeProtected() throws {
        let talk = try Talk(["pause", "shopping"], .typing("r"))
        #expect(talk.log.last == #"Protect {"request":12,"seconds":3600}"#)
    }

    @Test func whereNothingIsStrictNothingIsSaidOfIt() throws {
        let talk = try Talk(["pause", "shopping"], .typing("p", "", "", ""), list: Self.mild)
        #expect(talk.run.status == 0 && talk.log.last == #"Confirm {"request":12}"#)
        #expect(!talk.run.error.contains("strict"))
    }

    @Test func whatIsStrictElsewhereDoesNotCount() throws {
        var list = Self.mild
        list.targets[1].blocked = true
        list.targets[1].strict = true
        list.targets[1].restrictions = [restriction("7", strict: true, until: Self.later)]
        let one = try Talk(["pause", "shopping"], .typing("k"), list: list)
        #expect(one.run.error.hasSuffix("[p]lanned · [i]mpulse: "))
        let all = try Talk(["pause"], .typing("k"), list: list)
        #expect(all.run.error.contains("Social media is strictly blocked until 08:00 (in 8 h 42"))
        #expect(all.run.error.hasSuffix(Self.question))
    }

    @Test func onlyTheEndsOfWhatIsStrictCount() {
        var list = SampleReplies.list
        list.targets[0].restrictions += [
            restriction("7", strict: false, until: "2026-11-22T10:00:00+01:00"),
            restriction("8", strict: true, until: Self.later),
        ]
        let one = FakeRequests.open(.init(target: "shopping"), pause: true)
        let text = UnblockText.strict(one, list)
        #expect(text?.hasPrefix("Shopping is strictly blocked until 08:00 (in 8 h 42") == true)
        list.targets[0].restrictions.append(restriction("9", strict: true, until: nil))
        #expect(
            UnblockText.strict(one, list)
                == "Shopping is strictly blocked, no end known, so you cannot unblock it.\n")
        list.targets[1].blocked = true
        list.targets[1].strict = true
        let all = FakeRequests.open(
            .init(everything: true), targets: ["shopping", "social"], pause: true)
        #expect(
            UnblockText.strict(all, list)?.hasPrefix("Shopping, Social media are strictly") == true)
    }
}
