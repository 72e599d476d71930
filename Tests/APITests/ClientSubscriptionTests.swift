import TestSupport
import Dispatch
import Foundation
import Testing
import Varlink

@testable import API

/// A subscription against a service that comes and goes; the waits between attempts are handed to
/// the test, which ends them.
@Suite struct ClientSubscriptionTests {
    private typealias Next = QuietHoursAPI.Next
    private typealias Event = Subscription<Next>.Event

    /// A wait that the test ends by hand.
    private struct Wait: Sendable {
        let length: Duration
        let queue: DispatchQueue
        let body: @Sendable () -> Void

        func end() { queue.async(execute: body) }
    }

    private let events = Handover<Event>()
    private let waits = Handover<Wait>()
    private let calls = Handover<Call>()
    private let service = ClientService()

    private func subscribe() -> Subscription<Next> {
        Subscription(
            Next.self, .init(), address: service.address,
            pause: { [waits] queue, length, body in
                waits.give(Wait(length: length, queue: queue, body: body))
            },
            onEvent: { [events] in events.give($0) })
    }

    /// Answers at once and keeps the call open.
    private var stream: [String: Method] {
        [
            "Next": .streaming { [calls] call in
                call.reply(Next.Reply(occurrences: []), continues: true)
                calls.give(call)
            }
        ]
    }

    private func isReply(_ event: Event?) -> Bool {
        if case .reply = event { true } else { false }
    }

    private func loss(_ event: Event?) -> CallFailure? {
        if case .lost(let failure) = event { failure } else { nil }
    }

    @Test func repliesComeAsTheyAreSaid() throws {
        try service.start(stream)
        let subscription = subscribe()
        #expect(isReply(events.next()))
        let call = try #require(calls.next())
        try service.onLoop { call.reply(Next.Reply(occurrences: []), continues: true) }
        #expect(isReply(events.next()))
        #expect(try service.connectionCount == 1)
        #expect(events.rest.isEmpty && waits.rest.isEmpty)
        subscription.cancel()
    }

    @Test func nobodyThereIsToldOnceAndTriedAgain() throws {
        let subscription = subscribe()
        guard case .notRunning(let path) = loss(events.next()) else {
            Issue.record("not told that nobody is there")
            return
        }
        #expect(path == service.address.path)
        for length in [100, 200, 400, 800] {
            let wait = try #require(waits.next())
            #expect(wait.length == .milliseconds(length))
            #expect(events.rest.isEmpty)
            wait.end()
        }
        let last = try #require(waits.next())
        try service.start(stream)
        last.end()
        #expect(isReply(events.next()))
        subscription.cancel()
    }

    @Test func aRestartIsToldAndFollowedAndTheWaitsBeginAnew() throws {
        try service.start(stream)
        let subscription = subscribe()
        for _ in 0..<3 {
            #expect(isReply(events.next()))
            service.stop()
            #expect(loss(events.next()) != nil)
            let first = try #require(waits.next())
            #expect(first.length == Backoff.shortest)
            first.end()
            let second = try #require(waits.next())
            #expect(second.length == .milliseconds(200))
            try service.start(stream)
            second.end()
        }
        #expect(isReply(events.next()))
        #expect(events.rest.isEmpty)
        subscription.cancel()
    }

    @Test func aRefusalIsALoss() throws {
        try service.start([
            "Next": .streaming { _ in
                throw QuietHoursAPI.NoSuchSchedule(schedule: "x").varlinkError
            }
        ])
        let subscription = subscribe()
        guard case .refused(let error) = loss(events.next()) else {
            Issue.record("not told of the refusal")
            return
        }
        #expect(error as? QuietHoursAPI.NoSuchSchedule == .init(schedule: "x"))
        #expect(waits.next()?.length == Backoff.shortest)
        subscription.cancel()
    }

    @Test(
        arguments: [
            (#"{"parameters":{"occurrences":7},"continues":true}"#, "occurrences"),
            ("nonsense", "reply is invalid"), ("[]", "reply is invalid"),
        ])
    func anAnswerThatMakesNoSenseIsALoss(text: String, reason: String) throws {
        let impostor = try Impostor(at: service.address.path, saying: text)
        defer { impostor.end() }
        let subscription = subscribe()
        guard case .broken(let said) = loss(events.next()) else {
            Issue.record("it was believed")
            return
        }
        #expect(said.contains(reason))
        subscription.cancel()
    }

    @Test func anEndIsALoss() throws {
        try service.start(["Next": .streaming { $0.reply(Next.Reply(occurrences: [])) }])
        let subscription = subscribe()
        #expect(isReply(events.next()))
        guard case .disconnected = loss(events.next()) else {
            Issue.record("not told of the end")
            return
        }
        subscription.cancel()
    }

    @Test func nothingIsToldAfterItWasCancelled() throws {
        try service.start(stream)
        let subscription = subscribe()
        #expect(isReply(events.next()))
        let gone = Handover<Void>()
        let call = try #require(calls.next())
        try service.onLoop { call.onClose { gone.give(()) } }
        subscription.cancel()
        subscription.cancel()
        // The service sees the connection end; by then nothing is told nor waited for.
        #expect(gone.next() != nil)
        service.stop()
        #expect(events.rest.isEmpty && waits.rest.isEmpty)
    }

    @Test func nothingIsTriedAgainAfterItWasCancelled() throws {
        let subscription = subscribe()
        #expect(loss(events.next()) != nil)
        let wait = try #require(waits.next())
        subscription.cancel()
        try service.start(stream)
        wait.end()
        wait.queue.sync {}
        #expect(events.rest.isEmpty && waits.rest.isEmpty && calls.rest.isEmpty)
    }

    @Test func itMayBeCancelledFromItsOwnThread() throws {
        try service.start(stream)
        let holder = Handover<Subscription<Next>>()
        let told = Handover<Void>()
        let gone = Handover<Void>()
        holder.give(
            Subscription(Next.self, .init(), address: service.address) { _ in
                holder.next()?.cancel()
                told.give(())
            })
        #expect(told.next() != nil)
        let call = try #require(calls.next())
        try service.onLoop { call.onClose { gone.give(()) } }
        #expect(gone.next() != nil)
        #expect(told.rest.isEmpty)
    }

    /// The receiver of events is released: neither a thread nor a wait keeps it.
    @Test func aSubscriptionThatIsDroppedEnds() throws {
        final class Witness: Sendable {
            let ended: Handover<Void>
            init(_ ended: Handover<Void>) { self.ended = ended }
            deinit { ended.give(()) }
        }
        try service.start(stream)
        for _ in 0..<100 {
            let ended = Handover<Void>()
            do {
                let witness = Witness(ended)
                let told = Handover<Void>()
                let subscription = Subscription(
                    Next.self, .init(), address: service.address
                ) { _ in
                    withExtendedLifetime(witness) { told.give(()) }
                }
                #expect(told.next() != nil)
                withExtendedLifetime(subscription) {}
            }
            #expect(ended.next() != nil)
        }
        service.stop()
    }

    /// The real waits: the first attempt after a tenth of a second finds the service.
    @Test func theMachinesClockEndsAWait() throws {
        let queue = DispatchQueue(label: "wait")
        let ended = Handover<Void>()
        Pauses.elapsing(queue, .milliseconds(1)) { ended.give(()) }
        Pauses.elapsing(queue, .zero) { ended.give(()) }
        #expect(ended.next() != nil && ended.next() != nil)
    }
}
