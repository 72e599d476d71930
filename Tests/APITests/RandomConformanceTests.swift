import API
import SeededRandom
import Testing
import Varlink
import VarlinkIDL

/// Every value that the interface files allow passes through the Swift types unchanged.
@Suite struct RandomConformanceTests {
    /// Printed, so that a failure can be repeated.
    private static let seed = SeededGenerator.seed()

    /// Checks parameters or a reply: received from a peer, and sent on by the Swift type.
    private func check(
        _ type: InterfaceType, through pass: (JSON) throws -> JSON, of name: String,
        _ values: inout RandomValues
    ) {
        for _ in 0..<40 {
            let sent = values.value(of: type)
            let expected = values.settled(sent, as: type)
            do {
                let passed = try pass(sent)
                #expect(passed.text == expected.text, "\(name), seed \(Self.seed)")
            } catch {
                Issue.record("\(name), seed \(Self.seed): \(sent.text): \(error)")
            }
        }
    }

    @Test(arguments: Interfaces.descriptions)
    func everyValueComesBack(text: String) throws {
        let description = try InterfaceDescription(text)
        var values = RandomValues(
            description: description, numbers: SeededGenerator(seed: Self.seed))
        for example in try Example.all() where example.interface == description.name {
            let method = try #require(description.method(example.method))
            check(method.parameters, through: example.passParameters, of: method.name, &values)
            check(method.reply, through: example.passReply, of: method.name, &values)
        }
    }

    /// One needed member less, and the value is refused: nothing is made up in its place.
    @Test(arguments: Interfaces.descriptions)
    func withoutAMemberItIsRefused(text: String) throws {
        let description = try InterfaceDescription(text)
        for example in try Example.all() where example.interface == description.name {
            let method = try #require(description.method(example.method))
            for (type, sample, pass) in [
                (method.parameters, example.parameters[0], example.passParameters),
                (method.reply, example.replies[0], example.passReply),
            ] {
                for field in members(of: type) {
                    let less = without(field.name, sample)
                    if case .nullable = field.type {
                        #expect(throws: Never.self) { try pass(less) }
                    } else {
                        #expect(throws: DecodingError.self, "\(method.name).\(field.name)") {
                            try pass(less)
                        }
                    }
                }
            }
        }
    }

    private func members(of type: InterfaceType) -> [InterfaceType.Field] {
        if case .structure(let fields) = type { fields } else { [] }
    }

    private func without(_ name: String, _ value: JSON) -> JSON {
        guard case .object(let members) = value else { return value }
        return .object(
            JSONObject(members.filter { $0.name != name }.map { ($0.name, $0.value) }))
    }

    @Test func theSameSeedGivesTheSameValues() throws {
        let description = try InterfaceDescription(MetricsAPI.description)
        let type = InterfaceType.named("Metrics")
        var first = RandomValues(description: description, numbers: SeededGenerator(seed: 7))
        var second = RandomValues(description: description, numbers: SeededGenerator(seed: 7))
        let values = (0..<5).map { _ in first.value(of: type) }
        #expect(values == (0..<5).map { _ in second.value(of: type) })
        #expect(Set(values.map(\.text)).count == 5)
        for value in values {
            let asked = first.settled(value, as: type)
            #expect(asked["hours"] != nil && asked["previous"] != .null)
        }
    }
}
