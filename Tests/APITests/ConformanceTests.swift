import API
import Testing
import Varlink

/// The Swift types against the interface files, field by field.
@Suite struct ConformanceTests {
    private let descriptions: [String: InterfaceDescription]
    private let examples: [Example]

    init() throws {
        var found: [String: InterfaceDescription] = [:]
        for text in InterfaceFiles.all {
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

    /// What may be left out is nullable in the file, and only that.
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

/// Enumerations: the same values in Swift and in the files.
@Suite struct EnumerationTests {
    private func declared(_ type: String, in text: String) throws -> [String] {
        let description = try InterfaceDescription(text)
        let found = try #require(description.types.first { $0.name == type })
        guard case .enumeration(let values) = found.type else { return [] }
        return values.map(\.name)
    }

    private func check<Value: CaseIterable & RawRepresentable<String>>(
        _ type: Value.Type, _ name: String, in text: String
    ) throws {
        #expect(try declared(name, in: text) == Value.allCases.map(\.rawValue))
    }

    @Test func valuesAreTheSame() throws {
        let protection = InterfaceFiles.protection
        try check(ProtectionAPI.RestrictionKind.self, "RestrictionKind", in: protection)
        try check(ProtectionAPI.Verdict.self, "Verdict", in: protection)
        try check(ProtectionAPI.Cause.self, "Cause", in: protection)
        try check(UnblockAPI.Purpose.self, "Purpose", in: InterfaceFiles.unblock)
        try check(UnblockAPI.Outcome.self, "Outcome", in: InterfaceFiles.unblock)
        try check(PromptsAPI.Kind.self, "Kind", in: InterfaceFiles.prompts)
        try check(PromptsAPI.Choice.self, "Choice", in: InterfaceFiles.prompts)
        try check(PromptsAPI.Closing.self, "Closing", in: InterfaceFiles.prompts)
        try check(RiskAPI.Level.self, "Level", in: InterfaceFiles.risk)
        try check(QuietHoursAPI.Weekday.self, "Weekday", in: InterfaceFiles.quietHours)
        try check(TargetsAPI.Enforcement.self, "Enforcement", in: InterfaceFiles.targets)
        try check(CheckInAPI.Phase.self, "Phase", in: InterfaceFiles.checkIn)
        try check(BudgetsAPI.Period.self, "Period", in: InterfaceFiles.budgets)
        try check(MetricsAPI.Range.self, "Range", in: InterfaceFiles.metrics)
        try check(MetricsAPI.Format.self, "Format", in: InterfaceFiles.metrics)
        try check(MetricsAPI.Table.self, "Table", in: InterfaceFiles.metrics)
        try check(RulesAPI.Severity.self, "Severity", in: InterfaceFiles.rules)
        try check(RulesAPI.Layer.self, "Layer", in: InterfaceFiles.rules)
        try check(RulesAPI.RuleKind.self, "RuleKind", in: InterfaceFiles.rules)
        try check(RulesAPI.VariableKind.self, "VariableKind", in: InterfaceFiles.rules)
        try check(DaemonAPI.Layer.self, "Layer", in: InterfaceFiles.daemon)
        try check(DaemonAPI.Continuity.self, "Continuity", in: InterfaceFiles.daemon)
        try check(DaemonAPI.IncidentKind.self, "IncidentKind", in: InterfaceFiles.daemon)
    }

    /// One that is added to the files is to be added above.
    @Test func thereAreNoOthers() throws {
        let declared = try InterfaceFiles.all.flatMap { try InterfaceDescription($0).types }
        let enumerations = declared.filter { type in
            if case .enumeration = type.type { true } else { false }
        }
        #expect(enumerations.count == 23)
    }
}
