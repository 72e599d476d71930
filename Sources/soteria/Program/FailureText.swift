import API
import Foundation
import Localization

/// Describes failed calls to the person who made them.
enum FailureText {
    static func failure(_ failure: CallFailure) -> Failure {
        switch failure {
        case .notRunning(let path):
            Failure(
                localized(
                    """
                    the daemon is not running (\(localized(failure.text)))
                    To start it: systemctl --user start soteriad.socket soteriad
                    To find out why: soteria doctor
                    To use a socket other than \(path), pass --socket PATH or set SOTERIA_SOCKET
                    """), status: ExitStatus.unavailable)
        case .disconnected, .timedOut:
            Failure(
                localized("\(localized(failure.text))\nTo find out why: soteria doctor"),
                status: ExitStatus.unavailable)
        case .refused(let error as DaemonAPI.TooManyConnections):
            Failure(
                localized(
                    "\(refusal(error))\nTo close all connections: systemctl --user restart soteriad"
                ),
                status: ExitStatus.unavailable)
        case .refused(let error): Failure(refusal(error))
        case .invalidParameter("at"): Failure(localized("the time must not be in the past"))
        case .invalidParameter("kinds"): Failure(localized("there is no such kind of event"))
        case .broken(let reason) where reason.contains(permissionDenied):
            Failure(
                localized(
                    """
                    you are not allowed to use the daemon's socket (\(reason))
                    To find out why: soteria doctor
                    """))
        case .invalidParameter, .unexpected, .broken: Failure(localized(failure.text))
        }
    }

    /// The C library's message for `EACCES`; failures of system calls use its messages.
    static var permissionDenied: String { String(cString: strerror(EACCES)) }

    static func refusal(_ error: any TypedError) -> String {
        unblocking(error) ?? tracking(error) ?? forgetting(error) ?? other(error)
    }

    /// The description of an unblock request's error; nil if it belongs to another interface.
    private static func unblocking(_ error: any TypedError) -> String? {
        switch error {
        case let error as UnblockAPI.NoSuchTarget:
            // A pause from everything, although there is nothing to pause.
            error.target.isEmpty ? nothingToProtect : noTarget(error.target)
        case let error as UnblockAPI.NotMonitored: notMonitored(error.target)
        case let error as UnblockAPI.NoSuchProtection:
            localized(
                """
                you have no running protection with number \(error.protection); see: soteria status
                """
            )
        case let error as UnblockAPI.NotBlocked:
            error.targets.isEmpty
                ? localized("no rule names this site or app, so it is not blocked")
                : localized(
                    count: error.targets.count, one: "\(list(error.targets)) is not blocked",
                    other: "\(list(error.targets)) are not blocked")
        case let error as UnblockAPI.Strict:
            strict(error.target, error.until, error.restriction, error.checkIn)
                + (error.emergency.map { emergency($0, error.target) } ?? "")
        case let error as UnblockAPI.EmergencyUsed:
            emergencyUsed(error.emergency)
        case let error as UnblockAPI.AlreadyOpen:
            localized(
                """
                request \(error.request) is already open for one of the targets; end that request \
                first: soteria keep \(error.request)
                """)
        case let error as UnblockAPI.NoSuchRequest:
            localized("there is no request \(error.request)")
        case let error as UnblockAPI.RequestOver:
            localized("request \(error.request) is over: \(outcome(error.outcome))")
        case let error as UnblockAPI.BeingConfirmed:
            localized(
                "request \(error.request) has already been confirmed and is about to take effect")
        case let error as UnblockAPI.IntentNeeded:
            localized("request \(error.request) has no intent yet; pass --planned or --impulse")
        case let error as UnblockAPI.WaitNotOver:
            localized("the wait is not over: \(WaitCountdown.text(error.remainingSeconds)) left")
        case let error as UnblockAPI.NotUnblocked:
            localized(
                """
                request \(error.request) did not lead to an unblock, so there is no outcome to \
                log: \(outcome(error.outcome))
                """)
        case let error as UnblockAPI.TooLate: tooLate(error.request, error.days)
        case let error as UnblockAPI.StoreUnavailable: unrecorded(error.reason)
        default: said(error)
        }
    }

