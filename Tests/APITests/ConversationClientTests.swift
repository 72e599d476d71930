import API
import Testing
import Varlink

/// The typed client in a conversation about a blocked target, against a server that answers as
/// each test needs.
@Suite struct ConversationClientTests {
    /// Serves `org.soteria.unblock` while `body` runs; methods that are not given are denied.
    private func serving(
        _ handlers: [String: @Sendable (Call) throws -> Void],
        _ body: (SoteriaClient) throws -> Void
    ) throws {
        try ServedInterface(
            text: UnblockAPI.description, methods: handlers.mapValues { Method($0) }
        )
        .serve(body)
    }

    @Test func aRequestGoesOverAndComesBackWhole() throws {
        try serving([
            "Request": { call in
                let asked = try call.decode(UnblockAPI.Request.Parameters.self)
                var request = Sample.request
                request.place = asked.place
                request.intent = asked.intent
                request.pause = asked.pause ?? false
                call.reply(UnblockAPI.Request.Reply(request: request))
            }
        ]) { client in
            let reply = try client.call(
                UnblockAPI.Request.self,
                .init(place: .init(app: "steam"), intent: Sample.intent, pause: true))
            #expect(reply.request.place == .init(app: "steam"))
            #expect(reply.request.intent == Sample.intent)
            #expect(reply.request.pause && reply.request.circumstances == Sample.circumstances)
        }
    }

    @Test(arguments: Sample.unblockErrors.map { $0.varlinkError })
    func everyRefusalComesBackAsItsType(refusal: VarlinkError) throws {
        try serving(["Confirm": { _ in throw refusal }]) { client in
            do {
                _ = try client.call(UnblockAPI.Confirm.self, .init(request: 41))
                Issue.record("it was confirmed")
            } catch CallFailure.refused(let error) {
                #expect(error.varlinkError == refusal)
            }
        }
    }

    @Test(
        arguments: [
            (["place": ["targte": "games"]], "place.targte"), (["intent": [:]], "place"),
            (["place": ["protection": "18"]], "place.protection"),
            (["place": ["target": "a"], "intent": ["mood": "sad"]], "intent.purpose"),
            (["place": ["target": "a"], "intent": ["purpose": "whim"]], "intent.purpose"),
            (["place": ["target": "a"], "pause": 1], "pause"),
        ] as [(JSON, String)])
    func whatCannotBeReadIsNamed(asked: JSON, parameter: String) throws {
        try serving([
            "Request": { call in
                _ = try call.decode(UnblockAPI.Request.Parameters.self)
                call.reply(UnblockAPI.Request.Reply(request: Sample.request))
            }
        ]) { client in
            do {
                _ = try client.call(RawRequest.self, asked)
                Issue.record("it was taken")
            } catch CallFailure.invalidParameter(let name) {
                #expect(name == parameter)
            }
        }
    }

    @Test func anOutcomeThatIsNotKnownIsAFailureAndNoTrap() throws {
        try serving([
            "List": { call in
                call.reply(["requests": [], "grants": [], "outcome": "forgotten"] as JSON)
            }
        ]) { client in
            do {
                _ = try client.call(UnblockAPI.List.self, .init(request: 41))
                Issue.record("it was believed")
            } catch CallFailure.broken(let reason) {
                #expect(!reason.isEmpty)
            }
        }
    }
}

/// `Request` with whatever a careless client sends.
private enum RawRequest: TypedMethod {
    static let method = UnblockAPI.Request.method
    typealias Interface = UnblockAPI
    typealias Parameters = JSON
    typealias Reply = UnblockAPI.Request.Reply
}
