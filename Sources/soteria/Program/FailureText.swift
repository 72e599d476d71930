import API
import Foundation

/// What a failed call means for the person who made it.
enum FailureText {
    /// The failure of a call, in words, with the exit status that it ends in.
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

    /// What the C library calls `EACCES`; failures of system calls come in its words.
    static var permissionDenied: String { String(cString: strerror(EACCES)) }

    static func refusal(_ error: any TypedError) -> String {
        unblocking(error) ?? prompting(error) ?? tracking(error) ?? other(error)
    }

    /// A typed error of the interfaces that are about neither requests nor prompts.
    private static func other(_ error: any TypedError) -> String {
        switch error {
        case let error as ProtectionAPI.NoSuchTarget: noSuch("target", error.target)
        case let error as TargetsAPI.NoSuchTarget: noSuch("target", error.target)
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
        case let error as RiskAPI.StoreUnavailable:
            "the record cannot be read: \(Printable.text(error.reason))"
        case let error as DaemonAPI.StoreUnavailable:
            "the record cannot be read: \(Printable.text(error.reason))"
        case let error as RulesAPI.RulesRefused:
            "the rules were refused: \(Count.text(error.errors, "error")); "
                + "those that were in force stay so"
        case let error as RulesAPI.NoSuchTarget: SimulationText.noTarget(error.target)
        case is RulesAPI.Busy: "the daemon is simulating for others; try again in a while"
        case let error as RulesAPI.NoHistory:
            SimulationText.noHistory(since: error.since.flatMap { Moment($0) })
        case let error as RulesAPI.InvalidSpan: SimulationText.words(error.problem)
        default: error.varlinkError.description
        }
    }

    static let nothingToProtect =
        "the rules have no monitored target; name apps or sites in a rule file first"

    static func noSuch(_ kind: String, _ key: String) -> String {
        "there is no \(kind) \"\(Printable.text(key))\"; see: soteria targets"
    }

    static func notMonitored(_ target: String) -> String {
        "\"\(Printable.text(target))\" is not monitored, so it cannot be blocked; "
            + "see: soteria targets monitor"
    }

    static func length(_ seconds: Int, _ minimum: Int, _ maximum: Int) -> String {
        "\(TimeWords.length(seconds: seconds)) is not possible: at least "
            + "\(TimeWords.length(seconds: minimum)), at most \(TimeWords.length(seconds: maximum))"
    }

    private static func strict(_ until: String?) -> String {
        "a strict rule holds\(self.until(until)), so this cannot be weakened now"
    }

    /// ` until Sun 22 Nov 06:30`, or nothing where no end is known.
    static func until(_ until: String?) -> String {
        guard let until, let end = Moment(until) else { return "" }
        // Without a now to compare with, the whole date is said.
        return " until \(end.day.weekdayName) \(end.day.text(in: end.day.year)) \(end.time)"
    }

    private static func plan(_ plan: String) -> String {
        "the plan \"\(Printable.text(plan))\" does not allow this"
    }

    static func store(_ reason: String) -> String {
        "nothing was changed, because it could not be recorded: \(Printable.text(reason))"
    }
}