    /// The description of an error in what is said with an unblock request; nil for any other.
    private static func said(_ error: any TypedError) -> String? {
        switch error {
        case let error as UnblockAPI.UnknownCategory:
            localized(
                """
                there is no category "\(Printable.text(error.category))"; choose one of: \
                \(list(error.known))
                """)
        case let error as UnblockAPI.UnknownMood:
            localized(
                """
                there is no mood "\(Printable.text(error.mood))"; choose one of: \
                \(list(error.known))
                """)
        case let error as UnblockAPI.InvalidAmount:
            localized(
                """
                "\(Printable.text(error.amount))" is not a valid amount: \
                \(Printable.text(error.problem))
                """)
        case let error as UnblockAPI.InvalidMinutes:
            localized(
                """
                the number of minutes must be between \(error.minimum) and \(error.maximum), not \
                \(error.minutes)
                """)
        case let error as UnblockAPI.InvalidRegret:
            localized(
                """
                the regret must be between \(error.minimum) (not at all) and \(error.maximum) \
                (strongly), not \(error.regret)
                """)
        case let error as UnblockAPI.InvalidDuration:
            length(error.seconds, error.minimum, error.maximum)
        default: nil
        }
    }

    /// The description of an error about check-ins, use, metrics or goals; nil for any other.
    private static func tracking(_ error: any TypedError) -> String? {
        switch error {
        case let error as CheckInAPI.NoSuchCheckIn:
            localized(
                "there is no check-in \"\(Printable.text(error.checkIn))\"; see: soteria checkin")
        case let error as CheckInAPI.NotOpen: notOpen(error.checkIn, error.next)
        case let error as CheckInAPI.AlreadyAnswered:
            alreadyAnswered(error.checkIn, error.yes, error.next)
        case is CheckInAPI.DebugOff:
            localized(
                """
                the debug actions of check-ins are disabled; to enable them, add "debug: true" to \
                a rule file
                """)
        case let error as CheckInAPI.StoreUnavailable:
            localized(
                """
                the record could not be written, so the check-in is unchanged: \
                \(Printable.text(error.reason))
                """)
        case let error as UsageAPI.NotTracked:
            error.targets.isEmpty
                ? localized("no rule names this site or app, so its use is not tracked")
                : localized(
                    "the targets of this site or app are not monitored (\(list(error.targets)))")
        case let error as UsageAPI.NoSuchUse:
            localized("there is no running session of use with number \(error.use)")
        case let error as UsageAPI.NoSuchTarget: noTarget(error.target)
        case let error as UsageAPI.NoSuchImport:
            localized(
                """
                there is no import \(error.number), or it has already been undone; see: soteria \
                import activitywatch --list
                """)
        case let error as UsageAPI.TooManyImports:
            localized(
                """
                at most \(error.imports) imports with \(error.days) days of use in total can be \
                kept; to undo one: soteria import activitywatch --undo NUMBER
                """)
        case let error as UsageAPI.StoreUnavailable:
            localized("the record could not be written or read: \(Printable.text(error.reason))")
        case let error as MetricsAPI.PlanLimit: plan(error.plan, error.what)
        case let error as MetricsAPI.InvalidRange: range(error.from, error.to)
        case let error as MetricsAPI.StoreUnavailable: unread(error.reason)
        case let error as GoalsAPI.NoSuchGoal:
            localized("there is no goal \(error.goal); see: soteria goals")
        case let error as GoalsAPI.InvalidName: name(error.name, error.problem)
        case let error as GoalsAPI.InvalidAmount:
            localized(
                """
                "\(Printable.text(error.amount))" is not a valid amount to save: \
                \(Printable.text(error.problem))
                """)
        case let error as GoalsAPI.InvalidDate:
            localized(
                """
                "\(Printable.text(error.date))" is not a valid deadline for a goal: \
                \(Printable.text(error.problem))
                """)
        case let error as GoalsAPI.TooMany:
            localized(
                """
                there are already \(Count.goals(error.maximum)), the maximum; to remove one: \
                soteria goals remove
                """)
        case let error as GoalsAPI.StoreUnavailable: store(error.reason)
        default: nil
        }
    }

