import API
import Foundation
import Testing
import Varlink

/// The interface files themselves: what a client is served.
@Suite struct InterfaceFileTests {
    static let names = [
        "org.soteria.protection", "org.soteria.unblock", "org.soteria.prompts",
        "org.soteria.risk", "org.soteria.quiethours", "org.soteria.targets",
        "org.soteria.usage", "org.soteria.checkin", "org.soteria.budgets", "org.soteria.metrics",
        "org.soteria.goals", "org.soteria.rules", "org.soteria.daemon",
    ]

    @Test func everyInterfaceIsThereUnderItsName() throws {
        #expect(try InterfaceFiles.all.map { try InterfaceDescription($0).name } == Self.names)
        #expect(
            [
                ProtectionAPI.interface, UnblockAPI.interface, PromptsAPI.interface,
                RiskAPI.interface, QuietHoursAPI.interface, TargetsAPI.interface,
                UsageAPI.interface, CheckInAPI.interface, BudgetsAPI.interface,
                MetricsAPI.interface, GoalsAPI.interface, RulesAPI.interface,
                DaemonAPI.interface,
            ] == Self.names)
    }

    @Test(arguments: Array(zip(names, InterfaceFiles.all)))
    func theEmbeddedTextIsTheFileByteForByte(name: String, text: String) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/API/\(name).varlink")
        #expect(try Data(contentsOf: file) == Data(text.utf8))
    }

    @Test(arguments: InterfaceFiles.all)
    func everyMemberIsDocumentedAndEveryParserReadsIt(text: String) throws {
        let description = try InterfaceDescription(text)
        #expect(description.undocumented == [])
        #expect(description.portabilityFindings == [])
        #expect(!text.contains("\t") && text.hasSuffix(")\n"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test(arguments: InterfaceFiles.all)
    func namesFollowTheHouse(text: String) throws {
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
