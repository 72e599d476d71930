import API

/// Messages for the daemon's typed errors.
enum ErrorMessage {
    /// The message for an error. Errors about a field have messages of their own on each page.
    static func words(_ error: any TypedError, _ environment: PageEnvironment) -> String {
        let texts = environment.texts
        func plan(_ plan: String, _ what: String?) -> String {
            what.map { texts("trouble.planWhat", ["plan": plan, "what": $0]) }
                ?? texts("trouble.plan", ["plan": plan])
        }
        func noSuch(_ kind: String, _ key: String) -> String {
            texts("trouble.no.\(kind)", ["key": key])
        }
        func store(_ reason: String) -> String { texts("trouble.store", ["reason": reason]) }
        func unreadable(_ reason: String) -> String {
            texts("trouble.unreadable", ["reason": reason])
        }
        func until(_ end: String?) -> String {
            guard let end, let moment = Moment(end) else { return texts("trouble.strict") }
            let day = environment.formats.weekdayAndDay(moment.day)
            return texts(
                "trouble.strictUntil", ["time": "\(day), \(environment.formats.time(moment))"])
        }
        return switch error {
        case let error as ProtectionAPI.Strict: until(error.until)
        case let error as QuietHoursAPI.Strict: until(error.until)
        case let error as TargetsAPI.Strict: until(error.until)
        case let error as UnblockAPI.Strict: until(error.until)
        case let error as QuietHoursAPI.PlanLimit: plan(error.plan, nil)
        case let error as TargetsAPI.PlanLimit: plan(error.plan, nil)
        case let error as MetricsAPI.PlanLimit: plan(error.plan, error.what)
        case let error as ProtectionAPI.NoSuchTarget: noSuch("target", error.target)
        case let error as TargetsAPI.NoSuchTarget: noSuch("target", error.target)
        case let error as UnblockAPI.NoSuchTarget: noSuch("target", error.target)
        case let error as RulesAPI.NoSuchTarget: noSuch("target", error.target)
        case let error as QuietHoursAPI.NoSuchSchedule: noSuch("schedule", error.schedule)
        case let error as ProtectionAPI.StoreUnavailable: store(error.reason)
        case let error as UnblockAPI.StoreUnavailable: store(error.reason)
        case let error as QuietHoursAPI.StoreUnavailable: store(error.reason)
        case let error as TargetsAPI.StoreUnavailable: store(error.reason)
        case let error as CheckInAPI.StoreUnavailable: store(error.reason)
        case let error as GoalsAPI.StoreUnavailable: store(error.reason)
        case let error as RulesAPI.StoreUnavailable: store(error.reason)
        case let error as MetricsAPI.StoreUnavailable: unreadable(error.reason)
        case let error as RiskAPI.StoreUnavailable: unreadable(error.reason)
        case let error as DaemonAPI.StoreUnavailable: unreadable(error.reason)
        default: error.varlinkError.description
        }
    }
}
