import API
import Testing

/// The interfaces' shapes as literals: other people's programs rest on them, so a change of one is
/// made here on purpose or not at all. Members may be added; none may go or change its type.
@Suite struct InterfaceShapeTests {
    private static let shapes = [
        BudgetsAPI.interface: budgets,
        CheckInAPI.interface: checkIn,
        DaemonAPI.interface: daemon,
        DashboardAPI.interface: dashboard,
        GoalsAPI.interface: goals,
        MetricsAPI.interface: metrics,
        PromptsAPI.interface: prompts,
        ProtectionAPI.interface: protection,
        QuietHoursAPI.interface: quietHours,
        RiskAPI.interface: risk,
        RulesAPI.interface: rules,
        TargetsAPI.interface: targets,
        UnblockAPI.interface: unblock,
        UsageAPI.interface: usage,
    ]

    @Test(arguments: Interfaces.descriptions)
    func everyInterfaceHasItsShape(text: String) throws {
        let shape = try InterfaceShape(text)
        #expect(Self.shapes[shape.interface] == shape.text)
    }
}
