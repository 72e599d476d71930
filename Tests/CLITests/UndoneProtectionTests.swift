import API
import Testing
import Varlink

@testable import soteria

/// `soteria protect --undo`, and where it is told.
@Suite struct UndoneProtectionTests {
    private static let end = "2026-11-21T23:19:05+01:00"

    private func run(
        _ arguments: [String], _ methods: [String: MethodHandler],
        list: ProtectionAPI.List.Reply = SampleReplies.list
    ) throws -> CommandRun {
        var all = ["org.soteria.protection.List": Method { $0.reply(list) }]
        for (name, handler) in methods { all["org.soteria.protection.\(name)"] = Method(handler) }
        let daemon = try FakeDaemon(all)
        defer { daemon.stop() }
        return CommandRun(arguments: ["protect"] + arguments, daemon: daemon)
    }

    @Test func aStrictProtectionSaysHow() throws {
        let run = try run(
            ["shopping", "--strict"],
            [
                "Start": {
                    $0.reply(
                        ProtectionAPI.Start.Reply(
                            id: 18, targets: ["shopping"], until: SampleReplies.until,
                            takeBackUntil: Self.end))
                }
            ])
        #expect(run.status == 0, "\(run.error)")
        #expect(
            run.output.hasSuffix(
                "The protection is strict: you cannot unblock anything before it ends\n"
                    + "To undo the protection, until 23:19:05: soteria protect --undo\n"))
    }

    @Test func theStatusSaysHow() {
        var list = SampleReplies.list
        list.targets[0].takeBackUntil = Self.end
        let status = StatusText(
            protection: list, risk: SampleReplies.risk, daemon: SampleReplies.status)
        #expect(
            status.text(Style()).contains(
                "Strict protection  can be undone until 23:19:05: soteria protect --undo\n"))
    }

    @Test(arguments: [
        ([], "The protection has been undone\n"),
        (["shopping"], "The protection has been undone\nShopping stays blocked\n"),
        (
            ["shopping", "social"],
            "The protection has been undone\nShopping, Social media stay blocked\n"
        ),
    ])
    func itIsUndone(blocked: [String], output: String) throws {
        let run = try run(
            ["--undo"],
            ["TakeBack": { $0.reply(ProtectionAPI.TakeBack.Reply(id: 18, blocked: blocked)) }])
        #expect(run.status == 0 && run.output == output, "\(run.error)")
    }

    @Test(arguments: [
        (
            ProtectionAPI.TooLate(id: 18, seconds: 60) as any TypedError,
            "it is too late to undo protection 18: a strict protection can be undone for 1 min"
        ),
        (
            ProtectionAPI.StoreUnavailable(reason: "no space"),
            "the record could not be written, so the protection is still running: no space"
        ),
    ])
    func refusals(error: any TypedError, sentence: String) throws {
        let run = try run(["--undo"], ["TakeBack": { _ in throw error.varlinkError }])
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.error == "soteria: \(sentence)\n")
    }

    @Test(arguments: [["shopping"], ["--strict"], ["--name", "A"]])
    func itStandsAlone(arguments: [String]) {
        let run = CommandRun(arguments: ["protect", "--undo"] + arguments)
        #expect(run.status == 64 && run.error.contains("--undo cannot be combined"))
    }
}
