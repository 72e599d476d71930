import API
import Testing

@testable import soteria

/// Descriptions of refusals and failures.
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
            "monitoring is switched off for \"games\", so the target cannot be blocked; "
                + "to switch it on: soteria targets monitor TARGET"
        ),
        (
            ProtectionAPI.NothingToProtect(),
            "the rules have no monitored target; to block a site or an app: soteria add"
        ),
        (
            ProtectionAPI.NoSuchProtection(id: 18),
            "you have no running protection with number 18"
        ),
        (
            ProtectionAPI.NoSuchProtection(),
            "there is no strict protection to undo"
        ),
        (
            ProtectionAPI.NotStrict(id: 18),
            "protection 18 is not strict; to end it early: soteria unblock --protection 18"
        ),
        (
            ProtectionAPI.TooLate(id: 18, seconds: 60),
            "it is too late to undo protection 18: a strict protection can be undone for 1 min"
        ),
        (
            ProtectionAPI.InvalidDuration(seconds: 700_000, minimum: 60, maximum: 604_800),
            "the length must be between 1 min and 7 d, not 8 d 2 h"
        ),
        (
            TargetsAPI.Strict(until: "2026-11-22T06:30:00+11:00"),
            "a strict rule is in force until Sun 22 Nov 06:30, so the protection cannot be weakened now"
        ),
        (
            QuietHoursAPI.Strict(),
            "a strict rule is in force, so the protection cannot be weakened now"
        ),
        (
            QuietHoursAPI.PlanLimit(plan: "free"),
            "the plan \"free\" does not allow this; see: soteria plan"
        ),
        (
            TargetsAPI.PlanLimit(plan: "free"),
            "the plan \"free\" does not allow this; see: soteria plan"
        ),
        (
            RulesAPI.RulesRefused(errors: 2, diagnostics: []),
            "the rule files have 2 errors, so the previous rules stay in force"
        ),
    ])
    func everyRefusalHasItsSentence(error: any TypedError, sentence: String) {
        #expect(FailureText.refusal(error) == sentence)
        #expect(FailureText.failure(.refused(error)).status == 1)
    }

    @Test(arguments: [
        (
            ProtectionAPI.StoreUnavailable(reason: "no space is left") as any TypedError,
            "the block is active but could not be recorded, so it would end if the daemon crashed: "
                + "no space is left"
        ),
        (
            RulesAPI.StoreUnavailable(reason: "no space is left"),
            "the rules are in force, but the change could not be recorded: no space is left"
        ),
        (
            QuietHoursAPI.StoreUnavailable(reason: "no space is left"),
            "the record could not be written, so nothing was changed: no space is left"
        ),
        (
            TargetsAPI.StoreUnavailable(reason: "no space is left"),
            "the record could not be written, so nothing was changed: no space is left"
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

    @Test(arguments: [
        (false, "other programs are using all 960 connections to the daemon"),
        (true, "this program already has 960 connections to the daemon, and may not have more"),
    ])
    func aDaemonWithoutAConnectionLeftSaysSo(isOfProcess: Bool, sentence: String) {
        let failure = FailureText.failure(
            .refused(DaemonAPI.TooManyConnections(maximum: 960, ofProcess: isOfProcess)))
        #expect(failure.status == ExitStatus.unavailable)
        #expect(
            failure.description == sentence
                + "\nTo close all connections: systemctl --user restart soteriad")
    }

    @Test func aSocketThatMayNotBeUsedIsNoRiddle() {
        let failure = FailureText.failure(.broken("connect: \(FailureText.permissionDenied)"))
        #expect(failure.status == 1)
        #expect(
            failure.description.hasPrefix(
                "you are not allowed to use the daemon's socket (connect: "))
        #expect(failure.description.hasSuffix("soteria doctor"))
    }

    /// One of every error that an interface declares.
    static let all: [any TypedError] = [
        ProtectionAPI.NoSuchRule(rule: "a"), ProtectionAPI.Strict(),
        ProtectionAPI.NoSuchTarget(target: "a"), ProtectionAPI.NotMonitored(target: "a"),
        ProtectionAPI.NothingToProtect(), ProtectionAPI.NoSuchProtection(id: 1),
        ProtectionAPI.NotStrict(id: 1), ProtectionAPI.TooLate(id: 1, seconds: 60),
        ProtectionAPI.InvalidDuration(seconds: 1, minimum: 2, maximum: 3),
        ProtectionAPI.StoreUnavailable(reason: "b"), UnblockAPI.NoSuchTarget(target: "a"),
        UnblockAPI.NotMonitored(target: "a"), UnblockAPI.NoSuchProtection(protection: 1),
        UnblockAPI.NotBlocked(targets: ["a"]), UnblockAPI.Strict(target: "a"),
        UnblockAPI.EmergencyUsed(
            target: "a", emergency: .init(count: 1, per: .month, used: 1, waitSeconds: 900)),
        UnblockAPI.AlreadyOpen(request: 1), UnblockAPI.NoSuchRequest(request: 1),
        UnblockAPI.RequestOver(request: 1, outcome: .kept), UnblockAPI.BeingConfirmed(request: 1),
        UnblockAPI.IntentNeeded(request: 1), UnblockAPI.WaitNotOver(remainingSeconds: 90),
        UnblockAPI.UnknownCategory(category: "a", known: ["b", "c"]),
        UnblockAPI.UnknownMood(mood: "a", known: []),
        UnblockAPI.InvalidAmount(amount: "a", problem: "b"),
        UnblockAPI.InvalidMinutes(minutes: 0, minimum: 1, maximum: 1440),
        UnblockAPI.InvalidDuration(seconds: 1, minimum: 60, maximum: 604_800),
        UnblockAPI.StoreUnavailable(reason: "b"), PromptsAPI.NoSuchPrompt(prompt: 1),
        PromptsAPI.NotAChoice(prompt: 1, choices: [.keep, .why]),
        PromptsAPI.Strict(target: "a", until: "2026-11-22T06:30:00+01:00"),
        PromptsAPI.NotPossible(reason: "b"), PromptsAPI.StoreUnavailable(reason: "b"),
        RiskAPI.StoreUnavailable(reason: "b"), QuietHoursAPI.NoSuchSchedule(schedule: "a"),
        QuietHoursAPI.Strict(), QuietHoursAPI.StoreUnavailable(reason: "b"),
        QuietHoursAPI.PlanLimit(plan: "free"), TargetsAPI.NoSuchTarget(target: "a"),
        TargetsAPI.Strict(), TargetsAPI.StoreUnavailable(reason: "b"),
        TargetsAPI.PlanLimit(plan: "free"), RulesAPI.RulesRefused(errors: 1, diagnostics: []),
        RulesAPI.StoreUnavailable(reason: "b"), DaemonAPI.StoreUnavailable(reason: "b"),
        UnblockAPI.NotUnblocked(request: 1, outcome: .kept),
        UnblockAPI.TooLate(request: 1, days: 30),
        UnblockAPI.InvalidRegret(regret: 5, minimum: 0, maximum: 4),
        PromptsAPI.NotOpen(checkIn: "a", next: SampleReplies.until),
        PromptsAPI.AlreadyAnswered(checkIn: "a", yes: true, next: SampleReplies.until),
        PromptsAPI.TooLate(request: 1, days: 30), TargetsAPI.NoSuchPlace(place: "a"),
        TargetsAPI.InvalidName(name: "a", problem: "b"), UsageAPI.NotTracked(targets: []),
        UsageAPI.NoSuchUse(use: 1), UsageAPI.NoSuchTarget(target: "a"),
        UsageAPI.NoSuchImport(number: 1), UsageAPI.TooManyImports(imports: 1, days: 2),
        UsageAPI.StoreUnavailable(reason: "b"), CheckInAPI.NoSuchCheckIn(checkIn: "a"),
        CheckInAPI.NotOpen(checkIn: "a", next: SampleReplies.until),
        CheckInAPI.AlreadyAnswered(checkIn: "a", yes: false, next: SampleReplies.until),
        CheckInAPI.DebugOff(), CheckInAPI.StoreUnavailable(reason: "b"),
        MetricsAPI.PlanLimit(plan: "free", what: "b"), MetricsAPI.InvalidRange(from: "a", to: "b"),
        MetricsAPI.StoreUnavailable(reason: "b"), GoalsAPI.NoSuchGoal(goal: 1),
        GoalsAPI.InvalidName(name: "a", problem: "b"),
        GoalsAPI.InvalidAmount(amount: "0", problem: "b"),
        GoalsAPI.InvalidDate(date: "a", problem: "b"), GoalsAPI.TooMany(maximum: 100),
        GoalsAPI.StoreUnavailable(reason: "b"), RulesAPI.NoSuchTarget(target: "a"),
        RulesAPI.Busy(), RulesAPI.NoHistory(), RulesAPI.InvalidSpan(problem: .tooLong),
        DashboardAPI.NotWritable(reason: "b"),
        DaemonAPI.TooManyConnections(maximum: 1024, ofProcess: false),
        DaemonAPI.InvalidDate(date: "a", problem: "b"),
        DaemonAPI.NothingToForget(before: "2026-06-01"),
    ]

    @Test func everyDeclaredErrorIsSaidInWords() {
        let types = Interfaces.all.flatMap { $0.errors }
        #expect(Self.all.map { type(of: $0).name }.sorted() == types.map { $0.name }.sorted())
        for error in Self.all {
            let text = FailureText.refusal(error)
            // A name of the protocol in a sentence would mean that a case is missing.
            #expect(!text.contains("org.soteria") && !text.isEmpty, "\(text)")
            #expect(!text.hasSuffix("."))
        }
    }

    @Test(arguments: [
        (
            ProtectionAPI.NoSuchRule(rule: "x") as any TypedError,
            "there is no auto-protection \"x\"; see: soteria auto-protection"
        ),
        (
            UnblockAPI.NoSuchTarget(target: ""),
            "the rules have no monitored target; to block a site or an app: soteria add"
        ),
        (
            UnblockAPI.NoSuchProtection(protection: 7),
            "you have no running protection with number 7; see: soteria status"
        ),
        (UnblockAPI.NotBlocked(targets: ["a", "b"]), "a, b are not blocked"),
        (
            PromptsAPI.Strict(target: "games", until: "2026-11-22T06:30:00+01:00"),
            "\"games\" cannot be unblocked before Sun 22 Nov 06:30: a strict rule blocks the target"
        ),
        (
            UnblockAPI.Strict(
                target: "games", until: "2026-11-22T06:30:00+01:00", restriction: "Nights"),
            "\"games\" cannot be unblocked before Sun 22 Nov 06:30: \"Nights\" is strict"
        ),
        (
            UnblockAPI.Strict(target: "games", restriction: "Movement", checkIn: "move"),
            "\"games\" is blocked until you answer the check-in \"Movement\": soteria checkin"
        ),
        (
            UnblockAPI.IntentNeeded(request: 3),
            "request 3 has no intent yet; pass --planned or --impulse"
        ),
        (UnblockAPI.WaitNotOver(remainingSeconds: 90), "the wait is not over: 1:30 min left"),
        (
            UnblockAPI.InvalidAmount(amount: "-1", problem: "below zero"),
            "\"-1\" is not a valid amount: below zero"
        ),
        (
            UnblockAPI.InvalidMinutes(minutes: 0, minimum: 1, maximum: 1440),
            "the number of minutes must be between 1 and 1440, not 0"
        ),
        (PromptsAPI.NotPossible(reason: "x"), "that answer is no longer possible: x"),
        (
            RiskAPI.StoreUnavailable(reason: "no space is left"),
            "the record cannot be read: no space is left"
        ),
    ])
    func whatARequestMeetsIsSaid(error: any TypedError, sentence: String) {
        #expect(FailureText.refusal(error) == sentence)
        #expect(FailureText.failure(.refused(error)).status == 1)
    }

    @Test(arguments: [
        (
            CheckInAPI.NotOpen(checkIn: "morning", next: "2026-11-22T04:00:00+01:00")
                as any TypedError,
            "check-in \"morning\" is not open until Sun 22 Nov 04:00"
        ),
        (
            UsageAPI.NotTracked(targets: []),
            "no rule names this site or app, so its use is not tracked"
        ),
        (
            UsageAPI.NotTracked(targets: ["a", "b"]),
            "the targets of this site or app are not monitored (a, b)"
        ),
        (
            MetricsAPI.InvalidRange(from: "x", to: nil),
            "the range from x is not valid: it must begin today or earlier, and must not end before "
                + "it begins"
        ),
        (
            MetricsAPI.PlanLimit(plan: "free", what: "exports"),
            "the plan \"free\" does not allow exports; see: soteria plan"
        ),
        (
            GoalsAPI.TooMany(maximum: 100),
            "there are already 100 goals, the maximum; to remove one: soteria goals remove"
        ),
        (
            GoalsAPI.InvalidAmount(amount: "0", problem: "x"),
            "\"0\" is not a valid amount to save: x"
        ),
        (
            TargetsAPI.InvalidName(name: "a", problem: "too long"),
            "\"a\" is not a valid name: too long"
        ),
    ])
    func whatFiguresAndGoalsMeetIsSaid(error: any TypedError, sentence: String) {
        #expect(FailureText.refusal(error) == sentence)
        #expect(FailureText.failure(.refused(error)).status == 1)
    }

    @Test func everyOutcomeHasItsWords() {
        let sentences = UnblockAPI.Outcome.allCases.map {
            FailureText.refusal(UnblockAPI.RequestOver(request: 1, outcome: $0))
        }
        #expect(Set(sentences).count == UnblockAPI.Outcome.allCases.count)
        #expect(sentences.allSatisfy { $0.hasPrefix("request 1 is over: ") })
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
        #expect(Count.errors(0) == "0 errors")
        #expect(Count.errors(1) == "1 error")
        #expect(Count.files(12) == "12 files")
        #expect(Count.files(4, shipped: 3) == "1 file (and 3 shipped)")
        #expect(Count.files(3, shipped: 3) == "0 files (and 3 shipped)")
        #expect(Count.files(2, shipped: 0) == "2 files")
    }
}
