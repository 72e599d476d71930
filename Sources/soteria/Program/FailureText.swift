import API
import Foundation

/// Describes failed calls to the person who made them.
enum FailureText {
    /// The description and the exit status of a failed call.
    static func failure(_ failure: CallFailure) -> Failure {
        switch failure {
        case .notRunning(let path):
            Failure(
                """
                the daemon does not run (\(failure.description))
                Start it: systemctl --user start soteriad.socket soteriad
                What is wrong: soteria doctor
                Another socket than \(path): --socket PATH or SOTERIA_SOCKET
                """, status: ExitStatus.unavailable)
        case .disconnected, .timedOut:
            Failure(
                "\(failure.description)\nWhat is wrong: soteria doctor",
                status: ExitStatus.unavailable)
        case .refused(let error): Failure(refusal(error))
        case .invalidParameter("at"): Failure("the time must not lie in the past")
        case .invalidParameter("kinds"): Failure("there is no such kind of event")
        case .broken(let reason) where reason.contains(permissionDenied):
            Failure(
                "you may not use the daemon's socket (\(reason))\nWhat is wrong: soteria doctor")
        case .invalidParameter, .unexpected, .broken: Failure(failure.description)
        }
    }

    /// The C library's message for `EACCES`; failures of system calls use its messages.
    static var permissionDenied: String { String(cString: strerror(EACCES)) }

    static func refusal(_ error: any TypedError) -> String {
        unblocking(error) ?? tracking(error) ?? other(error)
    }

    /// The description of an error of an unblock request; nil if the error belongs to another
    /// interface.
    private static func unblocking(_ error: any TypedError) -> String? {
        switch error {
        case let error as UnblockAPI.NoSuchTarget:
            // A pause from everything, although there is nothing to pause.
            error.target.isEmpty ? nothingToProtect : noTarget(error.target)
        case let error as UnblockAPI.NotMonitored: notMonitored(error.target)
        case let error as UnblockAPI.NoSuchProtection:
            "there is no running protection \(error.protection) of yours; see: soteria status"
        case let error as UnblockAPI.NotBlocked:
            error.targets.isEmpty
                ? "no rule speaks of it, so it is not blocked"
                : "nothing of it is blocked (\(list(error.targets)))"
        case let error as UnblockAPI.Strict: strict(error.target, error.until)
        case let error as UnblockAPI.AlreadyOpen:
            "request \(error.request) is open for one of the targets; end it first: "
                + "soteria keep \(error.request)"
        case let error as UnblockAPI.NoSuchRequest: "there is no request \(error.request)"
        case let error as UnblockAPI.RequestOver:
            "request \(error.request) is over: \(outcome(error.outcome))"
        case let error as UnblockAPI.BeingConfirmed:
            "request \(error.request) is being confirmed at this moment"
        case let error as UnblockAPI.IntentNeeded:
            "request \(error.request) needs --planned or --impulse first"
        case let error as UnblockAPI.WaitNotOver:
            "the wait is not over: \(WaitCountdown.text(error.remainingSeconds)) left"
        case let error as UnblockAPI.NotUnblocked:
            "request \(error.request) was not unblocked, so nothing can be logged: "
                + outcome(error.outcome)
        case let error as UnblockAPI.TooLate: tooLate(error.request, error.days)
        case let error as UnblockAPI.UnknownCategory:
            unknown("category", error.category, error.known)
        case let error as UnblockAPI.UnknownMood: unknown("mood", error.mood, error.known)
        case let error as UnblockAPI.InvalidAmount:
            "\"\(Printable.text(error.amount))\" is no amount: \(Printable.text(error.problem))"
        case let error as UnblockAPI.InvalidMinutes:
            "\(error.minutes) minutes are not possible: at least \(error.minimum), at most "
                + "\(error.maximum)"
        case let error as UnblockAPI.InvalidRegret:
            "a regret of \(error.regret) is not possible: \(error.minimum) not at all to "
                + "\(error.maximum) strongly"
        case let error as UnblockAPI.InvalidDuration:
            length(error.seconds, error.minimum, error.maximum)
        case let error as UnblockAPI.StoreUnavailable: unrecorded(error.reason)
        default: nil
        }
    }

