import API
import Foundation
import Testing
import Varlink

@testable import soteriad

/// The emergency way out through the socket.
@Suite struct EmergencyTests {
    /// Strict nights, at 23:00.
    private func harness(_ rules: String = Self.strict()) throws -> Harness {
        let harness = try Harness(rules: rules)
        try harness.pass(minutes: 180)
        return harness
    }

    private static func strict(_ unblock: String = "emergency: {per: month}") -> String {
        nights.replacing(
            "unblock: {wait: {planned: 10s, impulse: 30s}}", with: "unblock: {\(unblock)}"
        ).replacing("block: [shopping]", with: "block: [shopping]\n    strict: true")
    }

    private func emergency(_ harness: Harness) throws -> UnblockAPI.OpenRequest {
        try harness.call(
            UnblockAPI.Request.self,
            .init(
                place: .init(target: "shopping"), intent: .init(purpose: .planned),
                emergency: true)
        ).request
    }

    private func refusal(_ harness: Harness, emergency: Bool? = nil) throws -> VarlinkError {
        try harness.refusal(
            UnblockAPI.Request.self,
            .init(
                place: .init(target: "shopping"), intent: .init(purpose: .planned),
                emergency: emergency))
    }

    @Test func itIsOfferedUsedRecordedAndToldWithItsNextTime() throws {
        let harness = try harness()
        defer { harness.remove() }
        let left = UnblockAPI.Emergency(count: 1, per: .month, used: 0, waitSeconds: 900)
        #expect(try harness.call(UnblockAPI.Options.self, .init()).emergency == left)
        #expect(try refusal(harness).parameters["emergency"] != nil)
        #expect(try harness.call(DaemonAPI.GetStatus.self, .init()).emergencies == nil)

        let request = try emergency(harness)
        #expect(request.emergency == true && request.waitSeconds == 900)
        try harness.pass(minutes: 15)
        let reply = try harness.call(UnblockAPI.Confirm.self, .init(request: request.request))
        #expect(reply.grant?.emergency == true && reply.grant?.seconds == 900)
        #expect(try !harness.isBlocked())
        #expect(
            harness.entries.of(.unblocked).map { $0.fields["SOTERIA_REASON"] } == ["emergency"])

        let next = "2026-12-01T00:00:00+01:00"
        let status = try harness.call(DaemonAPI.GetStatus.self, .init())
        #expect(status.emergency == .init(count: 1, per: .month, used: 1, next: next))
        #expect(
            status.emergencies == [
                .init(
                    at: "2026-11-18T23:15:00+01:00", targets: ["shopping"], names: ["Shopping"])
            ])
        #expect(
            try harness.call(MetricsAPI.Get.self, .init()).emergency
                == .init(count: 1, per: .month, used: 1))

        try harness.pass(minutes: 15)
        #expect(try harness.isBlocked())
        let used = UnblockAPI.Emergency(
            count: 1, per: .month, used: 1, next: next, waitSeconds: 900)
        #expect(
            try refusal(harness, emergency: true)
                == UnblockAPI.EmergencyUsed(target: "shopping", emergency: used).varlinkError)
        // Used up, it is not offered.
        #expect(try refusal(harness).parameters["emergency"] == nil)
        try harness.stop()
    }

    /// It is shown for a week, and kept over a restart.
    @Test func theStatusShowsItForAWeek() throws {
        let time = Time()
        let first = try Harness(rules: Self.strict(), time: time)
        defer { first.remove() }
        try first.pass(minutes: 180)
        let request = try emergency(first)
        try first.pass(minutes: 15)
        _ = try first.call(UnblockAPI.Confirm.self, .init(request: request.request))
        try first.stop()
        time.pass(6 * 86_400_000)
        let second = try Harness(directory: first.directory, time: time)
        let status = try second.call(DaemonAPI.GetStatus.self, .init())
        #expect(status.emergencies?.count == 1 && status.emergency?.used == 1)
        try second.pass(minutes: 1440)
        #expect(try second.call(DaemonAPI.GetStatus.self, .init()).emergencies == nil)
        #expect(try second.call(UnblockAPI.Options.self, .init()).emergency?.used == 1)
        try second.stop()
    }

    @Test func withoutTheRuleThereIsNone() throws {
        let harness = try harness(Self.strict("grant: 10m"))
        defer { harness.remove() }
        #expect(try harness.call(UnblockAPI.Options.self, .init()).emergency == nil)
        #expect(try harness.call(DaemonAPI.GetStatus.self, .init()).emergency == nil)
        #expect(try harness.call(MetricsAPI.Get.self, .init()).emergency == nil)
        let error = try refusal(harness, emergency: true)
        #expect(error.name == "org.soteria.unblock.Strict")
        #expect(error.parameters["emergency"] == nil)
        try harness.stop()
    }

    /// A protection is not ended in an emergency, and not everything is opened at once.
    @Test func itIsAboutATargetASiteOrAnApp() throws {
        let harness = try harness()
        defer { harness.remove() }
        for place in [UnblockAPI.Place(protection: 1), .init(everything: true)] {
            let error = try harness.refusal(
                UnblockAPI.Request.self, .init(place: place, pause: true, emergency: true))
            #expect(error == .invalidParameter("emergency"))
        }
        let site = try harness.call(
            UnblockAPI.Request.self, .init(place: .init(site: "amazon.com"), emergency: true))
        #expect(site.request.emergency == true)
        try harness.stop()
    }
}
