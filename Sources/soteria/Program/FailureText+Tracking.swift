import API

/// What the refusals of the interfaces about use, check-ins, figures and goals mean.
extension FailureText {
    /// An error of these in words; nil where it is another interface's.
    static func tracking(_ error: any TypedError) -> String? {
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
        case let error as UsageAPI.NotTracked: notTracked(error.targets)
        case let error as UsageAPI.NoSuchUse: "there is no use \(error.use), or it is over"
        case let error as UsageAPI.NoSuchTarget: noSuch("target", error.target)
        case let error as UsageAPI.StoreUnavailable:
            "this could not be recorded, or the record cannot be read: "
                + Printable.text(error.reason)
        default: figures(error) ?? saving(error)
        }
    }

    private static func figures(_ error: any TypedError) -> String? {
        switch error {
        case let error as MetricsAPI.PlanLimit:
            "the plan \"\(Printable.text(error.plan))\" does not allow this: "
                + Printable.text(error.what)
        case let error as MetricsAPI.InvalidRange: range(error.from, error.to)
        case let error as MetricsAPI.StoreUnavailable:
            "the record cannot be read: \(Printable.text(error.reason))"
        default: nil
        }
    }

    private static func saving(_ error: any TypedError) -> String? {
        switch error {
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

    static func notOpen(_ checkIn: String, _ next: String) -> String {
        "the question of \"\(Printable.text(checkIn))\" is not open\(self.until(next))"
    }

    static func alreadyAnswered(_ checkIn: String, _ isYes: Bool, _ next: String) -> String {
        "\"\(Printable.text(checkIn))\" was answered with \(isYes ? "yes" : "no"), which stays"
            + self.until(next)
    }

    static func name(_ name: String, _ problem: String) -> String {
        "\"\(Printable.text(name))\" is no name: \(Printable.text(problem))"
    }

    private static func notTracked(_ targets: [String]) -> String {
        targets.isEmpty
            ? "no rule speaks of it, so its use is not tracked"
            : "its targets are not monitored (\(Printable.text(targets.joined(separator: ", "))))"
    }

    private static func range(_ from: String?, _ to: String?) -> String {
        let days = [from.map { "from \($0)" }, to.map { "to \($0)" }].compactMap(\.self)
        return "there is no range \(Printable.text(days.joined(separator: " "))): it has to begin "
            + "today at the latest, and not to end before it begins"
    }
}
