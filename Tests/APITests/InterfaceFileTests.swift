import API
import Foundation
import Testing
import Varlink
import VarlinkIDL

/// The interface files, as served to clients.
@Suite struct InterfaceFileTests {
    static let names = [
        "budgets", "checkin", "daemon", "dashboard", "goals", "metrics", "prompts", "protection",
        "quiethours", "risk", "rules", "targets", "unblock", "usage",
    ].map { "org.soteria.\($0)" }

    @Test func everyInterfaceIsThereUnderItsName() throws {
        #expect(Interfaces.all.map { $0.interface } == Self.names)
        #expect(
            try Interfaces.descriptions.map { try InterfaceDescription($0).name } == Self.names)
    }

    @Test(arguments: Array(zip(names, Interfaces.descriptions)))
    func theEmbeddedTextIsTheFileByteForByte(name: String, text: String) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/API/\(name).varlink")
        #expect(try Data(contentsOf: file) == Data(text.utf8))
    }

    @Test(arguments: Interfaces.descriptions)
    func everyMemberIsDocumentedAndEveryParserReadsIt(text: String) throws {
        let description = try InterfaceDescription(text)
        #expect(description.undocumented == [])
        #expect(description.portabilityFindings == [])
        #expect(!text.contains("\t") && text.hasSuffix(")\n"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test(arguments: Interfaces.descriptions)
    func namesFollowTheConvention(text: String) throws {
        let description = try InterfaceDescription(text)
        for member in description.types.map(\.name) + description.errors.map(\.name)
            + description.methods.map(\.name)
        {
            #expect(member.first?.isUppercase == true)
        }
        for declared in description.methods.flatMap({ [$0.parameters, $0.reply] })
            + (description.types + description.errors).map(\.type)
        {
            guard case .structure(let fields) = declared else { continue }
            for field in fields {
                #expect(field.name.first?.isLowercase == true && !field.name.contains("_"))
            }
        }
    }
}
