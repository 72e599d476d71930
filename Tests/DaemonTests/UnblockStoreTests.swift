import API
import Engine
import EventStore
import Foundation
import RuleModel
import Testing
import Varlink

@testable import soteriad

/// A record that cannot be written: nothing opens, blocks are kept, and all of it is said.
@Suite struct UnblockStoreTests {
    @Test func aCommitThatFailsOpensNothing() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let request = try harness.request("shopping", .planned).request
        harness.time.pass(10_000)
        let held = try HeldDatabase(harness.state)
        let busy = StoreError.busy(path: harness.state + "/soteria.sqlite").description
        #expect(
            try harness.refusal(UnblockAPI.Confirm.self, .init(request: request))
                == UnblockAPI.StoreUnavailable(reason: busy).varlinkError)
        #expect(try harness.isBlocked())
        #expect(try harness.outcome(of: request) == .open)
        #expect(harness.entries.of(.unblocked).isEmpty)
        #expect(harness.entries.of(.storeFailing).count == 1)
        #expect(try harness.inside { $0.phase.status }.contains("EVENTS CANNOT BE RECORDED"))
        let status = try harness.call(DaemonAPI.GetStatus.self, .init()).store
        #expect(!status.healthy)
        #expect(status.problem == busy)

        try held.letGo()
        try harness.pass(minutes: 1)
        #expect(harness.entries.of(.storeRecovered).count == 1)
        #expect(
            try harness.call(UnblockAPI.Confirm.self, .init(request: request)).grant?.seconds
                == 900)
        #expect(try !harness.isBlocked())
        let recorded = try harness.inside { $0.engine.state.lastSequence }
        #expect(try harness.call(DaemonAPI.GetStatus.self, .init()).store.events == Int(recorded))
        try harness.stop()
    }

    /// The second asking records nothing, and was answered as if the first had been stored.
    @Test func whatIsAskedAgainIsNoMoreStoredThanBefore() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let held = try HeldDatabase(harness.state)
        let start = ProtectionAPI.Start.Parameters(target: "games", seconds: 3600)
        let place = UnblockAPI.Place(target: "shopping")
        for _ in 1...2 {
            #expect(try harness.call(ProtectionAPI.Start.self, start).recorded == false)
            #expect(
                try harness.call(UnblockAPI.Request.self, .init(place: place)).recorded == false)
        }
        try held.letGo()
        #expect(try harness.call(ProtectionAPI.Start.self, start).recorded == nil)
        #expect(try harness.call(UnblockAPI.Request.self, .init(place: place)).recorded == nil)
        let recorded = try harness.inside { $0.engine.state.lastSequence }
        #expect(try harness.call(DaemonAPI.GetStatus.self, .init()).store.events == Int(recorded))
        try harness.stop()
    }

    @Test func whileItFailsNothingIsOpenedAndABlockIsKept() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let held = try HeldDatabase(harness.state)
        let reason = StoreError.busy(path: harness.state + "/soteria.sqlite").description
        let place = UnblockAPI.Place(target: "shopping")
        let opened = try harness.call(
            UnblockAPI.Request.self, .init(place: place, intent: .init(purpose: .planned)))
        #expect(opened.recorded == false)
        // It is open, and can be ended in every way but by opening.
        let request = opened.request.request
        #expect(
            try harness.call(UnblockAPI.List.self, .init()).requests.map(\.request) == [request])
        harness.time.pass(10_000)
        let refused = try harness.refusal(UnblockAPI.Confirm.self, .init(request: request))
        #expect(refused == UnblockAPI.StoreUnavailable(reason: reason).varlinkError)
        let kept = try harness.call(UnblockAPI.Keep.self, .init(request: request))
        #expect(kept == .init(today: 1, recorded: false))
        #expect(try harness.outcome(of: request) == .kept)
        #expect(try harness.isBlocked())
        try held.letGo()
        try harness.pass(minutes: 1)
        #expect(try harness.call(DaemonAPI.GetStatus.self, .init()).store.healthy)
        try harness.stop()

        let again = try Harness(directory: harness.directory, time: harness.time)
        #expect(try again.outcome(of: request) == .kept)
        #expect(try again.inside { $0.engine.figures.keptToday } == 1)
        try again.stop()
    }

    /// The permission is on disk, the decision that follows from it is not.
    @Test func whatIsOnDiskIsAnsweredAlthoughWhatFollowsIsNot() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let request = try harness.request("shopping", .planned).request
        harness.time.pass(10_000)
        let state = harness.state
        let held = Kept<HeldDatabase>()
        harness.entries.at(.unblocked) { held.value = try? HeldDatabase(state) }
        let reply = try harness.call(UnblockAPI.Confirm.self, .init(request: request))
        #expect(reply.grant?.request == request)
        #expect(try !harness.isBlocked())
        #expect(try !harness.call(DaemonAPI.GetStatus.self, .init()).store.healthy)
        #expect(try harness.outcome(of: request) == .unblocked)
        try #require(held.value).letGo()
        try harness.pass(minutes: 1)
        #expect(try harness.call(DaemonAPI.GetStatus.self, .init()).store.healthy)
        #expect(harness.entries.of(.unblocked).count == 1)
        try harness.stop()
    }

    private static func ask<Asked: Request>(
        _ request: Asked, of daemon: isolated Daemon, _ refused: Kept<[String]>
    ) {
        daemon.handle(request) { _, answer, _ in
            guard case .refused(let refusal) = answer else { return }
            refused.value = (refused.value ?? []) + ["\(refusal)"]
        }
    }

    @Test func whatIsOnItsWayToTheDiskIsWaitedFor() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        let request = try harness.request("shopping", .planned).request
        harness.time.pass(10_000)
        let refused = Kept<[String]>()
        try harness.inside { daemon in
            let id = Int64(request)
            daemon.handle(.confirm(request: id))
            // In the same turn of the loop: the store cannot have answered.
            Self.ask(.confirm(request: id), of: daemon, refused)
            Self.ask(.keep(request: id), of: daemon, refused)
            Self.ask(.protectInstead(request: id, length: .hours(1)), of: daemon, refused)
            Self.ask(
                .request(.target("shopping"), intent: nil, isPause: false), of: daemon, refused)
        }
        let busy = EndRefusal.beingConfirmed(Int64(request))
        #expect(
            refused.value == [
                "\(ConfirmUnblock.Refusal.notOpen(busy))", "\(busy)",
                "\(ProtectInstead.Refusal.notOpen(busy))",
                "\(AskToUnblock.Refusal.beingConfirmed(Int64(request)))",
            ])
        let error = try harness.inside { $0.unblockError(busy) }
        #expect(error.varlinkError == UnblockAPI.BeingConfirmed(request: request).varlinkError)
        try harness.pass(minutes: 0)
        #expect(try harness.outcome(of: request) == .unblocked)
        #expect(try harness.inside { $0.engine.figures.keptToday } == 0)
        try harness.stop()
    }

    @Test func withoutARecordAPromptOpensNothing() throws {
        let harness = try Harness(rules: nights, state: "/proc/nothing/at/all")
        defer { harness.remove() }
        try harness.pass(minutes: 180)
        #expect(
            try harness.call(UnblockAPI.Attempt.self, .init(site: "amazon.com"))
                == .init(blocked: true, targets: ["shopping"], recorded: false))
        let prompt = try #require(try harness.prompts().first?.prompt)
        let kept = try harness.call(
            PromptsAPI.Answer.self, .init(prompt: prompt, choice: .keep))
        #expect(kept.recorded == false)
        #expect(try harness.isBlocked())
        #expect(try harness.prompts().isEmpty)
        let history = try #require(throws: VarlinkError.self) {
            try harness.client().callMore(
                RiskAPI.History.method, RiskAPI.History.Parameters(limit: 3)
            ) { _ in .continue }
        }
        #expect(history.name == "org.soteria.risk.StoreUnavailable")
        try harness.stop()
    }

    @Test func whatProtectsBeginsEvenWhereItCannotBeRecorded() throws {
        let harness = try Harness(rules: nights)
        defer { harness.remove() }
        let pause = try harness.request("games", nil, pause: true).request
        let held = try HeldDatabase(harness.state)
        let protected = try harness.call(UnblockAPI.Protect.self, .init(request: pause))
        #expect(protected.recorded == false)
        #expect(try harness.isBlocked("games"))
        #expect(try harness.outcome(of: pause) == .protected)
        try held.letGo()
        try harness.pass(minutes: 1)
        try harness.stop()
    }
}

/// A value that the daemon's loop stores and the test reads once the loop has answered.
private final class Kept<Value>: @unchecked Sendable {
    var value: Value?
}
