import API
import Testing
import Varlink
import VarlinkIDL

/// The errors of the interfaces, in Swift and in the files.
@Suite struct TypedErrorTests {
    static let examples: [any TypedError] =
        protectionErrors + Sample.unblockErrors + Sample.promptErrors + serviceErrors
        + Sample.usageErrors + Sample.checkInErrors + Sample.metricsErrors + Sample.goalErrors
        + recordErrors

    private static let protectionErrors: [any TypedError] = [
        ProtectionAPI.NoSuchRule(rule: "low_risk"), ProtectionAPI.Strict(until: Sample.later),
        ProtectionAPI.NoSuchTarget(target: "shoping"), ProtectionAPI.NotMonitored(target: "games"),
        ProtectionAPI.NothingToProtect(), ProtectionAPI.NoSuchProtection(id: 18),
        ProtectionAPI.NotStrict(id: 18), ProtectionAPI.TooLate(id: 18, seconds: 60),
        ProtectionAPI.InvalidDuration(seconds: 5, minimum: 60, maximum: 604_800),
        ProtectionAPI.StoreUnavailable(reason: "the disk is full"),
    ]

    private static let serviceErrors: [any TypedError] = [
        RiskAPI.StoreUnavailable(reason: "x"),
        QuietHoursAPI.NoSuchSchedule(schedule: "night"), QuietHoursAPI.Strict(until: Sample.later),
        QuietHoursAPI.StoreUnavailable(reason: "x"), QuietHoursAPI.PlanLimit(plan: "free"),
        TargetsAPI.NoSuchTarget(target: "x"), TargetsAPI.NoSuchPlace(place: "a.org"),
        TargetsAPI.InvalidName(name: "", problem: "a name is not empty"),
        TargetsAPI.Strict(until: Sample.later),
        TargetsAPI.StoreUnavailable(reason: "x"), TargetsAPI.PlanLimit(plan: "free"),
    ]

    private static let recordErrors: [any TypedError] = [
        RulesAPI.RulesRefused(errors: 2, diagnostics: [Sample.diagnostic, Sample.wholeFile]),
        RulesAPI.StoreUnavailable(reason: "x"), RulesAPI.InvalidSpan(problem: .tooLong),
        RulesAPI.NoHistory(since: Sample.now), RulesAPI.NoSuchTarget(target: "x"),
        RulesAPI.Busy(), DaemonAPI.StoreUnavailable(reason: "x"),
        DashboardAPI.NotWritable(reason: "x"),
        DaemonAPI.TooManyConnections(maximum: 256, ofProcess: true),
        DaemonAPI.InvalidDate(date: "2026-02-30", problem: "there is no such day"),
        DaemonAPI.NothingToForget(before: "2026-06-01"),
    ]

    private static let descriptions = Result {
        try Interfaces.descriptions.map { try InterfaceDescription($0) }
    }

    private static func description(of error: String) throws -> InterfaceDescription {
        try #require(try descriptions.get().first { error.hasPrefix($0.name + ".") })
    }

    @Test func everyDeclaredErrorHasAType() throws {
        let declared = try Interfaces.descriptions.flatMap { text in
            let description = try InterfaceDescription(text)
            return description.errors.map { "\(description.name).\($0.name)" }
        }
        let types = Interfaces.all.flatMap { $0.errors }
        #expect(types.map { $0.name } == declared)
        #expect(Set(Self.examples.map { type(of: $0).name }) == Set(declared))
        #expect(Self.examples.count == declared.count)
    }

    @Test func everyErrorHoldsAgainstItsDeclaration() throws {
        for error in Self.examples {
            let sent = error.varlinkError
            let description = try Self.description(of: sent.name)
            #expect(description.violations(error: sent) == [])
            let name = sent.name.dropFirst(description.name.count + 1)
            let declared = try #require(description.errors.first { $0.name == name })
            guard case .structure(let fields) = declared.type else { continue }
            #expect(sent.parameters.names == fields.map(\.name))
        }
    }

    @Test func errorsAreReadBackFromTheSocket() throws {
        let sent = ProtectionAPI.InvalidDuration(seconds: 5, minimum: 60, maximum: 600)
        #expect(ProtectionAPI.InvalidDuration(sent.varlinkError) == sent)
        #expect(ProtectionAPI.NoSuchTarget(sent.varlinkError) == nil)
        #expect(
            QuietHoursAPI.Strict(VarlinkError("org.soteria.quiethours.Strict"))
                == QuietHoursAPI.Strict())
        let damaged = VarlinkError("org.soteria.protection.NoSuchTarget", ["target": 3])
        #expect(ProtectionAPI.NoSuchTarget(damaged) == nil)
    }

    @Test func membersThatAreLeftOutAreNotSent() {
        #expect(QuietHoursAPI.Strict().varlinkError.parameters.isEmpty)
        #expect(
            ProtectionAPI.NothingToProtect().varlinkError
                == VarlinkError("org.soteria.protection.NothingToProtect"))
    }
}