    /// The description of an error of `events forget`; nil for any other error.
    private static func forgetting(_ error: any TypedError) -> String? {
        switch error {
        case let error as DaemonAPI.InvalidDate:
            localized(
                """
                "\(Printable.text(error.date))" cannot be the first day to keep: \
                \(Printable.text(error.problem))
                """)
        case let error as DaemonAPI.NothingToForget:
            localized(
                """
                there are no events from before \(error.before) to remove; the last 31 days always \
                stay
                """
            )
        default: nil
        }
    }

    /// The description of an error of any other interface, such as prompts and rules.
    private static func other(_ error: any TypedError) -> String {
        switch error {
        case let error as ProtectionAPI.NoSuchTarget: noTarget(error.target)
        case let error as TargetsAPI.NoSuchTarget: noTarget(error.target)
        case let error as QuietHoursAPI.NoSuchSchedule:
            localized(
                """
                there is no quiet-hours schedule "\(Printable.text(error.schedule))"; see: soteria \
                quiet-hours
                """)
        case let error as ProtectionAPI.NotMonitored: notMonitored(error.target)
        case let error as ProtectionAPI.NoSuchRule:
            localized(
                """
                there is no auto-protection "\(Printable.text(error.rule))"; see: soteria \
                auto-protection
                """)
        case is ProtectionAPI.NothingToProtect: nothingToProtect
        case let error as ProtectionAPI.NoSuchProtection:
            error.id.map { localized("you have no running protection with number \($0)") }
                ?? localized("there is no strict protection to undo")
        case let error as ProtectionAPI.NotStrict:
            localized(
                """
                protection \(error.id) is not strict; to end it early: soteria unblock \
                --protection \(error.id)
                """)
        case let error as ProtectionAPI.TooLate:
            localized(
                """
                it is too late to undo protection \(error.id): a strict protection can be undone \
                for \(TimeWords.length(seconds: error.seconds))
                """)
        case let error as ProtectionAPI.InvalidDuration:
            length(error.seconds, error.minimum, error.maximum)
        case let error as ProtectionAPI.Strict: strict(error.until)
        case let error as QuietHoursAPI.Strict: strict(error.until)
        case let error as TargetsAPI.Strict: strict(error.until)
        case let error as QuietHoursAPI.PlanLimit: plan(error.plan)
        case let error as TargetsAPI.PlanLimit: plan(error.plan)
        case let error as TargetsAPI.NoSuchPlace:
            localized("no target contains \"\(Printable.text(error.place))\"; see: soteria targets")
        case let error as TargetsAPI.InvalidName: name(error.name, error.problem)
        case let error as ProtectionAPI.StoreUnavailable:
            localized(
                """
                the block is active but could not be recorded, so it would end if the daemon \
                crashed: \(Printable.text(error.reason))
                """)
        case let error as QuietHoursAPI.StoreUnavailable: store(error.reason)
        case let error as TargetsAPI.StoreUnavailable: store(error.reason)
        default: ofRulesAndPrompts(error)
        }
    }

