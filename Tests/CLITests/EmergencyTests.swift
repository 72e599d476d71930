import API
import Testing
import Varlink

@testable import soteria

/// `soteria unblock --emergency`, and what the status and the figures say of emergencies.
@Suite struct EmergencyTests {
    private static let left = UnblockAPI.Emergency(
        count: 1, per: .month, used: 0, waitSeconds: 900)
    private static let used = UnblockAPI.Emergency(
        count: 1, per: .month, used: 1, next: "2026-12-01T00:00:00+01:00", waitSeconds: 900)

    private func talk(
        _ arguments: [String], refusal: (any TypedError)? = nil, emergency: Bool? = true
    ) throws -> Talk {
        let requests = FakeRequests([
            "Request": { call in
                if let refusal { throw refusal.varlinkError }
                let asked = try call.decode(UnblockAPI.Request.Parameters.self)
                var request = FakeRequests.open(asked.place, intent: asked.intent)
                request.emergency = emergency
                call.reply(UnblockAPI.Request.Reply(request: request))
            }
        ])
        return try Talk(
            arguments, arguments.contains("--planned") ? .nobody : .typing("k"), requests)
    }

    @Test func theFlagAsksForOne() throws {
        let talk = try talk(["unblock", "shopping", "--emergency", "--planned"])
        #expect(talk.run.status == 0)
        #expect(
            talk.log.first
                == #"Request {"place":{"target":"shopping"},"intent":{"purpose":"planned"},"#
                + #""emergency":true}"#)
    }

    @Test(arguments: [(true, true), (nil, false)])
    func aPersonIsToldWhatItIs(emergency: Bool?, isTold: Bool) throws {
        let talk = try talk(["unblock", "shopping", "--emergency"], emergency: emergency)
        #expect(
            talk.run.error.contains("This is an emergency request: it also opens what strict rules")
                == isTold)
    }

    @Test(arguments: [
        (
            UnblockAPI.Strict(target: "shopping", restriction: "Nights", emergency: left)
                as any TypedError, false,
            "\"shopping\" cannot be unblocked now: \"Nights\" is strict\n"
                + "In an emergency, after a wait of 15 min: soteria unblock shopping --emergency"
        ),
        (
            UnblockAPI.Strict(target: "shopping"), true,
            "\"shopping\" cannot be unblocked now: a strict rule blocks the target\n"
                + "An emergency cannot lift this block: either the rules allow no emergencies, or "
                + "the block comes from a strict check-in. See: man 5 soteria-rules"
        ),
        (
            UnblockAPI.EmergencyUsed(target: "shopping", emergency: used), true,
            "you have no emergencies left this month; the next one is possible from Tue 1 Dec 00:00"
        ),
    ])
    func refusals(refusal: any TypedError, isEmergency: Bool, text: String) throws {
        let talk = try talk(
            ["unblock", "shopping", "--planned"] + (isEmergency ? ["--emergency"] : []),
            refusal: refusal)
        #expect(talk.run.status == 1)
        #expect(talk.run.error == "soteria: \(text)\n")
    }

    @Test func itEndsNoProtection() throws {
        let talk = try talk(["unblock", "--protection", "3", "--emergency", "--planned"])
        #expect(talk.run.status == 64 && talk.log.isEmpty)
    }

    @Test func theStatusAndTheFiguresTellThem() {
        var daemon = SampleReplies.status
        daemon.emergency = .init(
            count: 1, per: .month, used: 1, next: "2026-12-01T00:00:00+01:00")
        daemon.emergencies = [
            .init(
                at: "2026-11-20T21:05:00+01:00", targets: ["games", "shopping"],
                names: ["Games", "Shopping"])
        ]
        let text = StatusText(
            protection: SampleReplies.list, risk: SampleReplies.risk, daemon: daemon
        ).text(Style(width: 100))
        #expect(
            text.contains(
                "Emergencies  1 of 1 used this month, the next one is possible from 1 Dec 00:00\n"))
        #expect(text.contains("Emergency    Games, Shopping opened, 20 Nov 21:05\n"))
        #expect(EmergencyText.used(2, of: 3, DaemonAPI.EmergencyPeriod.day) == "2 of 3 used today")
    }

    @Test(arguments: [true, false])
    func metricsTellThem(isKnown: Bool) throws {
        let reply = MetricsAPI.Get.Reply(
            metrics: SampleReplies.metrics,
            emergency: isKnown ? .init(count: 2, per: .week, used: 1) : nil)
        let daemon = try FakeDaemon([
            "org.soteria.metrics.Get": Method { $0.reply(reply) }
        ])
        defer { daemon.stop() }
        let text = CommandRun("metrics", daemon: daemon).output
        #expect(text.contains("1 of 2 used this week") == isKnown)
        let csv = CommandRun("metrics", "--csv", daemon: daemon).output
        #expect(csv.contains("emergencies.week,1,2") == isKnown)
    }
}
