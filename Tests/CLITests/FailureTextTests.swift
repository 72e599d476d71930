import API
import Testing

@testable import soteria

/// What refusals and failures mean to the person who asked.
@Suite struct FailureTextTests {
    @Test(arguments: [
        (
            ProtectionAPI.NoSuchTarget(target: "shoping") as any TypedError,
            "there is no target \"shoping\"; see: soteria targets"
        ),
        (
            TargetsAPI.NoSuchTarget(target: "x"),
            "there is no target \"x\"; see: soteria targets"
        ),
        (
            QuietHoursAPI.NoSuchSchedule(schedule: "night"),
            "there is no quiet-hours schedule \"night\"; see: soteria quiet-hours"
        ),
        (
            ProtectionAPI.NotMonitored(target: "games"),
            "\"games\" is not monitored, so it cannot be blocked; see: soteria targets monitor"
        ),
        (
            ProtectionAPI.NothingToProtect(),
            "the rules have no monitored target; name apps or sites in a rule file first"
        ),
        (
            ProtectionAPI.InvalidDuration(seconds: 700_000, minimum: 60, maximum: 604_800),
            "8 d 2 h is not possible: at least 1 min, at most 7 d"
        ),
        (
            TargetsAPI.Strict(until: "2026-11-22T06:30:00+11:00"),
            "a strict rule holds until Sun 22 Nov 06:30, so this cannot be weakened now"
        ),
        (
            QuietHoursAPI.Strict(),
            "a strict rule holds, so this cannot be weakened now"
        ),
        (QuietHoursAPI.PlanLimit(plan: "free"), "the plan \"free\" does not allow this"),
        (TargetsAPI.PlanLimit(plan: "free"), "the plan \"free\" does not allow this"),
        (
            RulesAPI.RulesRefused(errors: 2, diagnostics: []),
            "the rules were refused: 2 errors; those that were in force stay so"
        ),
    ])
    func everyRefusalHasItsSentence(error: any TypedError, sentence: String) {
        #expect(FailureText.refusal(error) == sentence)
        #expect(FailureText.failure(.refused(error)).status == 1)
    }

    @Test(arguments: [
        (
            ProtectionAPI.StoreUnavailable(reason: "no space is left") as any TypedError,
            "it is blocked, but this could not be recorded: no space is left; after a crash it "
                + "would be forgotten"
        ),
        (
            RulesAPI.StoreUnavailable(reason: "no space is left"),
            "the rules are in force, but this could not be recorded: no space is left"
        ),
        (
            QuietHoursAPI.StoreUnavailable(reason: "no space is left"),
            "nothing was changed, because it could not be recorded: no space is left"
        ),
        (
            TargetsAPI.StoreUnavailable(reason: "no space is left"),
            "nothing was changed, because it could not be recorded: no space is left"
        ),
        (
            DaemonAPI.StoreUnavailable(reason: "no space is left"),
            "the record cannot be read: no space is left"
        ),
    ])
    func whatAFailingStoreMeansIsSaidForEachCall(error: any TypedError, sentence: String) {
        #expect(FailureText.refusal(error) == sentence)
        #expect(FailureText.failure(.refused(error)).status == 1)
    }

    @Test func aSocketThatMayNotBeUsedIsNoRiddle() {
        let failure = FailureText.failure(.broken("connect: \(FailureText.permissionDenied)"))
        #expect(failure.status == 1)
        #expect(failure.description.hasPrefix("you may not use the daemon's socket (connect: "))
        #expect(failure.description.hasSuffix("soteria doctor"))
    }

    @Test func everyDeclaredErrorIsSaidInWords() {
        let types =
            ProtectionAPI.errors + RiskAPI.errors + QuietHoursAPI.errors + TargetsAPI.errors
            + RulesAPI.errors + DaemonAPI.errors
        #expect(types.count == 16)
        // A name of the protocol in a sentence would mean that a case is missing.
        for text in [
            FailureText.refusal(ProtectionAPI.NoSuchTarget(target: "a")),
            FailureText.refusal(DaemonAPI.StoreUnavailable(reason: "b")),
        ] {
            #expect(!text.contains("org.soteria"))
        }
    }

    @Test func whatTheDaemonSaysCannotSpeakToTheTerminal() {
        let text = FailureText.refusal(ProtectionAPI.NoSuchTarget(target: "a\u{1b}[2J"))
        #expect(!text.contains("\u{1b}"))
    }

    @Test func onlyAMissingDaemonIs69() {
        #expect(FailureText.failure(.notRunning(path: "/s")).status == 69)
        #expect(FailureText.failure(.disconnected).status == 69)
        #expect(FailureText.failure(.timedOut).status == 69)
        #expect(FailureText.failure(.unexpected("x")).status == 1)
        #expect(FailureText.failure(.broken("x")).status == 1)
        #expect(FailureText.failure(.invalidParameter("x")).status == 1)
    }

    @Test func countsAgreeWithTheirNumber() {
        #expect(Count.text(0, "error") == "0 errors")
        #expect(Count.text(1, "error") == "1 error")
        #expect(Count.text(12, "file") == "12 files")
        #expect(Count.files(4, shipped: 3) == "1 file (and 3 shipped)")
        #expect(Count.files(3, shipped: 3) == "0 files (and 3 shipped)")
        #expect(Count.files(2, shipped: 0) == "2 files")
    }
}
