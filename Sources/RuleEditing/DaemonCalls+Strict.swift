import API

extension DaemonCalls {
    /// The error that refuses a weaker target while a strict restriction holds for it; nil if none
    /// does.
    package func strict(ofTarget key: String) throws(CallFailure) -> TargetsAPI.Strict? {
        let targets = try call(ProtectionAPI.List.self).targets
        guard let target = targets.first(where: { $0.target == key }), target.strict else {
            return nil
        }
        return TargetsAPI.Strict(until: target.restrictions.strictEnd?.rfc3339)
    }

    /// The error that refuses a weaker schedule while it runs and is strict; nil if it is not so.
    package func strict(ofSchedule key: String) throws(CallFailure) -> QuietHoursAPI.Strict? {
        let schedules = try call(QuietHoursAPI.List.self).schedules
        guard let schedule = schedules.first(where: { $0.schedule == key }), schedule.strict,
            schedule.active
        else { return nil }
        return QuietHoursAPI.Strict(until: schedule.end)
    }
}

extension [ProtectionAPI.Restriction] {
    /// The end of the last strict restriction; nil if it is unknown.
    package var strictEnd: Moment? {
        let ends = filter(\.strict).map { $0.until.flatMap(Moment.init) }
        // One without a known end outlasts the others.
        return ends.contains(nil) ? nil : ends.compactMap(\.self).max()
    }
}
