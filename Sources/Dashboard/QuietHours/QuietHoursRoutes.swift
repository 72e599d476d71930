import API

/// The pages of schedules: the times, the switches, and edits of schedules that the tools own.
enum QuietHoursRoutes {
    static let routes: [Route] = [
        Route(.get, "quiet-hours") { context, _ in try SchedulesPage.show(context) },
        Route(.post, "quiet-hours/:schedule/switch") { try ScheduleSwitch.answer($0, $1) },
        Route(.get, "quiet-hours/new") { context, _ in try ScheduleEdit(context).show() },
        Route(.post, "quiet-hours/new") { context, _ in try ScheduleEdit(context).answer() },
        Route(.get, "quiet-hours/:schedule/edit") { try ScheduleEdit($0, key: $1).show() },
        Route(.post, "quiet-hours/:schedule/edit") { try ScheduleEdit($0, key: $1).answer() },
        Route(.get, "quiet-hours/:schedule/delete") { try EntryRemoval.schedule($0, $1).show() },
        Route(.post, "quiet-hours/:schedule/delete") { try EntryRemoval.schedule($0, $1).answer() },
    ]

    static let path = "quiet-hours"

    /// The path of an entry in pending edits.
    static func rulePath(_ key: String) -> String { "quiet_hours.\(key)" }
}

enum ScheduleSwitch {
    /// Switches as the form says; if the switch is refused, shows the reason at the schedule.
    static func answer(_ context: PageContext, _ key: String) throws -> PageResponse {
        let isOn = context.request.form["enabled"]?.last == "on"
        do throws(CallFailure) {
            let answer = try context.daemon.call(
                QuietHoursAPI.SetEnabled.self, .init(schedule: key, enabled: isOn))
            let done =
                isOn ? "switchedOn" : answer.pendingUntil == nil ? "switchedOff" : "offWaits"
            return .redirect("\(QuietHoursRoutes.path)?done=\(done)")
        } catch .refused(let error) {
            let words = ErrorMessage.words(error, context.environment)
            return try SchedulesPage.show(context, refused: (key, words), status: 422)
        }
    }
}
