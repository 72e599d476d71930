import API
import Foundation
import Testing
import Varlink

@testable import soteria

/// `soteria pause` and `soteria keep`.
@Suite struct PauseTests {
    private static let kept = "The block is kept. Today so far: 3 protection moments.\n"
    private static let everything = #"Request {"place":{"everything":true},"pause":true}"#

    /// A household in which nothing is blocked.
    private static var open: ProtectionAPI.List.Reply {
        var list = SampleReplies.list
        list.targets[0].blocked = false
        list.targets[0].restrictions = []
        return list
    }

    @Test func aPauseIsAboutEverythingAndEndsWell() throws {
        let talk = try Talk(["pause"], .typing(""), list: StrictPauseTests.mild)
        #expect(talk.run.status == 0 && talk.run.output == Self.kept)
        #expect(talk.log == [Self.everything, #"Keep {"request":12}"#])
        #expect(
            talk.run.error.hasSuffix(
                "Keep the block? [K]eep · p[r]otect for 1 h · [p]lanned · [i]mpulse: "))
    }

    @Test func whereNothingIsBlockedNothingCanBeUnblocked() throws {
        let talk = try Talk(["pause"], .typing("p", "k"), list: Self.open)
        #expect(talk.run.status == 0)
        #expect(
            talk.run.error == """
                Nothing is blocked now.
                This is request 3 today, after 1 unblock.
                Stay away? [K]eep · p[r]otect for 1 h: Type k or r.
                Stay away? [K]eep · p[r]otect for 1 h:\u{20}
                """)
        for arguments in [["pause", "--planned"], ["pause", "social", "--impulse"]] {
            for person in [Person.nobody, Person()] {
                let said = try Talk(arguments, person, list: Self.open)
                #expect(said.run.status == 1 && said.log.isEmpty)
                #expect(said.run.error.contains("none of this is blocked"))
            }
        }
    }

    @Test func anHourOfProtectionIsOneLetter() throws {
        let talk = try Talk(["pause", "shopping"], .typing("r"))
        #expect(talk.run.status == 0)
        #expect(
            talk.log == [
                #"Request {"place":{"target":"shopping"},"pause":true}"#,
                #"Protect {"request":12,"seconds":3600}"#,
            ])
        #expect(talk.run.output == "Shopping stays blocked until 06:30 (in 7 h 12 min)\n")
    }

    @Test func aPauseMayEndInAnUnblock() throws {
        let talk = try Talk(
            ["pause", "--site", "ebay.com"], .typing("i", "1", "", "15"),
            list: StrictPauseTests.mild)
        #expect(talk.run.status == 0 && talk.log.count == 3)
        #expect(
            talk.log[1] == #"Request {"place":{"site":"ebay.com"},"#
                + #""intent":{"purpose":"impulse","mood":"bored","minutes":15},"pause":true}"#)
        #expect(talk.run.output.contains("then blocked again"))
        let blank = String(repeating: " ", count: 35)
        #expect(talk.run.error.hasSuffix("\rThe wait is over.\(blank)\n"))
    }

    @Test func whoeverSaysThePurposeIsAskedNothing() throws {
        let talk = try Talk(["pause", "shopping", "--planned", "--minutes", "7"], Person())
        #expect(talk.run.status == 0 && talk.run.output.contains("then blocked again"))
        #expect(
            talk.log == [
                #"Request {"place":{"target":"shopping"},"#
                    + #""intent":{"purpose":"planned","minutes":7},"pause":true}"#,
                #"Confirm {"request":12}"#,
            ])
        #expect(
            talk.run.error.hasPrefix(
                "\rWaiting 3 s. Press Enter or Ctrl-C to keep the block\rWaiting 2 s"))
        let kept = try Talk(
            ["pause", "--impulse"], Person(.after(.seconds(2), .types("k"))))
        #expect(kept.run.status == 0 && kept.run.output == Self.kept)
        #expect(kept.log.last == #"Keep {"request":12}"# && kept.person.elapsed == .seconds(2))
    }

    @Test(arguments: [
        (["--protect"], 3600), (["--protect", "2h"], 7200), (["--protect", "60s"], 60),
    ])
    func protectionCanBeAskedForAtOnce(arguments: [String], seconds: Int) throws {
        for person in [Person.nobody, Person()] {
            let talk = try Talk(["pause", "shopping"] + arguments, person)
            #expect(talk.run.status == 0, "\(talk.run.error)")
            #expect(talk.log.last == #"Protect {"request":12,"seconds":\#(seconds)}"#)
            #expect(talk.run.error.isEmpty)
        }
    }

    @Test func whatIsNoLengthIsTheTarget() throws {
        let talk = try Talk(["pause", "--protect", "shopping"], .nobody)
        #expect(talk.run.status == 0)
        #expect(
            talk.log == [
                #"Request {"place":{"target":"shopping"},"pause":true}"#,
                #"Protect {"request":12,"seconds":3600}"#,
            ])
    }

    @Test func keepingCanBeAskedForAtOnce() throws {
        let talk = try Talk(["pause", "--keep", "--json"], .nobody)
        #expect(talk.run.status == 0 && talk.run.output == "{\"today\":3}\n")
        #expect(talk.log == [Self.everything, #"Keep {"request":12}"#])
    }

    @Test(arguments: [
        ["--keep", "--protect"], ["--keep", "--planned"], ["--protect", "1h", "--impulse"],
        ["--protect", "5s"], ["--protect", "8d"], ["--protect", "soon", "x"],
        ["--mood", "tired"], ["shopping", "--app", "x"],
    ])
    func mistakesEndIn64(arguments: [String]) throws {
        let talk = try Talk(["pause"] + arguments, .typing("k"))
        #expect(talk.run.status == 64 && talk.log.isEmpty)
        #expect(talk.run.error.contains("Usage: soteria pause"))
    }

    @Test func withoutATerminalTheEndMustBeSaid() throws {
        let talk = try Talk(["pause"], .nobody)
        #expect(talk.run.status == 64 && talk.log.isEmpty)
        #expect(
            talk.run.error
                == "soteria: cannot ask questions without a terminal; pass --keep, --protect, --planned "
                + "or --impulse\n")
    }

    @Test func goingAwayKeeps() throws {
        let stopped = try Talk(["pause"], Person(.signals(SIGINT)))
        #expect(stopped.run.status == 130 && stopped.run.output == Self.kept)
        let ended = try Talk(["pause"], Person(.endsInput))
        #expect(ended.run.status == 0 && ended.run.output == Self.kept)
    }

    @Test(arguments: [([], 12), (["7"], 7)])
    func keepEndsTheOpenRequest(arguments: [String], number: Int) throws {
        let talk = try Talk(["keep"] + arguments, .nobody)
        #expect(talk.run.status == 0 && talk.run.output == Self.kept)
        #expect(talk.log == [#"Keep {"request":\#(number)}"#])
        let json = try Talk(["keep", "--json"] + arguments, .nobody)
        #expect(json.run.output == "{\"today\":3}\n")
    }

    @Test func keepNamesTheRequestsThatItCouldEnd() throws {
        var second = FakeRequests.open(.init(target: "social"), targets: ["social", "gone"])
        second.request = 14
        let requests = [FakeRequests.open(.init(target: "shopping")), second]
        let several = try Talk(
            ["keep"], .nobody,
            FakeRequests([
                "List": { $0.reply(UnblockAPI.List.Reply(requests: requests, grants: [])) }
            ]))
        #expect(several.run.status == 64 && several.log.isEmpty)
        #expect(
            several.run.error == """
                soteria: several requests are open: 12 (Shopping, since 23:18), 14 (Social media, \
                gone, since 23:18)
                Name one, for example: soteria keep 12

                """)
        let none = try Talk(
            ["keep"], .nobody,
            FakeRequests(["List": { $0.reply(UnblockAPI.List.Reply(requests: [], grants: [])) }]))
        #expect(none.run.status == 1 && none.run.error == "soteria: no request is open\n")
    }

    @Test(arguments: [
        (UnblockAPI.NoSuchRequest(request: 7) as any TypedError, "there is no request 7"),
        (
            UnblockAPI.RequestOver(request: 7, outcome: .unblocked),
            "request 7 is over: the target was unblocked"
        ),
        (
            UnblockAPI.BeingConfirmed(request: 7),
            "request 7 has already been confirmed and is about to take effect"
        ),
    ])
    func whatCannotBeKeptIsANo(error: any TypedError, sentence: String) throws {
        let refusal = error.varlinkError
        let talk = try Talk(["keep", "7"], .nobody, FakeRequests(["Keep": { _ in throw refusal }]))
        #expect(talk.run.status == 1 && talk.run.error == "soteria: \(sentence)\n")
    }

    @Test func whileQuietHoursRunAPersonIsOfferedAPause() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        let line = "\nQuiet hours are active. Pause before you go on: soteria pause\n"
        #expect(CommandRun(daemon: daemon, isTerminal: true).output.hasSuffix(line))
        #expect(!CommandRun(daemon: daemon).output.contains("pause"))
        #expect(!CommandRun("--json", daemon: daemon, isTerminal: true).output.contains("pause"))
    }

    @Test func outsideQuietHoursNobodyIsOfferedOne() throws {
        var schedule = SampleReplies.schedule
        schedule.active = false
        let schedules = [schedule]
        let daemon = try FakeDaemon([
            "org.soteria.quiethours.List": Method {
                $0.reply(QuietHoursAPI.List.Reply(schedules: schedules))
            }
        ])
        defer { daemon.stop() }
        #expect(!CommandRun(daemon: daemon, isTerminal: true).output.contains("pause"))
    }
}
