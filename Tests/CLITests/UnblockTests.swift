import API
import Foundation
import Synchronization
import Testing
import Varlink

@testable import soteria

/// A run of the command line with a person, against a daemon that keeps a log of the requests.
struct Talk {
    let run: CommandRun
    let person: Person
    /// The calls to the daemon; see `FakeRequests.log`.
    let log: [String]

    init(
        _ arguments: [String], _ person: Person, _ requests: FakeRequests = FakeRequests(),
        list: ProtectionAPI.List.Reply = SampleReplies.list, isTerminal: Bool = false
    ) throws {
        var methods = requests.methods
        methods["org.soteria.protection.List"] = Method { $0.reply(list) }
        let daemon = try FakeDaemon(methods)
        defer { daemon.stop() }
        run = CommandRun(
            arguments: arguments, daemon: daemon, isTerminal: isTerminal,
            style: Style(width: 120), person: person)
        self.person = person
        log = requests.log
    }
}

/// `soteria unblock` on a terminal: what is asked, in which order, and what comes of the answers.
@Suite struct UnblockTests {
    private static let request = #"Request {"place":{"target":"shopping"}}"#
    private static let kept = "The block is kept. Today so far: 3 protection moments.\n"
    private static let opened = "Shopping is open until 23:33 (in 15 min), then blocked again\n"

    private func request(_ intent: String) -> String {
        #"Request {"place":{"target":"shopping"},"intent":{\#(intent)}}"#
    }

    /// Another client keeps the block, on a page for example, two seconds into the wait.
    @Test(arguments: [true, false])
    func anotherClientEndsTheWait(isAtTerminal: Bool) throws {
        let isKept = Mutex(false)
        let requests = FakeRequests([
            "List": { call in
                let asked = try call.decode(UnblockAPI.List.Parameters.self)
                let outcome: UnblockAPI.Outcome = isKept.withLock { $0 } ? .kept : .open
                call.reply(
                    UnblockAPI.List.Reply(
                        requests: [], grants: [], outcome: asked.request.map { _ in outcome }))
            }
        ])
        let person = Person([], isAtTerminal: isAtTerminal) { time in
            if time >= .seconds(2) { isKept.withLock { $0 = true } }
        }
        let talk = try Talk(["unblock", "shopping", "--impulse"], person, requests)
        #expect(talk.run.status == 1 && talk.run.output.isEmpty)
        #expect(talk.run.error.hasSuffix("soteria: request 12 is over: the block was kept\n"))
        #expect(person.elapsed == .seconds(2))
        #expect(talk.log == [request(#""purpose":"impulse""#)])
    }

