import API
import Testing
import Varlink

@testable import soteria

/// The calls after a protection began while a permission runs.
@Suite struct ProtectionOutcomeTests {
    private typealias Case = ProtectedPermissionTests

    private let open = "Shopping is open until 23:26 (in 8 min), then blocked"

    /// Runs a command while the permission runs; `explain` answers what comes after it.
    private func run(
        _ arguments: [String],
        _ explain:
            @escaping @Sendable (ProtectionAPI.Explain.Parameters) throws ->
            ProtectionAPI.Explain.Reply
    ) throws -> CommandRun {
        var methods = FakeRequests().methods
        let list = Case.list
        methods["org.soteria.protection.List"] = Method { $0.reply(list) }
        methods["org.soteria.protection.Explain"] = Method { call in
            call.reply(try explain(try call.decode(ProtectionAPI.Explain.Parameters.self)))
        }
        let daemon = try FakeDaemon(methods)
        defer { daemon.stop() }
        return CommandRun(arguments: arguments, daemon: daemon)
    }

    @Test(arguments: [
        ["protect", "shopping", "--for", "2h"], ["pause", "shopping", "--protect", "2h"],
    ])
    func theDaemonIsAskedWhatFollows(arguments: [String]) throws {
        let run = try run(arguments) { asked in
            guard asked == .init(target: "shopping", at: Case.permitted) else {
                throw VarlinkError("org.example.Unexpected")
            }
            return Case.explanation(until: SampleReplies.until)
        }
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.hasPrefix("\(open) until 06:30\n"))
    }

    @Test func aTargetThatIsGoneMeanwhileIsNoFailure() throws {
        let run = try run(["protect", "shopping"]) { _ in
            throw ProtectionAPI.NoSuchTarget(target: "shopping").varlinkError
        }
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.hasPrefix("Shopping is open until 23:26 (in 8 min)\n"))
    }
}
