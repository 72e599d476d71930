import TestSupport
import API
import Foundation
import NIOCore
import NIOPosix
import Varlink
import VarlinkIDL

/// A daemon at a path that can stop and come back, and that decides when it is told to.
final class FakeDaemon: @unchecked Sendable {
    let path = NSTemporaryDirectory() + "soteria-fake-\(UUID().uuidString.prefix(8))"
    /// Told the name of each method that begins to be followed.
    let followed = Handover<String>()
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private var server: VarlinkServer?
    /// Who follows, by method; used on the loop only.
    private var followers: [String: [Call]] = [:]

    static let decision = ProtectionAPI.Decision(
        sequence: 18, at: "2026-11-21T23:18:00+01:00", target: "shopping", name: "Shopping\n\"x\"",
        verdict: .block, restrictions: [], until: "2026-11-22T06:30:00+01:00", cause: .schedule)

    static let risk = RiskAPI.Status(
        score: FixedPoint(thousandths: 400), automatic: FixedPoint(thousandths: 400),
        level: .moderate,
        thresholds: .init(
            moderate: FixedPoint(thousandths: 400), high: FixedPoint(thousandths: 600),
            critical: FixedPoint(thousandths: 800)),
        assessedAt: "2026-11-21T23:15:00+01:00", nextAt: "2026-11-21T23:30:00+01:00", factors: [])

    /// Answers from now on.
    func start() throws {
        let handlers: [String: Method] = [
            "org.soteria.protection.Monitor": following(
                ProtectionAPI.Monitor.Reply(targets: [], sequence: 17)),
            "org.soteria.risk.Monitor": following(RiskAPI.Monitor.Reply(status: Self.risk)),
            "org.soteria.prompts.Monitor": following(PromptsAPI.Monitor.Reply(prompts: [])),
            "org.soteria.risk.GetStatus": Method {
                $0.reply(RiskAPI.GetStatus.Reply(status: Self.risk))
            },
        ]
        let texts = [ProtectionAPI.description, RiskAPI.description, PromptsAPI.description]
        let interfaces = try texts.map { text in
            let description = try InterfaceDescription(text)
            var methods: [String: Method] = [:]
            for method in description.methods {
                let name = "\(description.name).\(method.name)"
                methods[method.name] =
                    handlers[name] ?? Method { $0.fail(.methodNotImplemented(name)) }
            }
            return try Interface(description, methods: methods)
        }
        let server = VarlinkServer(
            identity: ServiceIdentity(vendor: "Tests", product: "Fake", version: "0", url: ""),
            interfaces: interfaces, eventLoop: group.next())
        try server.listen(at: path).wait()
        self.server = server
    }

    private func following(_ first: some Encodable & Sendable) -> Method {
        .streaming { [self] call in
            call.reply(first, continues: true)
            followers[call.method, default: []].append(call)
            followed.give(call.method)
        }
    }

    /// Tells those who follow a method.
    func send(_ method: String, _ reply: some Encodable & Sendable) throws {
        try group.next().submit { [self] in
            for call in followers[method] ?? [] { call.reply(reply, continues: true) }
        }.wait()
    }

    func decide() throws {
        try send(
            "org.soteria.protection.Monitor", ProtectionAPI.Monitor.Reply(decision: Self.decision))
    }

    /// How many connections there are.
    var connectionCount: Int {
        get throws { try server?.connectionCount.wait() ?? 0 }
    }

    /// Is gone, until it is started again.
    func stop() throws {
        try group.next().submit { [self] in followers = [:] }.wait()
        try server?.shutdown(grace: .zero).wait()
        server = nil
    }

    /// Is gone for good.
    func end() throws {
        try stop()
        try group.syncShutdownGracefully()
    }
}
