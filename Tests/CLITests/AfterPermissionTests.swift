import API
import Synchronization
import Testing
import Varlink

@testable import soteria

/// The announced state after a permission: only as the daemon reports it.
@Suite struct AfterPermissionTests {
    private static let open = "Shopping is open until 23:33 (in 15 min)"
    private static let end = FakeRequests.grant.until

    /// A run with what the daemon was asked to explain.
    private struct Confirmed {
        let run: CommandRun
        let asked: [ProtectionAPI.Explain.Parameters]

        /// `explain` answers how a target stands when the permission ends.
        init(
            _ arguments: [String], grant: UnblockAPI.Grant? = FakeRequests.grant,
            _ explain:
                @escaping @Sendable (ProtectionAPI.Explain.Parameters) throws ->
                ProtectionAPI.Explain.Reply
        ) throws {
            let questions = Mutex<[ProtectionAPI.Explain.Parameters]>([])
            let requests = FakeRequests([
                "Confirm": { $0.reply(UnblockAPI.Confirm.Reply(grant: grant, blocked: [])) }
            ])
            run = try Self.run(arguments, requests) { call in
                let asked = try call.decode(ProtectionAPI.Explain.Parameters.self)
                questions.withLock { $0.append(asked) }
                call.reply(try explain(asked))
            }
            asked = questions.withLock { $0 }
        }

        private static func run(
            _ arguments: [String], _ requests: FakeRequests, _ explain: @escaping MethodHandler
        ) throws -> CommandRun {
            var methods = requests.methods
            methods["org.soteria.protection.Explain"] = Method(explain)
            let daemon = try FakeDaemon(methods)
            defer { daemon.stop() }
            return CommandRun(arguments: arguments, daemon: daemon, person: .nobody)
        }
    }

    /// Every way to a permission.
    private static let ways = [
        ["unblock", "shopping", "--planned"], ["pause", "shopping", "--impulse"],
        ["prompts", "answer", "21", "impulse"],
    ]

    @Test(arguments: ways)
    func whatStillHoldsThenBlocksAgain(arguments: [String]) throws {
        let talk = try Confirmed(arguments) {
            SampleReplies.explanation(of: $0.target, at: Self.end)
        }
        #expect(talk.run.status == 0 && talk.run.output == "\(Self.open), then blocked again\n")
        #expect(talk.asked == [.init(target: "shopping", at: Self.end)])
    }

    @Test(arguments: ways)
    func whatIsOverByThenDoesNot(arguments: [String]) throws {
        let talk = try Confirmed(arguments) {
            SampleReplies.explanation(of: $0.target, at: Self.end, inForce: false)
        }
        #expect(
            talk.run.status == 0
                && talk.run.output == "\(Self.open), and not blocked after that\n")
        #expect(talk.asked == [.init(target: "shopping", at: Self.end)])
    }

    @Test func aPermissionThatRunsIntoTheInstantAskedAboutHidesNoBlock() throws {
        let talk = try Confirmed(Self.ways[0]) {
            // Its end was rounded down.
            var reply = SampleReplies.explanation(of: $0.target, at: Self.end)
            reply.blocked = false
            reply.grantedUntil = Self.end
            return reply
        }
        #expect(talk.run.output == "\(Self.open), then blocked again\n")
    }

    @Test(arguments: [
        ProtectionAPI.NoSuchTarget(target: "shopping").varlinkError,
        VarlinkError("org.example.Unexpected"), .invalidParameter("at"),
    ])
    func thatItIsOpenIsSaidWhateverFollows(error: VarlinkError) throws {
        let talk = try Confirmed(Self.ways[0]) { _ in throw error }
        #expect(talk.run.status == 0 && talk.run.error == "Waiting 3 s\n")
        #expect(talk.run.output == "\(Self.open)\n" && talk.asked.count == 1)
    }

    @Test func ofSeveralTargetsNothingIsSaid() throws {
        var grant = FakeRequests.grant
        grant.targets = ["shopping", "social"]
        let talk = try Confirmed(["unblock", "--site", "ebay.com", "--planned"], grant: grant) {
            SampleReplies.explanation(of: $0.target, at: Self.end)
        }
        #expect(
            talk.run.output == "Shopping, Social media are open until 23:33 (in 15 min)\n")
        #expect(talk.asked.isEmpty)
    }

    @Test func whereNothingIsSaidNothingIsAsked() throws {
        let json = try Confirmed(Self.ways[0] + ["--json"]) {
            SampleReplies.explanation(of: $0.target, at: Self.end)
        }
        #expect(json.run.status == 0 && json.asked.isEmpty)
        #expect(
            try JSON(parsing: json.run.output).decode(as: UnblockAPI.Confirm.Reply.self)
                == .init(grant: FakeRequests.grant, blocked: []))
        let ended = try Confirmed(["unblock", "--protection", "17", "--planned"], grant: nil) {
            SampleReplies.explanation(of: $0.target, at: Self.end)
        }
        #expect(ended.run.output == "The protection has ended\n" && ended.asked.isEmpty)
    }
}
