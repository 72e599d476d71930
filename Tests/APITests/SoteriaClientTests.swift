import API
import Foundation
import NIOCore
import NIOPosix
import Testing
import Varlink
import VarlinkIDL

/// The typed client against a server that answers as each test needs.
@Suite struct SoteriaClientTests {
    /// Serves `org.soteria.quiethours` with the given handlers while `body` runs.
    private func serving(
        list: @escaping MethodHandler = { $0.reply(QuietHoursAPI.List.Reply(schedules: [])) },
        set: @escaping MethodHandler = { $0.fail(.permissionDenied) },
        next: Method = Method { $0.reply(QuietHoursAPI.Next.Reply(occurrences: [])) },
        _ body: (SoteriaClient) throws -> Void
    ) throws {
        let path = NSTemporaryDirectory() + "soteria-api-\(UUID().uuidString.prefix(8))"
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let server = VarlinkServer(
            identity: ServiceIdentity(vendor: "a", product: "b", version: "c", url: "d"),
            interfaces: [
                try Interface(
                    InterfaceDescription(QuietHoursAPI.description),
                    methods: ["List": Method(list), "SetEnabled": Method(set), "Next": next])
            ], eventLoop: group.next())
        try server.listen(at: path).wait()
        defer {
            try? server.shutdown().wait()
            try? group.syncShutdownGracefully()
        }
        try body(SoteriaClient(SocketAddress(path: path), timeout: .seconds(900)))
    }

    @Test func callsAreTyped() throws {
        try serving(set: { call in
            let asked = try call.decode(QuietHoursAPI.SetEnabled.Parameters.self)
            var schedule = Sample.schedule
            schedule.enabled = asked.enabled
            call.reply(QuietHoursAPI.SetEnabled.Reply(schedule: schedule))
        }) { client in
            #expect(try client.call(QuietHoursAPI.List.self).schedules.isEmpty)
            let reply = try client.call(
                QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: false))
            #expect(!reply.schedule.enabled && reply.schedule.name == "Financial quiet mode")
        }
    }

    @Test func declaredErrorsComeBackAsTheirTypes() throws {
        try serving(set: { _ in
            throw QuietHoursAPI.Strict(until: Sample.later).varlinkError
        }) { client in
            do {
                _ = try client.call(
                    QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: false))
                Issue.record("it was not refused")
            } catch CallFailure.refused(let error) {
                #expect(error as? QuietHoursAPI.Strict == .init(until: Sample.later))
            }
        }
    }

    @Test func aParameterThatIsNotTakenIsNamed() throws {
        try serving(set: { _ in throw VarlinkError.invalidParameter("schedule") }) { client in
            do {
                _ = try client.call(
                    QuietHoursAPI.SetEnabled.self, .init(schedule: "", enabled: false))
                Issue.record("it was taken")
            } catch CallFailure.invalidParameter(let name) {
                #expect(name == "schedule")
            }
        }
    }

    @Test func otherErrorsAreSaidByName() throws {
        try serving { client in
            do {
                _ = try client.call(
                    QuietHoursAPI.SetEnabled.self, .init(schedule: "nights", enabled: false))
                Issue.record("it was not refused")
            } catch CallFailure.unexpected(let name) {
                #expect(name.contains("PermissionDenied"))
            }
            do {
                _ = try client.call(DaemonAPI.GetStatus.self)
                Issue.record("there is no such interface")
            } catch {
                #expect("\(error)".contains("InterfaceNotFound"))
            }
        }
    }

    @Test func membersOfANewerDaemonAreIgnored() throws {
        try serving(list: { call in
            call.reply(["schedules": [], "weather": "fine"] as JSON)
        }) { client in
            let reply = try client.call(QuietHoursAPI.List.self)
            #expect(reply.schedules.isEmpty)
        }
    }

    @Test func anAnswerOfAnotherShapeIsAFailureAndNoTrap() throws {
        try serving(list: { $0.reply(["schedules": [["name": 3]]] as JSON) }) { client in
            do {
                _ = try client.call(QuietHoursAPI.List.self)
                Issue.record("it was believed")
            } catch CallFailure.broken(let reason) {
                #expect(!reason.isEmpty)
            }
        }
    }

    private struct Enough: Error {}

    @Test func repliesAreFollowedUntilTheBodyHasEnough() throws {
        let stream = Method.streaming { call in
            for _ in 0..<5 {
                call.reply(QuietHoursAPI.Next.Reply(occurrences: []), continues: true)
            }
        }
        try serving(next: stream) { client in
            var seen = 0
            #expect(throws: Enough.self) {
                try client.monitor(QuietHoursAPI.Next.self, .init()) { _ in
                    seen += 1
                    if seen == 3 { throw Enough() }
                }
            }
            #expect(seen == 3)
        }
    }

    @Test func aStreamThatFailsSaysSo() throws {
        let stream = Method.streaming { call in
            call.reply(QuietHoursAPI.Next.Reply(occurrences: []), continues: true)
            call.fail(QuietHoursAPI.StoreUnavailable(reason: "full").varlinkError)
        }
        try serving(next: stream) { client in
            var seen = 0
            do {
                try client.monitor(QuietHoursAPI.Next.self, .init()) { _ in
                    seen += 1
                }
                Issue.record("it ended well")
            } catch CallFailure.refused(let error) {
                #expect(error as? QuietHoursAPI.StoreUnavailable == .init(reason: "full"))
            }
            #expect(seen == 1)
        }
    }

    @Test func nobodyThereIsAFailureOfItsOwn() throws {
        do {
            _ = try SoteriaClient(SocketAddress(path: "/nowhere/soteria"))
            Issue.record("somebody answered")
        } catch CallFailure.notRunning(let path) {
            #expect(path == "/nowhere/soteria")
        }
    }

    @Test func failuresAreSaidInWords() {
        #expect(CallFailure.notRunning(path: "/a").description == "nothing is listening at /a")
        #expect(CallFailure.disconnected.description == "the daemon closed the connection")
        #expect(CallFailure.timedOut.description == "the daemon did not answer in time")
        #expect(
            CallFailure.refused(ProtectionAPI.NoSuchTarget(target: "x")).description
                .contains("org.soteria.protection.NoSuchTarget"))
    }
}
