import TestSupport
import API
import Foundation
import Testing
import Varlink

@testable import soteria_browser_host

/// Calls with `more`, against a service with the daemon's interfaces.
@Suite struct StreamTests {
    private let daemon = DaemonDouble()
    private static let monitor = "org.soteria.protection.Monitor"
    private static let check = "org.soteria.protection.Check"

    private func connected(_ methods: [String: Method] = [:]) throws -> Extension {
        try daemon.start(methods)
        let browser = try Extension(address: daemon.address)
        try browser.greeting()
        return browser
    }

    @Test func answersComeUntilTheLast() throws {
        let browser = try connected()
        browser.call(1, Self.monitor, ["targets": ["a"]], more: true)
        try daemon.answer { call in
            #expect(call.more && call.parameters == ["targets": ["a"]])
            for number: Int64 in 0..<3 {
                call.reply(["n": .integer(number)] as JSON, continues: true)
            }
            call.reply(["n": 3] as JSON)
        }
        for number in 0..<3 {
            #expect(
                try browser.next() == [
                    "id": 1, "parameters": ["n": .integer(Int64(number))], "continues": true,
                ])
        }
        #expect(try browser.next() == ["id": 1, "parameters": ["n": 3]])
        // The number is free again.
        browser.call(1, Self.check)
        #expect(try browser.next() == ["id": 1, "parameters": [:]])
    }

    /// Whoever has read the last answer may use its number, however soon.
    @Test func aNumberIsFreeOnceTheLastAnswerIsRead() throws {
        let browser = try connected([Self.monitor: .streaming { $0.reply() }])
        for _ in 0..<2000 {
            browser.call(1, Self.monitor, more: true)
            guard try browser.next() == ["id": 1, "parameters": [:]] else {
                Issue.record("not answered")
                return
            }
        }
    }

    @Test func singleCallsAreAnsweredMeanwhile() throws {
        let browser = try connected()
        for id in 1...3 { browser.call(id, Self.monitor, more: true) }
        browser.call(9, Self.check)
        #expect(try browser.next() == ["id": 9, "parameters": [:]])
        for _ in 1...3 { try daemon.answer { $0.reply(continues: true) } }
        let ids = Set(try (1...3).map { _ in try browser.next()?["id"]?.intValue })
        #expect(ids == [1, 2, 3])
        #expect(try daemon.connectionCount == 4)
    }

    @Test func whatIsCancelledIsEndedAndNotHeardOfAgain() throws {
        let browser = try connected()
        let gone = Handover<Void>()
        browser.call(1, Self.monitor, more: true)
        try daemon.answer { call in
            call.reply(["n": 1] as JSON, continues: true)
            call.onClose { gone.give(()) }
        }
        #expect(try browser.next()?["parameters"] == ["n": 1])
        browser.send(#"{"id":1,"cancel":true}"#)
        #expect(gone.next() != nil)
        browser.call(2, Self.check)
        #expect(try browser.next()?["id"] == 2)
        // Its number may be used at once.
        browser.call(1, Self.check)
        #expect(try browser.next() == ["id": 1, "parameters": [:]])
    }

    @Test func anUnknownNumberCancelledIsNoFault() throws {
        let browser = try connected()
        for id in [0, -1, 99] { browser.send("{\"id\":\(id),\"cancel\":true}") }
        browser.call(2, Self.check)
        #expect(try browser.next()?["id"] == 2)
    }

    @Test(arguments: [true, false])
    func aNumberThatIsUnderWayIsAFault(more: Bool) throws {
        let browser = try connected()
        let gone = Handover<Void>()
        browser.call(1, Self.monitor, more: true)
        try daemon.answer { call in call.onClose { gone.give(()) } }
        browser.call(1, Self.check, more: more)
        #expect(browser.fault() == .numberInUse(1))
        #expect(InputFault.numberInUse(1).exitStatus == EX_DATAERR)
        #expect(gone.next() != nil)
    }

    @Test func aDaemonThatGoesEndsEveryCall() throws {
        let browser = try connected()
        for id in 1...4 {
            browser.call(id, Self.monitor, more: true)
            try daemon.answer { $0.reply(continues: true) }
            #expect(try browser.next()?["continues"] == true)
        }
        daemon.stop()
        var ids: Set<Int64> = []
        for _ in 1...4 {
            let answer = try #require(try browser.next())
            #expect(answer["error"] == "org.soteria.browser.DaemonGone")
            ids.insert(try #require(answer["id"]?.intValue))
        }
        #expect(ids == [1, 2, 3, 4])
        // It is asked again by the extension, not by the host.
        browser.call(1, Self.monitor, more: true)
        #expect(try browser.next()?["error"] == "org.soteria.browser.DaemonGone")
        try daemon.start()
        browser.call(1, Self.monitor, more: true)
        try daemon.answer { $0.reply(continues: true) }
        #expect(try browser.next() == ["id": 1, "parameters": [:], "continues": true])
    }

    @Test func refusalsEndACall() throws {
        let refusal = ProtectionAPI.NoSuchTarget(target: "x").varlinkError
        let browser = try connected([Self.monitor: .streaming { _ in throw refusal }])
        browser.call(1, Self.monitor, more: true)
        #expect(
            try browser.next() == [
                "id": 1, "error": .string(refusal.name),
                "parameters": .object(refusal.parameters),
            ])
        browser.call(1, Self.monitor)
        #expect(try browser.next()?["error"] == "org.varlink.service.ExpectedMore")
    }

    @Test func anAnswerThatIsTooLongEndsItsCall() throws {
        let browser = try connected()
        let gone = Handover<Void>()
        let long = String(repeating: "x", count: 1 << 20)
        browser.call(1, Self.monitor, more: true)
        try daemon.answer { call in
            call.onDisconnect { gone.give(()) }
            call.reply(["t": .string(long)] as JSON, continues: true)
        }
        #expect(
            try browser.next() == [
                "id": 1, "error": "org.soteria.browser.TooLong", "parameters": [:],
            ])
        #expect(gone.next() != nil)
    }

    @Test func moreThanManyAreRefused() throws {
        let browser = try connected()
        let count = 1000
        for id in 0..<count { browser.call(id, Self.monitor, more: true) }
        for id in Streams.limit..<count {
            let answer = try browser.next()
            guard
                answer == [
                    "id": .integer(Int64(id)), "error": "org.soteria.browser.TooManyCalls",
                    "parameters": [:],
                ]
            else {
                Issue.record("call \(id): \(String(describing: answer))")
                return
            }
        }
        for _ in 0..<Streams.limit { try daemon.answer { $0.reply() } }
        var ids: Set<Int64> = []
        for _ in 0..<Streams.limit {
            ids.insert(try #require(try browser.next()?["id"]?.intValue))
        }
        #expect(ids == Set(0..<Int64(Streams.limit)))
    }

    @Test func theEndOfTheInputEndsEveryCall() throws {
        let browser = try connected()
        let gone = Handover<Void>()
        for id in 1...3 {
            browser.call(id, Self.monitor, more: true)
            try daemon.answer { call in call.onClose { gone.give(()) } }
        }
        browser.endInput()
        #expect(browser.endsWell())
        for _ in 1...3 { #expect(gone.next() != nil) }
    }

    /// Frames of many threads never mix, and those of a call keep their order.
    @Test func whatManySayAtOnceComesFrameByFrame() throws {
        let browser = try connected()
        let (calls, answers) = (16, 40)
        for id in 0..<calls { browser.call(id, Self.monitor, more: true) }
        for number in 0..<calls {
            try daemon.answer { call in
                for count in 0..<answers {
                    let text = String(repeating: "\(number % 10)", count: 5000 + count)
                    let answer: JSON = ["n": .integer(Int64(count)), "t": .string(text)]
                    call.reply(answer, continues: true)
                }
            }
        }
        var next = [Int64](repeating: 0, count: calls)
        for _ in 0..<(calls * answers) {
            let frame = try #require(try browser.next())
            let id = Int(try #require(frame["id"]?.intValue))
            let text = try #require(frame["parameters"]?["t"]?.stringValue)
            #expect(frame["parameters"]?["n"] == .integer(next[id]))
            #expect(text.utf8.count == 5000 + Int(next[id]) && Set(text).count == 1)
            next[id] += 1
        }
        #expect(next == [Int64](repeating: Int64(answers), count: calls))
    }

    /// A browser that does not read stops the host's reading, and the daemon ends the call.
    @Test func aBrowserThatReadsTooSlowlyLosesItsCall() throws {
        let browser = try connected()
        let gone = Handover<Void>()
        let text = String(repeating: "x", count: 100_000)
        browser.call(1, Self.monitor, more: true)
        try daemon.answer { call in
            call.onClose { gone.give(()) }
            for _ in 0..<200 where call.isOpen {
                call.reply(["t": .string(text)] as JSON, continues: true)
            }
        }
        #expect(gone.next() != nil)
        var answers = 0
        while let answer = try browser.next() {
            guard answer["error"] == nil else {
                #expect(answer["error"] == "org.soteria.browser.DaemonGone")
                break
            }
            answers += 1
        }
        #expect(answers < 200)
        browser.call(2, Self.check)
        #expect(try browser.next()?["id"] == 2)
    }
}
