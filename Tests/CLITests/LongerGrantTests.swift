import API
import Synchronization
import Testing
import Varlink

@testable import soteria

/// A new permission of several targets, one of which is open for longer already.
@Suite struct LongerGrantTests {
    private static let longer = "2026-11-21T23:48:00+01:00"

    /// A run in which the daemon opens the targets until 23:33; `after` is how they stand then, nil
    /// where the daemon does not say so any more.
    private func run(
        _ targets: [String], after: ProtectionAPI.List.Reply?
    ) throws -> CommandRun {
        let isOpen = Mutex(false)
        var grant = FakeRequests.grant
        grant.targets = targets
        let reply = UnblockAPI.Confirm.Reply(grant: grant, blocked: [])
        let requests = FakeRequests([
            "Confirm": { call in
                isOpen.withLock { $0 = true }
                call.reply(reply)
            }
        ])
        var methods = requests.methods
        methods["org.soteria.protection.List"] = Method { call in
            guard isOpen.withLock({ $0 }) else { return call.reply(SampleReplies.list) }
            guard let after else { throw VarlinkError.methodNotImplemented("List") }
            call.reply(after)
        }
        let daemon = try FakeDaemon(methods)
        defer { daemon.stop() }
        return CommandRun(
            arguments: ["unblock", "--site", "a.example", "--planned"], daemon: daemon,
            person: .nobody)
    }

    /// How the household stands with permissions until these instants.
    private func list(shopping: String?, social: String?) -> ProtectionAPI.List.Reply {
        var list = SampleReplies.list
        for (index, until) in [shopping, social].enumerated() {
            list.targets[index].blocked = false
            list.targets[index].grantedUntil = until
        }
        return list
    }

    @Test func eachTargetHasItsOwnEnd() throws {
        let run = try run(
            ["shopping", "social"],
            after: list(shopping: FakeRequests.grant.until, social: Self.longer))
        #expect(run.status == 0)
        #expect(
            run.output == """
                Shopping is open until 23:33 (in 15 min)
                Social media is open until 23:48 (in 30 min)

                """)
    }

    @Test func equalEndsShareALine() throws {
        let run = try run(
            ["shopping", "social"], after: list(shopping: Self.longer, social: Self.longer))
        #expect(run.output == "Shopping, Social media are open until 23:48 (in 30 min)\n")
    }

    @Test func whatComesAfterTheLongerOneIsAskedOfItsEnd() throws {
        let run = try run(["shopping"], after: list(shopping: Self.longer, social: nil))
        #expect(run.output == "Shopping is open until 23:48 (in 30 min), then blocked again\n")
    }

    @Test func aDaemonThatDoesNotSayHowThingsStandIsBelievedItsReply() throws {
        for after in [nil, list(shopping: nil, social: nil)] {
            let run = try run(["shopping", "social"], after: after)
            #expect(run.status == 0 && run.error == "Waiting 3 s\n")
            #expect(run.output == "Shopping, Social media are open until 23:33 (in 15 min)\n")
        }
    }
}
