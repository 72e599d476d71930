import NIOCore
import SeededRandom
import Testing

@testable import Varlink
import VarlinkIDL

@Suite("Many clients at once")
struct ManyClientsTests {
    @Test("Every one of 300 subscribers gets every change, in order, a silent one harms none")
    func fanOut() throws {
        var limits = ServerLimits()
        limits.connectionsPerProcess = 300
        let service = try TestService(limits: limits)
        let watch = #"{"method":"org.example.test.Watch","more":true}"#
        let peers = try (0..<300).map { _ in try service.peer() }
        for peer in peers { peer.send(watch) }
        let calls = try peers.map { _ in try service.kept.next().wait() }
        for number in 1...5 {
            let change = try EncodedParameters(TestInterface.Number(number: number))
            try service.server.eventLoop.submit {
                for call in calls { call.reply(change, continues: number < 5) }
            }.wait()
        }
        for peer in peers.dropFirst() {
            for number in 1..<5 {
                #expect(
                    peer.receive()
                        == .message(#"{"parameters":{"number":\#(number)},"continues":true}"#))
            }
            #expect(peer.receive() == .message(#"{"parameters":{"number":5}}"#))
        }
        #expect(service.events == [])
    }

    @Test("Calls of many clients, cut at random, are each answered to whom they belong")
    func interleaved() throws {
        let seed = SeededGenerator.seed()
        var source = SeededGenerator(seed: seed)
        let service = try TestService()
        let peers = try (0..<12).map { _ in try service.peer() }
        var rest = peers.indices.map { client -> [UInt8] in
            (0..<20).flatMap { number -> [UInt8] in
                let text = "\(client)-\(number)"
                return Array(
                    #"{"method":"org.example.test.Echo","parameters":{"text":"\#(text)"}}"#.utf8)
                    + [0]
            }
        }
        while let client = rest.indices.filter({ !rest[$0].isEmpty }).randomElement(using: &source)
        {
            let length = Int.random(in: 1...150, using: &source)
            peers[client].send(bytes: Array(rest[client].prefix(length)))
            rest[client].removeFirst(min(length, rest[client].count))
        }
        for (client, peer) in peers.enumerated() {
            for number in 0..<20 {
                #expect(
                    peer.receive()
                        == .message(#"{"parameters":{"text":"\#(client)-\#(number)"}}"#),
                    "seed \(seed)")
            }
        }
        #expect(try service.server.connectionCount.wait() == 12)
    }

    @Test("Clients that come and go leave nothing behind")
    func comingAndGoing() throws {
        let seed = SeededGenerator.seed()
        var source = SeededGenerator(seed: seed)
        let service = try TestService()
        var closings: [EventLoopFuture<Void>] = []
        for _ in 0..<100 {
            let peer = try service.peer()
            switch Int.random(in: 0..<4, using: &source) {
            case 0: break
            case 1: peer.send(bytes: Array(#"{"meth"#.utf8))
            case 2: peer.send(#"{"method":"org.example.test.Nothing"}"#)
            default:
                peer.send(#"{"method":"org.example.test.Watch","more":true}"#)
                let call = try service.kept.next().wait()
                let closed = service.server.eventLoop.makePromise(of: Void.self)
                try service.server.eventLoop.submit { call.onClose { closed.succeed() } }.wait()
                closings.append(closed.futureResult)
            }
        }
        for closing in closings { try closing.wait() }
        // One that comes last is let in, and gone when it has been told so.
        let last = try service.peer()
        last.endSending()
        #expect(last.receive() == .end)
        #expect(try service.server.connectionCount.wait() == 0, "seed \(seed)")
    }

    @Test("Several interfaces and servers share one loop")
    func sharedLoop() throws {
        let service = try TestService()
        let description = try InterfaceDescription(
            "interface org.example.other\nmethod Name() -> (name: string)\n")
        let other = VarlinkServer(
            identity: TestService.identity,
            interfaces: [
                try Interface(
                    description,
                    methods: ["Name": Method { call in call.reply(["name": "other"]) }])
            ], eventLoop: service.server.eventLoop)
        let path = service.directory + "/other"
        try other.listen(at: path).wait()
        let client = try VarlinkClient(path: path)
        #expect(try client.call("org.example.other.Name") == ["name": "other"])
        #expect(throws: VarlinkError.interfaceNotFound("org.example.test")) {
            try client.call("org.example.test.Nothing")
        }
        #expect(try service.client().call("org.example.test.Nothing") == [:])
        try other.shutdown().wait()
        #expect(throws: ClientError.notRunning(path: path)) { try VarlinkClient(path: path) }
        #expect(try service.client().call("org.example.test.Nothing") == [:])
    }
}
