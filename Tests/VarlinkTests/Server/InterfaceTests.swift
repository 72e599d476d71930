import Testing

@testable import Varlink
import VarlinkIDL

@Suite("Interfaces and their handlers")
struct InterfaceTests {
    private let description = Result {
        try InterfaceDescription("interface a.b\nmethod M() -> ()\nmethod N() -> ()\n")
    }

    @Test("Every declared method has a handler, and no other method has")
    func mismatch() throws {
        let description = try description.get()
        let method = Method { call in call.reply() }
        _ = try Interface(description, methods: ["M": method, "N": method])
        let missing = InterfaceMismatch(interface: "a.b", missing: ["M", "N"], undeclared: [])
        #expect(throws: missing) { try Interface(description, methods: [:]) }
        let both = InterfaceMismatch(interface: "a.b", missing: ["N"], undeclared: ["O", "m"])
        #expect(throws: both) {
            try Interface(description, methods: ["M": method, "O": method, "m": method])
        }
        #expect(both.description == #"a.b: no handler for ["N"], no declaration of ["O", "m"]"#)
    }

    @Test("A streaming method asks for more, an ordinary one does not")
    func streaming() {
        #expect(Method.streaming { call in call.reply() }.needsMore)
        #expect(!Method { call in call.reply() }.needsMore)
    }

    @Test("Errors print their name and parameters")
    func errors() throws {
        struct Until: Encodable {
            let until: String
            let plan: String?
        }
        let error = try VarlinkError("a.b.Strict", encoding: Until(until: "06:00", plan: nil))
        #expect(error == VarlinkError("a.b.Strict", ["until": "06:00"]))
        #expect(error.description == #"a.b.Strict {"until":"06:00"}"#)
        #expect(VarlinkError.expectedMore.description == "org.varlink.service.ExpectedMore")
    }
}