    /// The description of an error about check-ins, use, metrics or goals; nil if the error belongs
    /// to another interface.
    private static func tracking(_ error: any TypedError) -> String? {
        switch error {
        case let error as CheckInAPI.NoSuchCheckIn:
            "there is no check-in \"\(Printable.text(error.checkIn))\"; see: soteria checkin"
        case let error as CheckInAPI.NotOpen: notOpen(error.checkIn, error.next)
        case let error as CheckInAPI.AlreadyAnswered:
            alreadyAnswered(error.checkIn, error.yes, error.next)
        case is CheckInAPI.DebugOff:
            "the rules do not allow this; write \"debug: true\" into a rule file"
        case let error as CheckInAPI.StoreUnavailable:
            "this could not be recorded, so the check-in is as before: "
                + Printable.text(error.reason)
        case let error as UsageAPI.NotTracked:
            error.targets.isEmpty
                ? "no rule speaks of it, so its use is not tracked"
                : "its targets are not monitored (\(list(error.targets)))"
        case let error as UsageAPI.NoSuchUse: "there is no use \(error.use), or it is over"
        case let error as UsageAPI.NoSuchTarget: noTarget(error.target)
        case let error as UsageAPI.StoreUnavailable:
            "this could not be recorded, or the record cannot be read: "
                + Printable.text(error.reason)
        case let error as MetricsAPI.PlanLimit:
            "the plan \"\(Printable.text(error.plan))\" does not allow this: "
                + Printable.text(error.what)
        case let error as MetricsAPI.InvalidRange: range(error.from, error.to)
        case let error as MetricsAPI.StoreUnavailable: unread(error.reason)
        case let error as GoalsAPI.NoSuchGoal:
            "there is no goal \(error.goal); see: soteria goals"
        case let error as GoalsAPI.InvalidName: name(error.name, error.problem)
        case let error as GoalsAPI.InvalidAmount:
            "\"\(Printable.text(error.amount))\" is no amount to save: "
                + Printable.text(error.problem)
        case let error as GoalsAPI.InvalidDate:
            "\"\(Printable.text(error.date))\" is no day for a goal: "
                + Printable.text(error.problem)
        case let error as GoalsAPI.TooMany:
            "there are \(Count.text(error.maximum, "goal")) already; see: soteria goals remove"
        case let error as GoalsAPI.StoreUnavailable: store(error.reason)
        default: nil
        }
    }

    /// The description of an error of any other interface, such as prompts and rules.
    private static func other(_ error: any TypedError) -> String {
        switch error {
        case let error as ProtectionAPI.NoSuchTarget: noTarget(error.target)
        case let error as TargetsAPI.NoSuchTarget: noTarget(error.target)
        case let error as QuietHoursAPI.NoSuchSchedule:
            "there is no quiet-hours schedule \"\(Printable.text(error.schedule))\"; "
                + "see: soteria quiet-hours"
        case let error as ProtectionAPI.NotMonitored: notMonitored(error.target)
        case let error as ProtectionAPI.NoSuchRule:
            "there is no automatic protection \"\(Printable.text(error.rule))\"; "
                + "see: soteria auto-protection"
        case is ProtectionAPI.NothingToProtect: nothingToProtect
        case let error as ProtectionAPI.InvalidDuration:
            length(error.seconds, error.minimum, error.maximum)
        case let error as ProtectionAPI.Strict: strict(error.until)
        case let error as QuietHoursAPI.Strict: strict(error.until)
        case let error as TargetsAPI.Strict: strict(error.until)
        case let error as QuietHoursAPI.PlanLimit: plan(error.plan)
        case let error as TargetsAPI.PlanLimit: plan(error.plan)
        case let error as TargetsAPI.NoSuchPlace:
            "no target has \"\(Printable.text(error.place))\"; see: soteria targets"
        case let error as TargetsAPI.InvalidName: name(error.name, error.problem)
        case let error as ProtectionAPI.StoreUnavailable:
            "it is blocked, but this could not be recorded: \(Printable.text(error.reason)); "
                + "after a crash it would be forgotten"
        case let error as QuietHoursAPI.StoreUnavailable: store(error.reason)
        case let error as TargetsAPI.StoreUnavailable: store(error.reason)
        case let error as RulesAPI.StoreUnavailable:
            "the rules are in force, but this could not be recorded: "
                + Printable.text(error.reason)
        case let error as RiskAPI.StoreUnavailable: unread(error.reason)
        case let error as DaemonAPI.StoreUnavailable: unread(error.reason)
        case let error as RulesAPI.RulesRefused:
            "the rules were refused: \(Count.text(error.errors, "error")); "
                + "those that were in force stay so"
        case let error as RulesAPI.NoSuchTarget: SimulationText.noTarget(error.target)
        case is RulesAPI.Busy: "the daemon is simulating for others; try again in a while"
        case let error as RulesAPI.NoHistory:
            SimulationText.noHistory(since: error.since.flatMap { Moment($0) })
        case let error as RulesAPI.InvalidSpan: SimulationText.words(error.problem)
        case let error as PromptsAPI.NoSuchPrompt:
            "there is no open prompt \(error.prompt); see: soteria prompts"
        case let error as PromptsAPI.NotAChoice:
            "prompt \(error.prompt) takes only: "
                + error.choices.map(\.rawValue).joined(separator: ", ")
        case let error as PromptsAPI.Strict: strict(error.target, error.until)
        case let error as PromptsAPI.NotOpen: notOpen(error.checkIn, error.next)
        case let error as PromptsAPI.AlreadyAnswered:
            alreadyAnswered(error.checkIn, error.yes, error.next)
        case let error as PromptsAPI.TooLate: tooLate(error.request, error.days)
        case let error as PromptsAPI.NotPossible:
            "this is not possible any more: \(Printable.text(error.reason))"
        case let error as PromptsAPI.StoreUnavailable: unrecorded(error.reason)
        default: error.varlinkError.description
        }
    }

