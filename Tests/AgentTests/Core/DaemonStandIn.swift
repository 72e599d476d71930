import TestBus
import API
import NIOCore
import NIOPosix
import Varlink
import VarlinkIDL

/// A daemon that blocks one target with one app, and hands over what it is asked beside that.
final class DaemonStandIn: @unchecked Sendable {
    let scratch: ScratchDirectory
    let attempts = Mailbox<String>()
    /// The apps whose use was opened.
    let used = Mailbox<String>()
    /// The sources that the agent told, as "FRONT IDLE ESTIMATED".
    let sources = Mailbox<String>()
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    // Written in the initializer only.
    private let server: VarlinkServer

    var address: API.SocketAddress { API.SocketAddress(path: scratch.path("socket")) }

    /// A daemon that says how its target stands, and what belongs to it.
    init(_ state: ProtectionAPI.TargetState, _ places: TargetsAPI.Places) throws {
        scratch = try ScratchDirectory()
        let attempts = attempts
        let used = used
        let sources = sources
        let given: [String: Method] = [
            ProtectionAPI.Monitor.method: .streaming { call in
                call.reply(
                    ProtectionAPI.Monitor.Reply(targets: [state], sequence: 1), continues: true)
            },
            TargetsAPI.Monitor.method: .streaming { call in
                call.reply(
                    TargetsAPI.Monitor.Reply(
                        begins: true, places: [places], complete: true, awayAfter: 300),
                    continues: true)
            },
            PromptsAPI.Monitor.method: .streaming { call in
                call.reply(PromptsAPI.Monitor.Reply(prompts: []), continues: true)
            },
            UnblockAPI.Attempt.method: Method { call in
                attempts.post(call.parameters["app"]?.stringValue ?? "")
                call.reply(UnblockAPI.Attempt.Reply(blocked: true, targets: [state.target]))
            },
            UsageAPI.Opened.method: Method { call in
                used.post(call.parameters["app"]?.stringValue ?? "")
                call.reply(
                    UsageAPI.Opened.Reply(
                        use: 1, targets: [state.target], heartbeat: 30, limit: 90))
            },
            UsageAPI.RegisterSource.method: Method { call in
                let front = call.parameters["front"]?.stringValue ?? "none"
                let idle = call.parameters["idle"]?.stringValue ?? "none"
                let isEstimated = call.parameters["estimated"]?.boolValue ?? false
                sources.post("\(front) \(idle) \(isEstimated)")
                call.reply(UsageAPI.RegisterSource.Reply())
            },
            UsageAPI.SetIdle.method: Method { call in call.reply(UsageAPI.SetIdle.Reply()) },
            ProtectionAPI.List.method: Method { call in
                call.reply(ProtectionAPI.List.Reply(now: "", sequence: 41, targets: [state]))
            },
            UnblockAPI.List.method: Method { call in
                call.reply(UnblockAPI.List.Reply(requests: [], grants: []))
            },
            DaemonAPI.Events.method: .streaming { call in
                let last = Int(call.parameters["after"]?.intValue ?? 0)
                let event = DaemonAPI.Event(
                    sequence: last + 1, at: "", kind: "blockKept", fact: ["request": 7])
                call.reply(DaemonAPI.Events.Reply(events: [event]), continues: true)
            },
        ]
        var interfaces: [Interface] = []
        for text in Interfaces.descriptions {
            let description = try InterfaceDescription(text)
            var methods: [String: Method] = [:]
            for method in description.methods {
                methods[method.name] =
                    given["\(description.name).\(method.name)"] ?? Method { _ in }
            }
            interfaces.append(try Interface(description, methods: methods))
        }
        server = VarlinkServer(
            identity: ServiceIdentity(vendor: "a", product: "b", version: "c", url: "d"),
            interfaces: interfaces, eventLoop: group.next())
        try server.listen(at: address.path).wait()
    }

    deinit {
        stop()
        group.shutdownGracefully { _ in }
    }

    /// Ends the service; whoever follows it is cut off.
    func stop() {
        try? server.shutdown(grace: .zero).wait()
    }
}
