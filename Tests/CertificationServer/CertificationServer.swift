import Glibc
import NIOCore
import NIOPosix
import Varlink
import VarlinkIDL

/// Serves the certification interface at the socket path that is its argument, until SIGTERM.
@main
struct CertificationServer {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            say("usage: varlink-certification-server SOCKET")
            exit(64)
        }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let rounds = CertificationRounds(on: group.next())
        let server = VarlinkServer(
            identity: ServiceIdentity(
                vendor: "Soteria", product: "Varlink certification server", version: "1",
                url: "https://varlink.org"),
            interfaces: [try rounds.interface()], eventLoop: group.next(),
            observer: { event in say("\(event)") })
        try server.listen(at: CommandLine.arguments[1]).wait()
        while true { pause() }
    }

    private static func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}

/// The rounds under way: for each client id, the turn that comes next.
final class CertificationRounds: Sendable {
    private let turns: NIOLoopBoundBox<[String: Int]>

    init(on eventLoop: any EventLoop) {
        turns = .makeBoxSendingValue([:], eventLoop: eventLoop)
    }

    func interface() throws -> Interface {
        var methods = ["Start": Method { call in try self.start(call) }]
        for (turn, step) in CertificationRound.steps.enumerated() {
            methods[step.method] = Method { call in try self.take(turn, step, call) }
        }
        return try Interface(InterfaceDescription(CertificationInterface.text), methods: methods)
    }

    private func start(_ call: Call) throws {
        try call.noParameters()
        let id = String(UInt64.random(in: .min ... .max), radix: 16)
        turns.value[id] = 0
        call.reply(JSON.object(["client_id": .string(id)]))
    }

    private func take(_ turn: Int, _ step: CertificationStep, _ call: Call) throws {
        guard let id = call.parameters["client_id"]?.stringValue else {
            throw VarlinkError.invalidParameter("client_id")
        }
        guard let expected = turns.value[id] else {
            throw VarlinkError("\(CertificationInterface.name).ClientIdError")
        }
        guard expected == turn else {
            throw failure(wants: wanted(CertificationRound.steps[expected], id), got: call)
        }
        let wanted = wanted(step, id)
        guard wanted.isEquivalent(to: Self.message(call)) else {
            turns.value[id] = nil
            throw failure(wants: wanted, got: call)
        }
        let isLast = turn == CertificationRound.steps.count - 1
        turns.value[id] = isLast ? nil : turn + 1
        for (index, reply) in step.replies.enumerated() {
            call.reply(reply, continues: index < step.replies.count - 1)
        }
    }

    private func failure(wants: JSON, got call: Call) -> VarlinkError {
        VarlinkError(
            "\(CertificationInterface.name).CertificationError",
            ["wants": wants, "got": Self.message(call)])
    }

    private func wanted(_ step: CertificationStep, _ id: String) -> JSON {
        var parameters = step.wants
        parameters["client_id"] = .string(id)
        return Self.message(
            "\(CertificationInterface.name).\(step.method)", parameters,
            more: step.mode == .more, oneway: step.mode == .oneway)
    }

    private static func message(_ call: Call) -> JSON {
        message(call.method, call.parameters, more: call.more, oneway: call.oneway)
    }

    private static func message(
        _ method: String, _ parameters: JSONObject, more: Bool, oneway: Bool
    ) -> JSON {
        var message: JSONObject = ["method": .string(method), "parameters": .object(parameters)]
        if more { message["more"] = true }
        if oneway { message["oneway"] = true }
        return .object(message)
    }
}
