import TestSupport
import API
import Foundation
import Testing
import Varlink

@Suite struct ClientCallerTests {
    private typealias List = QuietHoursAPI.List
    private typealias SetEnabled = QuietHoursAPI.SetEnabled
    private typealias Answer = Result<SetEnabled.Reply, CallFailure>

    private let service = ClientService()
    private let asked = Handover<SetEnabled.Parameters>()
    private let kept = Handover<Call>()

    /// Answers what is asked of schedules, keeps what is asked of `later`, drops `broken`.
    private var methods: [String: Method] {
        [
            "SetEnabled": Method { [asked, kept] call in
                let parameters = try call.decode(SetEnabled.Parameters.self)
                asked.give(parameters)
                switch parameters.schedule {
                case "later": kept.give(call)
                case "broken": throw CancellationError()
                case "strict": throw QuietHoursAPI.Strict(until: Sample.later).varlinkError
                default: call.reply(SetEnabled.Reply(schedule: Sample.schedule))
                }
            }
        ]
    }

    private func ask(_ caller: Caller, _ schedule: String) -> Handover<Answer> {
        let answers = Handover<Answer>()
        caller.call(SetEnabled.self, .init(schedule: schedule, enabled: true)) {
            answers.give($0)
        }
        return answers
    }

    private func failure(_ answer: Answer?) -> CallFailure? {
        if case .failure(let failure) = answer { failure } else { nil }
    }

    private func isDone(_ answer: Answer?) -> Bool {
        if case .success(let reply) = answer { reply.schedule == Sample.schedule } else { false }
    }

    @Test func callsAreMadeInTheirOrderOverOneConnection() throws {
        try service.start(methods)
        let caller = Caller(address: service.address)
        let connects = Handover<Void>()
        caller.onConnect = { connects.give(()) }
        let answers = (0..<50).map { ask(caller, "s\($0)") }
        for answer in answers { #expect(isDone(answer.next())) }
        #expect(asked.rest.map(\.schedule) == (0..<50).map { "s\($0)" })
        #expect(connects.rest.count == 1)
        #expect(try service.connectionCount == 1)
    }

    @Test func refusalsAreTypedAndKeepTheConnection() throws {
        try service.start(methods)
        let caller = Caller(address: service.address)
        let connects = Handover<Void>()
        caller.onConnect = { connects.give(()) }
        guard case .refused(let error) = failure(ask(caller, "strict").next()) else {
            Issue.record("it was not refused")
            return
        }
        #expect(error as? QuietHoursAPI.Strict == .init(until: Sample.later))
        #expect(isDone(ask(caller, "nights").next()))
        #expect(connects.rest.count == 1)
    }

    @Test func aConnectionThatWasLostIsMadeAnewByTheNextCall() throws {
        try service.start(methods)
        let caller = Caller(address: service.address)
        let connects = Handover<Void>()
        caller.onConnect = { connects.give(()) }
        for count in 1...3 {
            #expect(isDone(ask(caller, "nights").next()))
            #expect(connects.rest.count == count)
            service.stop()
            try service.start(methods)
        }
    }

    @Test func nobodyThereFailsTheCallAndNotTheOneAfter() throws {
        let caller = Caller(address: service.address)
        guard case .notRunning(let path) = failure(ask(caller, "nights").next()) else {
            Issue.record("somebody answered")
            return
        }
        #expect(path == service.address.path)
        try service.start(methods)
        #expect(isDone(ask(caller, "nights").next()))
        service.stop()
        guard case .notRunning = failure(ask(caller, "nights").next()) else {
            Issue.record("somebody answered")
            return
        }
    }

    /// A call that broke may have been carried out, so it is not sent again.
    @Test func aCallThatBreaksIsNotRepeated() throws {
        try service.start(methods)
        let caller = Caller(address: service.address)
        guard case .disconnected = failure(ask(caller, "broken").next()) else {
            Issue.record("not told of the break")
            return
        }
        #expect(isDone(ask(caller, "nights").next()))
        #expect(asked.rest.map(\.schedule) == ["broken", "nights"])
    }

    /// The answer that comes too late is not taken for that of the next call.
    @Test func aCallThatIsNotAnsweredInTimeFails() throws {
        try service.start(methods)
        let caller = Caller(address: service.address, timeout: .milliseconds(50))
        guard case .timedOut = failure(ask(caller, "later").next()) else {
            Issue.record("not told of the time")
            return
        }
        let patient = Caller(address: service.address)
        #expect(isDone(ask(patient, "nights").next()))
        let call = try #require(kept.next())
        try service.onLoop { call.reply(SetEnabled.Reply(schedule: Sample.schedule)) }
        #expect(isDone(ask(patient, "nights").next()))
    }

    /// Whoever waits behind a call that hangs waits no longer than for an answer: of those who
    /// asked at the same time none tries once the time has passed.
    @Test func callsBehindOneThatHangsFailWithIt() throws {
        let impostor = try Impostor(at: service.address.path, saying: nil)
        defer { impostor.end() }
        let caller = Caller(address: service.address, timeout: .milliseconds(100))
        let connects = Handover<Void>()
        let allAsked = Handover<Void>()
        caller.onConnect = {
            connects.give(())
            _ = allAsked.next()
            let end = SuspendingClock.now + .milliseconds(100)
            while SuspendingClock.now <= end { usleep(1000) }
        }
        let answers = (0..<200).map { _ in ask(caller, "nights") }
        allAsked.give(())
        for answer in answers {
            guard case .timedOut = failure(answer.next()) else {
                Issue.record("it was answered")
                return
            }
        }
        #expect(connects.rest.count == 1)
    }

    @Test func whatMakesNoSenseFailsTheCallAndItsConnection() throws {
        let impostor = try Impostor(
            at: service.address.path, saying: #"{"parameters":{"schedule":1}}"#)
        defer { impostor.end() }
        let caller = Caller(address: service.address)
        let connects = Handover<Void>()
        caller.onConnect = { connects.give(()) }
        for count in 1...3 {
            guard case .broken(let reason) = failure(ask(caller, "nights").next()) else {
                Issue.record("it was believed")
                return
            }
            #expect(reason.contains("schedule"))
            #expect(connects.rest.count <= count)
            impostor.hangUp()
        }
    }

    @Test func whatHoldsForAConnectionIsSaidAgain() throws {
        try service.start(methods)
        let caller = Caller(address: service.address)
        caller.onConnect = { [weak caller] in
            let again = SetEnabled.Parameters(schedule: "said again", enabled: true)
            caller?.call(SetEnabled.self, again) { _ in }
        }
        #expect(isDone(ask(caller, "first").next()))
        #expect(isDone(ask(caller, "second").next()))
        #expect(asked.next()?.schedule == "first")
        #expect(asked.next()?.schedule == "said again")
        #expect(asked.next()?.schedule == "second")
        service.stop()
        try service.start(methods)
        #expect(isDone(ask(caller, "third").next()))
        #expect(asked.next()?.schedule == "third")
        #expect(asked.next()?.schedule == "said again")
    }

    @Test func aCallerThatIsDroppedAnswersWhatWasAskedAndHangsUp() throws {
        try service.start(methods)
        let gone = Handover<Void>()
        let answers: Handover<Answer>
        do {
            let caller = Caller(address: service.address)
            answers = ask(caller, "later")
        }
        let call = try #require(kept.next())
        try service.onLoop {
            call.onDisconnect { gone.give(()) }
            call.reply(SetEnabled.Reply(schedule: Sample.schedule))
        }
        #expect(isDone(answers.next()))
        #expect(gone.next() != nil)
    }
}