    /// The description of an error of rules, prompts or the daemon itself.
    private static func ofRulesAndPrompts(_ error: any TypedError) -> String {
        switch error {
        case let error as RulesAPI.StoreUnavailable:
            localized(
                """
                the rules are in force, but the change could not be recorded: \
                \(Printable.text(error.reason))
                """)
        case let error as RiskAPI.StoreUnavailable: unread(error.reason)
        case let error as DaemonAPI.StoreUnavailable: unread(error.reason)
        case let error as DaemonAPI.TooManyConnections: crowded(error)
        case let error as RulesAPI.RulesRefused:
            localized(
                """
                the rule files have \(Count.errors(error.errors)), so the previous rules stay in \
                force
                """)
        case let error as RulesAPI.NoSuchTarget: SimulationText.noTarget(error.target)
        case is RulesAPI.Busy:
            localized("the daemon is already running other simulations; try again later")
        case let error as RulesAPI.NoHistory:
            SimulationText.noHistory(since: error.since.flatMap { Moment($0) })
        case let error as RulesAPI.InvalidSpan: SimulationText.words(error.problem)
        case let error as PromptsAPI.NoSuchPrompt:
            localized("there is no open prompt \(error.prompt); see: soteria prompts")
        case let error as PromptsAPI.NotAChoice:
            localized(
                """
                prompt \(error.prompt) accepts only: \
                \(error.choices.map(\.rawValue).joined(separator: ", "))
                """)
        case let error as PromptsAPI.Strict: strict(error)
        case let error as PromptsAPI.NotOpen: notOpen(error.checkIn, error.next)
        case let error as PromptsAPI.AlreadyAnswered:
            alreadyAnswered(error.checkIn, error.yes, error.next)
        case let error as PromptsAPI.TooLate: tooLate(error.request, error.days)
        case let error as PromptsAPI.NotPossible:
            localized("that answer is no longer possible: \(Printable.text(error.reason))")
        case let error as PromptsAPI.StoreUnavailable: unrecorded(error.reason)
        case let error as DashboardAPI.NotWritable:
            localized(
                """
                the file that opens the dashboard could not be written: \
                \(Printable.text(error.reason))
                """)
        default: error.varlinkError.description
        }
    }

    // MARK: Shared sentences

    private static func crowded(_ error: DaemonAPI.TooManyConnections) -> String {
        error.ofProcess
            ? localized(
                """
                this program already has \(Count.connections(error.maximum)) to the daemon, and \
                may not have more
                """)
            : localized(
                "other programs are using all \(error.maximum) connections to the daemon")
    }

    private static var nothingToProtect: String {
        localized("the rules have no monitored target; to block a site or an app: soteria add")
    }

    private static func noTarget(_ key: String) -> String {
        localized("there is no target \"\(Printable.text(key))\"; see: soteria targets")
    }

    private static func notMonitored(_ target: String) -> String {
        localized(
            """
            monitoring is switched off for "\(Printable.text(target))", so the target cannot be \
            blocked; to switch it on: soteria targets monitor TARGET
            """)
    }

    private static func length(_ seconds: Int, _ minimum: Int, _ maximum: Int) -> String {
        localized(
            """
            the length must be between \(TimeWords.length(seconds: minimum)) and \
            \(TimeWords.length(seconds: maximum)), not \(TimeWords.length(seconds: seconds))
            """)
    }

    private static func strict(_ until: String?) -> String {
        localized(
            """
            a strict rule is in force\(self.until(until)), so the protection cannot be weakened now
            """
        )
    }

    /// ` until Sun 22 Nov 06:30`; empty if no end is known.
    private static func until(_ until: String?) -> String {
        until.flatMap(moment).map { localized(" until \($0)") } ?? ""
    }

    /// `Sun 22 Nov 06:30`: without the current time to compare with, the full date is given.
    private static func moment(_ instant: String) -> String? {
        Moment(instant).map { "\($0.day.weekdayName) \($0.day.text(in: $0.day.year)) \($0.time)" }
    }

    /// A line of its own: `In an emergency, after a wait of 15 min: soteria unblock shopping
    /// --emergency`.
    private static func emergency(_ way: UnblockAPI.Emergency, _ target: String) -> String {
        localized(
            """
            \nIn an emergency, after a wait of \(TimeWords.length(seconds: way.waitSeconds)): \
            \(command(target))
            """)
    }

