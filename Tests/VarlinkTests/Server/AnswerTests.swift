import NIOCore
import Testing

@testable import Varlink
import VarlinkIDL

@Suite("Answers")
struct AnswerTests {
    @Test("A oneway call is never answered, not even with an error")
    func oneway() throws {
        let service = try TestService()
        let peer = try service.peer()
        for method in [
            "org.example.test.Nothing", "org.example.test.Nope", "org.example.nope.Nope",
            "org.varlink.service.GetInfo", "org.example.test.Echo", "org.example.test.Watch",
        ] {
            peer.send(#"{"method":"\#(method)","oneway":true}"#)
        }
        peer.send(#"{"method":"org.example.test.Fail","parameters":{"code":1},"oneway":true}"#)
        peer.send(#"{"method":"org.example.test.Echo","parameters":{"text":"after"}}"#)
        #expect(peer.receive() == .message(#"{"parameters":{"text":"after"}}"#))
    }

    @Test("A oneway call that is answered later holds the next one until then")
    func onewayInOrder() throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send(#"{"method":"org.example.test.Later","oneway":true}"#)
        peer.send(#"{"method":"org.example.test.Later","parameters":{"tag":"second"}}"#)
        try service.answer { call in
            #expect(call.oneway)
            call.reply()
        }
        try service.answer { call in
            #expect(call.parameters["tag"] == "second")
            call.reply(call.parameters)
        }
        #expect(peer.receive() == .message(#"{"parameters":{"tag":"second"}}"#))
    }

    @Test("Replies keep the order of the calls although the first is answered late")
    func order() throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send(#"{"method":"org.example.test.Later","parameters":{"tag":"late"}}"#)
        peer.send(#"{"method":"org.example.test.Echo","parameters":{"text":"next"}}"#)
        try service.answer { call in call.reply(call.parameters) }
        #expect(peer.receive() == .message(#"{"parameters":{"tag":"late"}}"#))
        #expect(peer.receive() == .message(#"{"parameters":{"text":"next"}}"#))
    }

    @Test("A late answer on one connection does not hold another connection")
    func independence() throws {
        let service = try TestService()
        let waiting = try service.peer()
        waiting.send(#"{"method":"org.example.test.Later"}"#)
        let other = try service.peer()
        other.send(#"{"method":"org.example.test.Nothing"}"#)
        #expect(other.receive() == .message("{}"))
        try service.answer { call in call.reply() }
        #expect(waiting.receive() == .message("{}"))
    }

    @Test(
        "Errors of org.varlink.service, word for word",
        arguments: [
            (
                #"{"method":"org.example.test.Nope"}"#,
                #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"org.example.test.Nope"}}"#
            ),
            (
                #"{"method":"org.example.nope.Echo"}"#,
                #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"org.example.nope"}}"#
            ),
            (
                #"{"method":"Echo"}"#,
                #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"Echo"}}"#
            ),
            (
                #"{"method":"org.example.test.Echo"}"#,
                #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"text"}}"#
            ),
            (
                #"{"method":"org.example.test.Echo","parameters":{"text":1}}"#,
                #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"text"}}"#
            ),
            (
                #"{"method":"org.example.test.Echo","parameters":{"text":"a","more":true}}"#,
                #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"more"}}"#
            ),
            (
                #"{"method":"org.example.test.Nothing","parameters":{"any":null}}"#,
                #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"any"}}"#
            ),
            (
                #"{"method":"org.example.test.Watch"}"#,
                #"{"error":"org.varlink.service.ExpectedMore"}"#
            ),
            (
                #"{"method":"org.example.test.Nothing","upgrade":true}"#,
                #"{"error":"org.varlink.service.MethodNotImplemented","parameters":{"method":"org.example.test.Nothing"}}"#
            ),
            (
                #"{"method":"org.example.test.Fail","parameters":{"code":7}}"#,
                #"{"error":"org.example.test.Failed","parameters":{"code":7}}"#
            ),
            (
                #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.x.y"}}"#,
                #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"org.x.y"}}"#
            ),
        ])
    func errors(_ call: String, _ answer: String) throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send(call)
        #expect(peer.receive() == .message(answer))
        peer.send(#"{"method":"org.example.test.Nothing"}"#)
        #expect(peer.receive() == .message("{}"), "an error does not end the connection")
    }

    @Test("An error of org.varlink.service is one that its description declares")
    func declaredErrors() {
        let description = ServiceDescription.interface
        for error in [
            VarlinkError.invalidParameter("p"), .interfaceNotFound("i"), .methodNotFound("m"),
            .methodNotImplemented("m"), .expectedMore, .permissionDenied,
        ] {
            #expect(description.violations(error: error) == [])
        }
        #expect(description.errors.count == 6)
        #expect(description.portabilityFindings == [])
        #expect(description.undocumented == [])
    }

    @Test("GetInfo and GetInterfaceDescription answer as declared, the latter byte for byte")
    func service() throws {
        let service = try TestService()
        let client = try service.client()
        let info = try client.call("org.varlink.service.GetInfo")
        #expect(
            info == [
                "vendor": "Test", "product": "Test service", "version": "7",
                "url": "https://example.org",
                "interfaces": ["org.example.test", "org.varlink.service"],
            ])
        let declared = ServiceDescription.interface
        #expect(declared.violations(reply: .object(info), of: "GetInfo") == [])
        for (name, text) in [
            ("org.example.test", TestInterface.text), ("org.varlink.service", declared.text),
        ] {
            let reply = try client.call(
                "org.varlink.service.GetInterfaceDescription", ["interface": .string(name)])
            #expect(reply == ["description": .string(text)])
        }
    }

    @Test("A handler that fails without an answer ends its connection alone")
    func brokenHandler() throws {
        let service = try TestService()
        let other = try service.peer()
        let peer = try service.peer()
        peer.send(#"{"method":"org.example.test.Nothing"}"#)
        peer.send(#"{"method":"org.example.test.Break"}"#)
        #expect(peer.receive() == .message("{}"))
        #expect(peer.receive() == .end)
        #expect(
            service.events == [
                .handlerFailed(method: "org.example.test.Break", reason: "Broken()")
            ])
        other.send(#"{"method":"org.example.test.Nothing"}"#)
        #expect(other.receive() == .message("{}"))
    }

    @Test("A reply that JSON cannot say ends its connection and is reported")
    func unencodableReply() throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send(#"{"method":"org.example.test.Infinity"}"#)
        #expect(peer.receive() == .end)
        guard case .replyNotEncodable(let method, _) = service.events.first else {
            Issue.record("\(service.events)")
            return
        }
        #expect(method == "org.example.test.Infinity")
    }

    @Test("A reply that is no object is refused")
    func replyIsAnObject() throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send(#"{"method":"org.example.test.Later"}"#)
        try service.answer { call in
            call.reply([1, 2, 3])
            #expect(!call.isOpen)
        }
        #expect(peer.receive() == .end)
        #expect(service.events.count == 1)
        #expect(throws: EncodingError.self) { try EncodedParameters("text") }
    }

    @Test("A call that was answered is open no more")
    func openness() throws {
        let service = try TestService()
        let peer = try service.peer()
        peer.send(#"{"method":"org.example.test.Later"}"#)
        try service.answer { call in
            #expect(call.isOpen)
            call.reply()
            #expect(!call.isOpen)
        }
        #expect(peer.receive() == .message("{}"))
    }

    @Test("Every reply of the test interface holds to its description")
    func conformance() throws {
        let service = try TestService()
        let description = try InterfaceDescription(TestInterface.text)
        let client = try service.client()
        let echo = try client.call("org.example.test.Echo", ["text": "x"])
        #expect(description.violations(reply: .object(echo), of: "Echo") == [])
        let count = try client.call("org.example.test.Count", ["to": 3])
        #expect(description.violations(reply: .object(count), of: "Count") == [])
        #expect(throws: VarlinkError("org.example.test.Failed", ["code": 4])) {
            try client.call("org.example.test.Fail", ["code": 4])
        }
        #expect(
            description.violations(error: VarlinkError("org.example.test.Failed", ["code": 4]))
                == [])
    }
}