    @Test func whatCostsNoMoneyIsNotAskedForAnAmount() throws {
        let requests = FakeRequests([
            "Request": { call in
                let asked = try call.decode(UnblockAPI.Request.Parameters.self)
                var request = FakeRequests.open(asked.place, intent: asked.intent)
                request.spending = false
                call.reply(UnblockAPI.Request.Reply(request: request))
            }
        ])
        let talk = try Talk(["unblock", "shopping"], .typing("p", "2", "20"), requests)
        #expect(talk.run.status == 0)
        #expect(!talk.run.error.contains("expect to spend"))
        #expect(
            talk.log.contains(request(#""purpose":"planned","category":"gift","minutes":20"#)))
    }

    @Test(arguments: ["", "k", "K", " keep "])
    func theFirstAnswerIsToKeep(line: String) throws {
        let talk = try Talk(["unblock", "shopping"], .typing(line))
        #expect(talk.run.status == 1 && talk.run.output == Self.kept)
        #expect(talk.log == [Self.request, #"Keep {"request":12}"#])
        #expect(
            talk.run.error == """
                Shopping is blocked until 06:30 (in 7 h 12 min): Financial quiet mode (quiet hours, \
                strict)
                This is request 3 today, after 1 unblock.
                Keep the block? [K]eep · [p]lanned · [i]mpulse:\u{20}
                """)
        // Nothing had to be waited for.
        #expect(talk.person.elapsed == .zero)
    }

    @Test func whatWasPlannedIsOpenedAfterItsWait() throws {
        let talk = try Talk(
            ["unblock", "shopping"], .typing("p", "2", "49.90 EUR", "20"))
        #expect(talk.run.status == 0 && talk.run.output == Self.opened)
        #expect(
            talk.log == [
                Self.request,
                request(
                    #""purpose":"planned","category":"gift","amount":"49.90","currency":"EUR","#
                        + #""minutes":20"#),
                #"Confirm {"request":12}"#,
            ])
        #expect(
            talk.run.error.hasSuffix(
                """
                What is the unblock for?
                  1 necessity
                  2 gift
                  3 other
                Type a number from 1 to 3, or press Enter to skip: \
                How much do you expect to spend, for example 49.90 or 49.90 EUR? (Enter to skip): \
                How many minutes do you need, up to 15? (Enter to skip): \
                \rWaiting 3 s. Press Enter or Ctrl-C to keep the block\
                \rWaiting 2 s. Press Enter or Ctrl-C to keep the block\
                \rWaiting 1 s. Press Enter or Ctrl-C to keep the block\
                \rThe wait is over.                                   \


                """), "\(talk.run.error)")
        #expect(talk.person.elapsed == .seconds(3) && talk.person.remaining == 0)
    }

    @Test func everyDetailOfAnImpulseCanBeSkipped() throws {
        let talk = try Talk(["unblock", "shopping"], .typing("impulse", "", "", ""))
        #expect(talk.run.status == 0 && talk.run.output == Self.opened)
        #expect(talk.log[1] == request(#""purpose":"impulse""#))
        #expect(talk.run.error.contains("How do you feel?\n  1 bored\n  2 tired\n"))
        #expect(talk.person.elapsed == .seconds(5))
    }

    @Test func keepingIsTypedDuringTheWaitThatFollowsTheQuestions() throws {
        let talk = try Talk(
            ["unblock", "shopping"],
            .typing("i", "Tired", "", "", then: .after(.seconds(4), .types("k"))))
        #expect(talk.run.status == 1 && talk.run.output == Self.kept)
        #expect(
            talk.log == [
                Self.request, request(#""purpose":"impulse","mood":"tired""#),
                #"Keep {"request":12}"#,
            ])
        #expect(talk.person.elapsed == .seconds(4))
    }

    @Test func afterTheWaitNothingIsHeardAnyMore() throws {
        let talk = try Talk(
            ["unblock", "shopping"],
            .typing("i", "", "", "", then: .after(.milliseconds(5001), .types("k"))))
        #expect(talk.run.status == 0 && talk.run.output == Self.opened)
        #expect(talk.log.last == #"Confirm {"request":12}"# && talk.person.remaining == 1)
    }

