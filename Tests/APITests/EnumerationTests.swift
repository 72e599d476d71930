import API
import Testing
import Varlink

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
        try check(RulesAPI.SimulatedHistory.self, "SimulatedHistory", in: InterfaceFiles.rules)
        try check(RulesAPI.SimulatedKind.self, "SimulatedKind", in: InterfaceFiles.rules)
        try check(RulesAPI.SimulatedVerdict.self, "SimulatedVerdict", in: InterfaceFiles.rules)
        try check(RulesAPI.SpanProblem.self, "SpanProblem", in: InterfaceFiles.rules)
        try check(DaemonAPI.Layer.self, "Layer", in: InterfaceFiles.daemon)
        try check(DaemonAPI.Continuity.self, "Continuity", in: InterfaceFiles.daemon)
        try check(DaemonAPI.IncidentKind.self, "IncidentKind", in: InterfaceFiles.daemon)
        try check(DaemonAPI.EditKind.self, "EditKind", in: InterfaceFiles.daemon)
        try check(RulesAPI.EditKind.self, "EditKind", in: InterfaceFiles.rules)
    }

    /// One that is added to the files is to be added above.
    @Test func thereAreNoOthers() throws {
        let declared = try InterfaceFiles.all.flatMap { try InterfaceDescription($0).types }
        let enumerations = declared.filter { type in
            if case .enumeration = type.type { true } else { false }
        }
        #expect(enumerations.count == 29)
    }
}
