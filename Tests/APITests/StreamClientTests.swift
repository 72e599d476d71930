import API
import Foundation
import Testing
import Varlink

/// The typed client with what comes in pieces, and with the refusals of the interfaces of use,
/// check-ins, figures and goals.
@Suite struct StreamClientTests {
    @Test func piecesOfAnExportComeInOrder() throws {
        let pieces = ["request,at\r\n", "41,\"a\nb\"\r\n", ""]
        let export = Method.streaming { call in
            let asked = try call.decode(MetricsAPI.Export.Parameters.self)
            #expect(asked == .init(format: .csv, table: .requests))
            for (index, piece) in pieces.enumerated() {
                call.reply(
                    MetricsAPI.Export.Reply(text: piece), continues: index < pieces.count - 1)
            }
        }
        let served = ServedInterface(text: MetricsAPI.description, methods: ["Export": export])
        try served.serve { client in
            var text = ""
            try client.monitor(
                MetricsAPI.Export.self, .init(format: .csv, table: .requests)
            ) { text += $0.text }
            #expect(text == pieces.joined())
        }
    }

    @Test func aCopyThatBreaksOffSaysSo() throws {
        let backup = Method.streaming { call in
            call.reply(DaemonAPI.Backup.Reply(data: "AAEC", size: 6), continues: true)
            call.fail(DaemonAPI.StoreUnavailable(reason: "the disk is full").varlinkError)
        }
        let served = ServedInterface(text: DaemonAPI.description, methods: ["Backup": backup])
        try served.serve { client in
            var file = Data()
            do {
                try client.monitor(DaemonAPI.Backup.self, .init()) { reply in
                    #expect(reply.size == 6)
                    file += try #require(reply.data.flatMap { Data(base64Encoded: $0) })
                }
                Issue.record("it ended well")
            } catch CallFailure.refused(let error) {
                #expect(
                    error as? DaemonAPI.StoreUnavailable == .init(reason: "the disk is full"))
            }
            #expect(file == Data([0, 1, 2]))
        }
    }

    @Test func whatComesInPiecesNeedsMore() throws {
        let sessions = Method.streaming { $0.reply(UsageAPI.Sessions.Reply(sessions: [])) }
        let served = ServedInterface(text: UsageAPI.description, methods: ["Sessions": sessions])
        try served.serve { client in
            do {
                _ = try client.call(UsageAPI.Sessions.self, .init())
                Issue.record("it was answered")
            } catch CallFailure.unexpected(let error) {
                #expect(error.contains("ExpectedMore"))
            }
            var pages = 0
            try client.monitor(UsageAPI.Sessions.self, .init()) { reply in
                #expect(reply.sessions.isEmpty)
                pages += 1
            }
            #expect(pages == 1)
        }
    }

    /// A reply of nothing is an answer.
    @Test func whatHasNoReplyIsAnswered() throws {
        let closed = Method { call in
            let asked = try call.decode(UsageAPI.Closed.Parameters.self)
            #expect(asked.use == 61)
            call.reply()
        }
        let served = ServedInterface(text: UsageAPI.description, methods: ["Closed": closed])
        try served.serve { client in
            let reply = try client.call(UsageAPI.Closed.self, .init(use: 61))
            #expect(reply == .init())
        }
    }

    private func refused<Called: TypedMethod>(
        _ method: Called.Type, _ parameters: Called.Parameters, in text: String,
        with refusal: VarlinkError
    ) throws {
        let handler = Method { _ in throw refusal }
        let name = String(Called.method.dropFirst(Called.Interface.interface.count + 1))
        let served = ServedInterface(text: text, methods: [name: handler])
        try served.serve { client in
            do {
                _ = try client.call(Called.self, parameters)
                Issue.record("it was done")
            } catch CallFailure.refused(let error) {
                #expect(error.varlinkError == refusal)
            }
        }
    }

    @Test(arguments: Sample.usageErrors.map { $0.varlinkError })
    func refusalsOfUse(refusal: VarlinkError) throws {
        try refused(
            UsageAPI.Opened.self, .init(app: "steam"), in: UsageAPI.description, with: refusal)
    }

    @Test(arguments: Sample.checkInErrors.map { $0.varlinkError })
    func refusalsOfCheckIns(refusal: VarlinkError) throws {
        try refused(
            CheckInAPI.Answer.self, .init(checkIn: "morning", yes: true),
            in: CheckInAPI.description, with: refusal)
    }

    @Test(arguments: Sample.metricsErrors.map { $0.varlinkError })
    func refusalsOfFigures(refusal: VarlinkError) throws {
        try refused(
            MetricsAPI.Get.self, .init(range: .all), in: MetricsAPI.description, with: refusal)
    }

    @Test(arguments: Sample.goalErrors.map { $0.varlinkError })
    func refusalsOfGoals(refusal: VarlinkError) throws {
        try refused(
            GoalsAPI.Contribute.self, .init(goal: 71, amount: "1"), in: GoalsAPI.description,
            with: refusal)
    }

    @Test(
        arguments: [
            (["goal": 71, "amount": 1], "amount"), (["goal": 71], "amount"),
            (["goal": 71, "amount": "1", "currency": "EUR"], "currency"),
            (["amount": "1"], "goal"),
        ] as [(JSON, String)])
    func whatCannotBeReadIsNamed(asked: JSON, parameter: String) throws {
        let contribute = Method { call in
            _ = try call.decode(GoalsAPI.Contribute.Parameters.self)
            call.reply(GoalsAPI.Contribute.Reply(goal: Sample.goal))
        }
        let served = ServedInterface(
            text: GoalsAPI.description, methods: ["Contribute": contribute])
        try served.serve { client in
            do {
                _ = try client.call(RawContribute.self, asked)
                Issue.record("it was taken")
            } catch CallFailure.invalidParameter(let name) {
                #expect(name == parameter)
            }
        }
    }
}

/// `Contribute` with whatever a careless client sends.
private enum RawContribute: TypedMethod {
    static let method = GoalsAPI.Contribute.method
    typealias Interface = GoalsAPI
    typealias Parameters = JSON
    typealias Reply = GoalsAPI.Contribute.Reply
}
