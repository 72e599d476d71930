import API
import Foundation
import Synchronization
import Varlink

/// The unblock requests of a daemon of the test's own, with what was asked of it.
final class FakeRequests: Sendable {
    /// The remaining seconds that Confirm reports before it opens.
    private let refusals: Mutex<[Int]>
    private let calls = Mutex<[String]>([])
    private let intent = Mutex<UnblockAPI.Intent?>(nil)
    private let answers: [String: MethodHandler]

    private let wait: Int?

    /// `handlers` by the method's name take the place of these answers, `wait` in seconds that of
    /// the waits that `options` names.
    init(refusals: [Int] = [], wait: Int? = nil, _ handlers: [String: MethodHandler] = [:]) {
        self.refusals = Mutex(refusals)
        self.wait = wait
        answers = handlers
    }

    /// The calls in order, `Keep {"request":12}`, without those that only read.
    var log: [String] { calls.withLock { $0 } }

    static let circumstances = UnblockAPI.Circumstances(
        hour: 23, weekday: 6, requestsToday: 3, requestsThisWeek: 8, unblocksToday: 1,
        unblocksThisWeek: 4, sinceLastUnblock: 1800, quietHours: true)
    static let options = UnblockAPI.Options.Reply(
        categories: ["necessity", "gift", "other"], moods: ["bored", "tired"], plannedWait: 3,
        impulseWait: 5, grant: 900)
    static let grant = UnblockAPI.Grant(
        grant: 15, request: 12, targets: ["shopping"], purpose: .planned, at: SampleReplies.now,
        until: "2026-11-21T23:33:00+01:00", seconds: 900)

    /// Request 12 about a place.
    static func open(
        _ place: UnblockAPI.Place, targets: [String] = ["shopping"], pause: Bool = false,
        intent: UnblockAPI.Intent? = nil
    ) -> UnblockAPI.OpenRequest {
        let wait = intent.map { $0.purpose == .planned ? 3 : 5 }
        return UnblockAPI.OpenRequest(
            request: 12, place: place, targets: targets, pause: pause, at: SampleReplies.now,
            intent: intent, waitEnds: intent == nil ? nil : "2026-11-21T23:18:05+01:00",
            waitSeconds: wait, expires: "2026-11-21T23:28:05+01:00",
            circumstances: circumstances)
    }

    /// The methods by qualified name, for a `FakeDaemon`.
    var methods: [String: Method] {
        let standard: [String: MethodHandler] = [
            "Options": { $0.reply(Self.options) },
            "Request": { call in
                let asked = try call.decode(UnblockAPI.Request.Parameters.self)
                let intent = self.intent.withLock { known in
                    known = asked.intent ?? known
                    return known
                }
                let targets =
                    asked.place.everything == true ? ["shopping", "social"] : ["shopping"]
                var request = Self.open(
                    asked.place, targets: targets, pause: asked.pause ?? false, intent: intent)
                if intent != nil, let wait = self.wait { request.waitSeconds = wait }
                call.reply(UnblockAPI.Request.Reply(request: request))
            },
            "Keep": { $0.reply(UnblockAPI.Keep.Reply(today: 3)) },
            "Confirm": { call in
                let left = self.refusals.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                if let left { throw UnblockAPI.WaitNotOver(remainingSeconds: left).varlinkError }
                call.reply(UnblockAPI.Confirm.Reply(grant: Self.grant, blocked: []))
            },
            "Protect": { call in
                call.reply(
                    UnblockAPI.Protect.Reply(
                        protection: 18, targets: ["shopping"], until: SampleReplies.until))
            },
            "List": { call in
                call.reply(
                    UnblockAPI.List.Reply(
                        requests: [
                            Self.open(
                                .init(site: "amazon.com"), intent: .init(purpose: .impulse))
                        ], grants: []))
            },
        ]
        var methods: [String: Method] = [:]
        for (name, answer) in standard.merging(answers, uniquingKeysWith: { $1 }) {
            methods["org.soteria.unblock.\(name)"] = logged(name, answer)
        }
        return methods
    }

    private func logged(_ name: String, _ answer: @escaping MethodHandler) -> Method {
        guard !["Options", "List"].contains(name) else {
            return Method(answer)
        }
        return Method { call in
            self.calls.withLock { $0.append("\(name) \(call.parameters)") }
            try answer(call)
        }
    }
}
