import API
import Testing
import Varlink
import VarlinkIDL

/// The Swift types against the interface files, field by field.
@Suite struct ConformanceTests {
    private let descriptions: [String: InterfaceDescription]
    private let examples: [Example]

    init() throws {
        var found: [String: InterfaceDescription] = [:]
        for text in Interfaces.descriptions {
            let description = try InterfaceDescription(text)
            found[description.name] = description
        }
        descriptions = found
        examples = try Example.all()
    }

    private func description(_ name: String) throws -> InterfaceDescription {
        try #require(descriptions[name])
    }

    @Test func everyDeclaredMethodHasAnExample() throws {
        let declared = descriptions.values.flatMap { description in
            description.methods.map { "\(description.name).\($0.name)" }
        }
        #expect(Set(examples.map { "\($0.interface).\($0.method)" }) == Set(declared))
        #expect(examples.count == declared.count)
    }

    @Test func everyExampleHoldsAgainstItsDeclaration() throws {
        for example in examples {
            #expect(example.isReadBack, "\(example.interface).\(example.method)")
            let description = try description(example.interface)
            for reply in example.replies {
                #expect(description.violations(reply: reply, of: example.method) == [])
            }
            for asked in example.parameters {
                #expect(description.violations(parameters: asked, of: example.method) == [])
            }
        }
    }

    /// With every optional member given nothing is left that is declared but not in Swift.
    @Test func theTypesHaveEveryDeclaredField() throws {
        for example in examples {
            let description = try description(example.interface)
            let method = try #require(description.method(example.method))
            let asked = try #require(example.parameters.first)
            let reply = try #require(example.replies.first)
            #expect(absent(method.parameters, in: asked, description, example.method) == [])
            #expect(absent(method.reply, in: reply, description, example.method) == [])
        }
    }

    /// Exactly the members that may be left out are nullable in the file.
    @Test func nothingElseCanBeLeftOut() throws {
        for example in examples where example.replies.count > 1 {
            let description = try description(example.interface)
            let method = try #require(description.method(example.method))
            guard case .structure(let fields) = method.reply,
                case .object(let members) = example.replies[1]
            else {
                Issue.record("\(example.method) answers no object")
                continue
            }
            for field in fields {
                if case .nullable = field.type {
                    #expect(members[field.name] == nil, "\(example.method).\(field.name)")
                } else {
                    #expect(members[field.name] != nil, "\(example.method).\(field.name)")
                }
            }
        }
    }

    @Test func aReplyThatIsNotAsDeclaredIsSeen() throws {
        let description = try description(ProtectionAPI.interface)
        let reply: JSON = ["blocked": "yes", "targets": [], "surplus": 1]
        #expect(description.violations(reply: reply, of: "Check").count == 3)
    }

    private func absent(
        _ type: InterfaceType, in value: JSON, _ description: InterfaceDescription, _ place: String
    ) -> [String] {
        switch type {
        case .nullable(let inner): return absent(inner, in: value, description, place)
        case .named(let name):
            guard let declared = description.types.first(where: { $0.name == name }) else {
                return ["\(place): no type \(name)"]
            }
            return absent(declared.type, in: value, description, place)
        case .array(let inner):
            // The first element of a list is the one with every member.
            return value[0].map { absent(inner, in: $0, description, place + "[]") } ?? []
        case .structure(let fields):
            return fields.flatMap { field -> [String] in
                let inner = "\(place).\(field.name)"
                guard let member = value[field.name] else { return [inner] }
                return absent(field.type, in: member, description, inner)
            }
        case .bool, .int, .float, .string, .object, .any, .enumeration, .map: return []
        }
    }
}