    private static func strict(_ error: PromptsAPI.Strict) -> String {
        strict(error.target, error.until, error.restriction, error.checkIn)
            + (error.emergency == true
                ? localized("\nIn an emergency: \(command(error.target))") : "")
    }

    private static func emergencyUsed(_ way: UnblockAPI.Emergency) -> String {
        let none = EmergencyText.noneLeft(way.per)
        return way.next.flatMap(moment).map {
            localized("\(none); the next one is possible from \($0)")
        } ?? none
    }

    private static func command(_ target: String) -> String {
        "soteria unblock \(Printable.text(target)) --emergency"
    }

    static func plan(_ plan: String, _ what: String? = nil) -> String {
        localized(
            """
            the plan "\(Printable.text(plan))" does not allow \
            \(Printable.text(what ?? localized("this"))); see: soteria plan
            """)
    }

    private static func store(_ reason: String) -> String {
        localized(
            "the record could not be written, so nothing was changed: \(Printable.text(reason))")
    }

    private static func strict(
        _ target: String, _ until: String?, _ restriction: String?, _ checkIn: String?
    ) -> String {
        let target = Printable.text(target)
        if checkIn != nil {
            let name = restriction.map { " \"\(Printable.text($0))\"" } ?? ""
            return localized(
                "\"\(target)\" is blocked until you answer the check-in\(name): soteria checkin")
        }
        let rule = restriction.map(Printable.text)
        guard let end = until.flatMap(moment) else {
            return rule.map {
                localized("\"\(target)\" cannot be unblocked now: \"\($0)\" is strict")
            }
                ?? localized(
                    "\"\(target)\" cannot be unblocked now: a strict rule blocks the target")
        }
        return rule.map {
            localized("\"\(target)\" cannot be unblocked before \(end): \"\($0)\" is strict")
        }
            ?? localized(
                """
                "\(target)" cannot be unblocked before \(end): a strict rule blocks the target
                """)
    }

    private static func outcome(_ outcome: UnblockAPI.Outcome) -> String {
        switch outcome {
        case .open: localized("the request is still open")
        case .kept: localized("the block was kept")
        case .unblocked: localized("the target was unblocked")
        case .expired: localized("no answer came in time")
        case .lapsed: localized("nothing was blocked any more, or another request replaced it")
        case .protected: localized("a protection was started instead")
        }
    }

    private static func tooLate(_ request: Int, _ days: Int) -> String {
        localized(
            """
            request \(request) is too old: an outcome can only be logged within \(Count.days(days))
            """)
    }

    private static func list(_ names: [String]) -> String {
        Printable.text(names.joined(separator: ", "))
    }

    private static func unread(_ reason: String) -> String {
        localized("the record cannot be read: \(Printable.text(reason))")
    }

    private static func unrecorded(_ reason: String) -> String {
        localized(
            "the record could not be written, so nothing was unblocked: \(Printable.text(reason))")
    }

    private static func notOpen(_ checkIn: String, _ next: String) -> String {
        localized("check-in \"\(Printable.text(checkIn))\" is not open\(self.until(next))")
    }

    private static func alreadyAnswered(_ checkIn: String, _ isYes: Bool, _ next: String) -> String
    {
        localized(
            """
            check-in "\(Printable.text(checkIn))" has already been answered with \
            \(isYes ? localized("yes") : localized("no")), and that answer stands\(self.until(next))
            """)
    }

    private static func name(_ name: String, _ problem: String) -> String {
        localized("\"\(Printable.text(name))\" is not a valid name: \(Printable.text(problem))")
    }

    private static func range(_ from: String?, _ to: String?) -> String {
        let days = [from.map { localized("from \($0)") }, to.map { localized("to \($0)") }]
            .compactMap(\.self)
        return localized(
            """
            the range \(Printable.text(days.joined(separator: " "))) is not valid: it must begin \
            today or earlier, and must not end before it begins
            """)
    }
}
