import TestSupport
import API
import Testing
import Varlink
import VarlinkIDL

@testable import soteria_browser_host

/// Single calls, against a service with the daemon's interfaces.
@Suite struct CallTests {
    private let daemon = DaemonDouble()
    private static let check = "org.soteria.protection.Check"

    private func connected(_ methods: [String: Method] = [:], timeout: Duration = .seconds(900))
        throws -> Extension
    {
        try daemon.start(methods)
        let browser = try Extension(address: daemon.address, timeout: timeout)
        try browser.greeting()
        return browser
    }

    @Test func aCallIsAnsweredUnderItsNumber() throws {
        let browser = try connected()
        browser.call(7, Self.check, ["host": "shop.example"])
        #expect(try browser.next() == ["id": 7, "parameters": ["host": "shop.example"]])
        browser.send(#"{"id":-9,"method":"org.soteria.protection.Check"}"#)
        #expect(try browser.next() == ["id": -9, "parameters": [:]])
        browser.endInput()
        #expect(browser.endsWell())
        #expect(try browser.next() == nil)
    }

    @Test func tenThousandCallsComeBackInTheirOrder() throws {
        let browser = try connected()
        let count = 10_000
        let sender = Handover<Void>()
        Threads.run {
            for id in 0..<count {
                browser.call(id, Self.check, ["host": .string("h\(id).example")])
            }
            sender.give(())
        }
        for id in 0..<count {
            let answer = try browser.next()
            guard
                answer == [
                    "id": .integer(Int64(id)), "parameters": ["host": .string("h\(id).example")],
                ]
            else {
                Issue.record("call \(id): \(String(describing: answer))")
                return
            }
        }
        #expect(sender.next() != nil)
        #expect(try daemon.connectionCount == 1)
    }

    @Test func textGoesThroughAsItIs() throws {
        let browser = try connected()
        let texts = ["ä€𝄞", "\u{0}\u{1}\u{1f}", "\"\\/", "\u{2028}", ""]
        for text in texts {
            browser.call(1, Self.check, ["host": .string(text), "app": [1, -0.5, 1e300, nil]])
            #expect(
                try browser.next()
                    == [
                        "id": 1,
                        "parameters": ["host": .string(text), "app": [1, -0.5, 1e300, nil]],
                    ])
        }
    }