    // MARK: Sentences that several share

    private static let nothingToProtect =
        "the rules have no monitored target; name apps or sites in a rule file first"

    private static func noTarget(_ key: String) -> String {
        "there is no target \"\(Printable.text(key))\"; see: soteria targets"
    }

    private static func notMonitored(_ target: String) -> String {
        "\"\(Printable.text(target))\" is not monitored, so it cannot be blocked; "
            + "see: soteria targets monitor"
    }

    private static func length(_ seconds: Int, _ minimum: Int, _ maximum: Int) -> String {
        "\(TimeWords.length(seconds: seconds)) is not possible: at least "
            + "\(TimeWords.length(seconds: minimum)), at most \(TimeWords.length(seconds: maximum))"
    }

    private static func strict(_ until: String?) -> String {
        "a strict rule holds\(self.until(until)), so this cannot be weakened now"
    }

    /// ` until Sun 22 Nov 06:30`; empty if no end is known.
    private static func until(_ until: String?) -> String {
        guard let until, let end = Moment(until) else { return "" }
        // Without the current time to compare with, the full date is given.
        return " until \(end.day.weekdayName) \(end.day.text(in: end.day.year)) \(end.time)"
    }

    private static func plan(_ plan: String) -> String {
        "the plan \"\(Printable.text(plan))\" does not allow this"
    }

    private static func store(_ reason: String) -> String {
        "nothing was changed, because it could not be recorded: \(Printable.text(reason))"
    }

    private static func strict(_ target: String, _ until: String?) -> String {
        "a strict rule blocks \"\(Printable.text(target))\"\(self.until(until)); "
            + "until then nothing opens it"
    }

    private static func outcome(_ outcome: UnblockAPI.Outcome) -> String {
        switch outcome {
        case .open: "it is open"
        case .kept: "the block was kept"
        case .unblocked: "it was unblocked"
        case .expired: "nobody ended it in time"
        case .lapsed: "nothing was blocked any more"
        case .protected: "a protection was started instead"
        }
    }

    private static func tooLate(_ request: Int, _ days: Int) -> String {
        "request \(request) is too long ago: what came of an unblock can be logged for "
            + Count.text(days, "day")
    }

    private static func unknown(_ kind: String, _ given: String, _ known: [String]) -> String {
        "there is no \(kind) \"\(Printable.text(given))\"; known are: \(list(known))"
    }

    private static func list(_ names: [String]) -> String {
        Printable.text(names.joined(separator: ", "))
    }

    private static func unread(_ reason: String) -> String {
        "the record cannot be read: \(Printable.text(reason))"
    }

    private static func unrecorded(_ reason: String) -> String {
        "nothing is unblocked, because it could not be recorded: \(Printable.text(reason))"
    }

    private static func notOpen(_ checkIn: String, _ next: String) -> String {
        "the question of \"\(Printable.text(checkIn))\" is not open\(self.until(next))"
    }

    private static func alreadyAnswered(_ checkIn: String, _ isYes: Bool, _ next: String) -> String
    {
        "\"\(Printable.text(checkIn))\" was answered with \(isYes ? "yes" : "no"), which stays"
            + self.until(next)
    }

    private static func name(_ name: String, _ problem: String) -> String {
        "\"\(Printable.text(name))\" is no name: \(Printable.text(problem))"
    }

    private static func range(_ from: String?, _ to: String?) -> String {
        let days = [from.map { "from \($0)" }, to.map { "to \($0)" }].compactMap(\.self)
        return "there is no range \(Printable.text(days.joined(separator: " "))): it has to begin "
            + "today at the latest, and not to end before it begins"
    }
}