    @Test func aWrongEntryIsExplainedAndAskedAgain() throws {
        let talk = try Talk(
            ["unblock", "shopping"],
            .typing(
                "x", "p", "9", "0", "fun", "other", "-5", "1,250", "1e3", "9999999999999", "5 euro",
                "5 EUR x", "5", "0", "1441", "ten", "10"))
        #expect(talk.run.status == 0 && talk.person.remaining == 0)
        for sentence in [
            "Type k, p or i.\n", "\"9\" is not in the list.\n",
            "\"0\" is not in the list.\n", "\"fun\" is not in the list.\n",
            "\"-5\" is negative.\n",
            "\"1,250\" can be read in two ways; write thousands without a comma, and decimals "
                + "after a point.\n",
            "\"1e3\" is not an amount; write an amount like 49.90.\n",
            "\"9999999999999\" is too large; the limit is 1000000000.\n",
            "\"euro\" is not a currency; write three capital letters, like EUR.\n",
            "\"5 EUR x\" is not an amount",
            "The number of minutes must be between 1 and 1440.\n",
            "\"ten\" is not a whole number of minutes.\n",
        ] {
            #expect(talk.run.error.contains(sentence), "\(sentence)")
        }
        #expect(
            talk.log[1]
                == request(
                    #""purpose":"planned","category":"other","amount":"5","minutes":10"#))
    }

    @Test(arguments: [
        (["--planned"], #""purpose":"planned""#), (["--impulse"], #""purpose":"impulse""#),
        (["--planned", "--minutes", "7"], #""purpose":"planned","minutes":7"#),
        (
            ["--impulse", "--mood", "tired", "--amount", "5"],
            #""purpose":"impulse","mood":"tired","amount":"5""#
        ),
    ])
    func whoeverSaysThePurposeIsAskedNothing(options: [String], intent: String) throws {
        let talk = try Talk(["unblock", "shopping"] + options, Person())
        #expect(talk.run.status == 0 && talk.run.output == Self.opened)
        #expect(talk.log == [request(intent), #"Confirm {"request":12}"#])
        // The countdown is all that is shown.
        let seconds = options[0] == "--planned" ? 3 : 5
        let countdown = (1...seconds).reversed().map {
            "\rWaiting \($0) s. Press Enter or Ctrl-C to keep the block"
        }
        #expect(
            talk.run.error == countdown.joined() + "\rThe wait is over."
                + String(repeating: " ", count: 35) + "\n")
        #expect(talk.person.elapsed == .seconds(seconds))
    }

    @Test func aMoodMayComeWithAPlannedPurchase() throws {
        let talk = try Talk(
            ["unblock", "--site", "www.amazon.com", "--planned", "--mood", "bored"],
            .typing())
        #expect(
            talk.log[0] == #"Request {"place":{"site":"www.amazon.com"},"#
                + #""intent":{"purpose":"planned","mood":"bored"}}"#)
    }

    @Test func whatTheDaemonDoesNotTakeIsAskedAgain() throws {
        let requests = FakeRequests([
            "Request": { call in
                let asked = try call.decode(UnblockAPI.Request.Parameters.self)
                if asked.intent?.amount == "7" {
                    throw UnblockAPI.InvalidAmount(amount: "7", problem: "it is odd").varlinkError
                }
                call.reply(
                    UnblockAPI.Request.Reply(
                        request: FakeRequests.open(asked.place, intent: asked.intent)))
            }
        ])
        let talk = try Talk(
            ["unblock", "shopping"], .typing("p", "gift", "7", "5", "8"), requests)
        #expect(talk.run.status == 0, "\(talk.run.error)")
        #expect(talk.run.error.contains("\"7\" is not a valid amount: it is odd.\n"))
        #expect(
            talk.log[2]
                == request(#""purpose":"planned","category":"gift","amount":"8","minutes":5"#))
    }

    @Test func aWaitThatBecameLongerIsWaitedOut() throws {
        let talk = try Talk(
            ["unblock", "shopping", "--planned"], .typing(), FakeRequests(refusals: [4, 1]))
        #expect(talk.run.status == 0 && talk.run.output == Self.opened)
        #expect(talk.person.elapsed == .seconds(3 + 4 + 1))
        #expect(talk.log.filter { $0.hasPrefix("Confirm") }.count == 3)
    }

    @Test func aProtectionIsEndedEarly() throws {
        let requests = FakeRequests([
            "Confirm": { $0.reply(UnblockAPI.Confirm.Reply(blocked: ["shopping"])) }
        ])
        let talk = try Talk(
            ["unblock", "--protection", "17"], .typing("p", "", "", ""), requests)
        #expect(talk.run.status == 0)
        #expect(talk.log[0] == #"Request {"place":{"protection":17}}"#)
        #expect(talk.run.output == "The protection has ended\nShopping stays blocked\n")
    }
}
