import API
import Testing

@testable import soteria

/// Protecting what a permission keeps open: it stays open until the permission ends.
@Suite struct ProtectedPermissionTests {
    static let permitted = "2026-11-21T23:26:00+01:00"
    private static let end = "2026-11-22T01:18:00+01:00"
    private static let reply = ProtectionAPI.Start.Reply(
        id: 18, targets: ["shopping"], until: end)
    private static let open = "Shopping is open until 23:26 (in 8 min), then blocked"

    /// The household while a permission runs for shopping.
    static var list: ProtectionAPI.List.Reply {
        var list = SampleReplies.list
        list.targets[0] = .init(
            target: "shopping", name: "Shopping", blocked: false, strict: false,
            restrictions: [], monitored: true, sites: 2, apps: 1, grantedUntil: permitted)
        return list
    }

    /// How a target stands when the permission ends.
    static func explanation(
        until: String?, inForce: Bool = true, of target: String = "shopping"
    ) -> ProtectionAPI.Explain.Reply {
        ProtectionAPI.Explain.Reply(
            target: target, name: "Shopping", at: permitted, blocked: inForce, until: until,
            monitored: true,
            rules: [
                .init(
                    kind: .manualProtection, rule: "18", name: "Manual protection",
                    inForce: inForce, enabled: true, strict: false, until: until, why: "It runs.")
            ])
    }

    private func text(_ then: ProtectionAPI.Explain.Reply?) -> String {
        ProtectionText.text(
            Self.reply, asked: Length(seconds: 7200),
            ProtectionOutcome(
                state: Self.list, afterPermission: then.map { ["shopping": $0] } ?? [:]), Style())
    }

    @Test func theBlockFollowsThePermission() {
        #expect(text(Self.explanation(until: Self.end)) == "\(Self.open) until 01:18\n")
    }

    @Test func theBlockThatFollowsIsThatOfEveryRule() {
        #expect(text(Self.explanation(until: SampleReplies.until)) == "\(Self.open) until 06:30\n")
    }

    @Test func aBlockWithoutAKnownEndFollows() {
        #expect(text(Self.explanation(until: nil)) == "\(Self.open) again\n")
    }

    @Test func whatIsNotKnownToFollowIsNotSaid() {
        #expect(text(nil) == "Shopping is open until 23:26 (in 8 min)\n")
    }

    @Test func aPermissionThatEndsWithinTheInstantAskedAboutCounts() {
        var then = Self.explanation(until: Self.end)
        then.blocked = false
        then.grantedUntil = Self.permitted
        #expect(text(then) == "\(Self.open) until 01:18\n")
    }

    @Test func aPermissionMayOutlastTheProtection() {
        #expect(
            text(Self.explanation(until: nil, inForce: false))
                == "Shopping stays open until 23:26 (in 8 min), and the protection ends before "
                + "that\n")
    }

    @Test func targetsThatOpenAndBlockAlikeShareALine() {
        var list = Self.list
        list.targets[1].grantedUntil = Self.permitted
        var reply = Self.reply
        reply.targets = ["shopping", "social"]
        let afterwards = Self.explanation(until: Self.end)
        var outcome = ProtectionOutcome(
            state: list, afterPermission: ["shopping": afterwards, "social": afterwards])
        func text() -> String {
            ProtectionText.text(reply, asked: Length(seconds: 7200), outcome, Style())
        }
        #expect(
            text()
                == "Shopping, Social media are open until 23:26 (in 8 min), then blocked until "
                + "01:18\n")
        let open = Self.explanation(until: nil, inForce: false)
        outcome.afterPermission = ["shopping": open, "social": open]
        #expect(
            text() == "Shopping, Social media stay open until 23:26 (in 8 min), and the "
                + "protection ends before that\n")
        list.targets[1].grantedUntil = nil
        outcome = ProtectionOutcome(state: list, afterPermission: ["shopping": afterwards])
        #expect(
            text() == "\(Self.open) until 01:18\nSocial media is blocked until 01:18 (in 2 h)\n")
    }
}