    @Test func refusalsOfTheDaemonGoThroughWithTheirParameters() throws {
        let refusal = UnblockAPI.NotBlocked(targets: ["shopping"]).varlinkError
        let browser = try connected(["org.soteria.unblock.Request": Method { _ in throw refusal }])
        browser.call(3, "org.soteria.unblock.Request", ["target": "shopping"])
        #expect(
            try browser.next() == [
                "id": 3, "error": .string(refusal.name),
                "parameters": .object(refusal.parameters),
            ])
        browser.call(4, "org.soteria.unblock.Keep", ["request": "no number"])
        try daemon.answer { call in
            do throws(VarlinkError) {
                _ = try call.decode(UnblockAPI.Keep.Parameters.self)
            } catch {
                call.fail(error)
            }
        }
        let answer = try #require(try browser.next())
        #expect(answer["error"] == "org.varlink.service.InvalidParameter")
        #expect(answer["parameters"] == ["parameter": "request"])
    }

    @Test(
        arguments: [
            "org.soteria.rules.Reload", "org.soteria.daemon.Pause", "org.soteria.daemon.Events",
            "org.soteria.daemon.RegisterExtension", "org.soteria.browser.Bye",
            "org.soteria.protection.SetProtected", "org.soteria.quiethours.SetEnabled",
            "org.soteria.checkin.Force", "org.soteria.metrics.Export",
            "org.varlink.service.GetInfo", "", "Check", "org.soteria.protection.check",
            "org.soteria.protection.Check ", "org.soteria.protection.Check\u{0}",
        ])
    func whatIsNotListedIsNotAllowed(method: String) throws {
        let browser = try Extension(address: daemon.address)
        try browser.greeting()
        for more in [false, true] {
            browser.call(5, method, more: more)
            #expect(
                try browser.next() == [
                    "id": 5, "error": "org.soteria.browser.NotAllowed",
                    "parameters": ["method": .string(method)],
                ])
        }
    }

    /// Each further method is one more thing that a taken-over extension can do.
    @Test func theAllowedMethods() {
        let names = """
            checkin.AcknowledgeWelcome checkin.Answer checkin.GetState checkin.List
            daemon.GetStatus
            prompts.Answer prompts.Monitor
            protection.Check protection.Explain protection.List protection.Monitor
            targets.Monitor
            unblock.Attempt unblock.Confirm unblock.EndGrants unblock.Keep unblock.List
            unblock.LogOutcome unblock.Options unblock.Request
            usage.Closed usage.Heartbeat usage.Opened usage.SetIdle
            """
        #expect(
            AllowedMethods.names
                == Set(names.split(whereSeparator: \.isWhitespace).map { "org.soteria.\($0)" }))
    }

    @Test func everyAllowedMethodExists() throws {
        let existing = Set(
            try Interfaces.descriptions.map { try InterfaceDescription($0) }.flatMap { interface in
                interface.methods.map { "\(interface.name).\($0.name)" }
            })
        #expect(!AllowedMethods.names.isEmpty)
        for name in AllowedMethods.names {
            #expect(existing.contains(name), "\(name)")
        }
    }

    @Test func aDaemonThatIsGoneIsSaidAndFoundAgain() throws {
        let browser = try Extension(address: daemon.address)
        try browser.greeting()
        let gone: JSON = [
            "id": 1, "error": "org.soteria.browser.DaemonGone", "parameters": [:],
        ]
        browser.call(1, Self.check)
        #expect(try browser.next() == gone)
        for _ in 0..<3 {
            try daemon.start()
            browser.call(1, Self.check)
            #expect(try browser.next() == ["id": 1, "parameters": [:]])
            daemon.stop()
            browser.call(1, Self.check)
            #expect(try browser.next() == gone)
        }
    }

    @Test func aDaemonThatDoesNotAnswerInTimeIsGone() throws {
        let browser = try connected(timeout: .milliseconds(50))
        browser.call(1, "org.soteria.daemon.GetStatus")
        #expect(try browser.next()?["error"] == "org.soteria.browser.DaemonGone")
        try daemon.answer { $0.reply() }
        // The late answer is not taken for that of another call.
        browser.call(2, Self.check, ["host": "a.example"])
        #expect(try browser.next()?["id"] == 2)
    }

    @Test func anAnswerThatIsTooLongIsNotSent() throws {
        let long = String(repeating: "x", count: (1 << 20) - 100)
        let browser = try connected([
            Self.check: Method { call in
                let extra = call.parameters["host"]?.stringValue ?? ""
                call.reply(["t": .string(long + extra)] as JSON)
            }
        ])
        // Exactly as long as may be: the frame holds {"id":1,"parameters":{"t":"…"}}.
        let around = #"{"id":1,"parameters":{"t":""}}"#.utf8.count
        let pad = String(repeating: "y", count: (1 << 20) - around - long.utf8.count)
        browser.call(1, Self.check, ["host": .string(pad)])
        #expect(try browser.next()?["parameters"]?["t"] == .string(long + pad))
        browser.call(1, Self.check, ["host": .string(pad + "z")])
        #expect(
            try browser.next() == [
                "id": 1, "error": "org.soteria.browser.TooLong", "parameters": [:],
            ])
    }

    @Test func theConnectionIsKeptForAsLongAsTheHostRuns() throws {
        let gone = Handover<Void>()
        let browser = try connected([
            "org.soteria.usage.SetIdle": Method { call in
                call.onDisconnect { gone.give(()) }
                call.reply()
            }
        ])
        for id in 0..<20 {
            browser.call(id, "org.soteria.usage.SetIdle", ["idle": true])
            #expect(try browser.next() == ["id": .integer(Int64(id)), "parameters": [:]])
        }
        #expect(try daemon.connectionCount == 1)
        browser.endInput()
        #expect(browser.endsWell())
        #expect(gone.next() != nil)
    }
}
