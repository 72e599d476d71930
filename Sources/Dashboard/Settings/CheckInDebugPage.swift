import API

/// The page on which a person who writes rules tries a check-in, if the rules allow it.
enum CheckInDebugPage {
    struct View {
        let checkIns: [Item]
    }

    struct Item {
        let checkIn: String
        let question: String
        let facts: [LabelledValue]
    }

    enum Action: String {
        case force
        case newDay
        case reset
    }

    /// The stored state of each check-in; nil if the rules do not allow debugging.
    static func view(_ context: PageContext, _ now: Moment) throws -> View? {
        let list = try context.daemon.call(CheckInAPI.List.self)
        guard list.debug else { return nil }
        do {
            return View(
                checkIns: try list.checkIns.map { checkIn in
                    Item(
                        checkIn: checkIn.checkIn, question: checkIn.question,
                        facts: try facts(checkIn.checkIn, context, now))
                })
        } catch CallFailure.refused {
            // The rules were changed between the calls.
            return nil
        }
    }

    private static func facts(_ key: String, _ context: PageContext, _ now: Moment) throws
        -> [LabelledValue]
    {
        let state = try context.daemon.call(CheckInAPI.GetState.self, .init(checkIn: key))
        let last = try context.daemon.call(CheckInAPI.GetLastAnswer.self, .init(checkIn: key))
        let texts = context.texts
        let formats = context.formats
        let number = { (count: Int) in formats.number(count) }
        let moment = { (instant: String) in formats.moment(instant, now: now) }
        let day = { (day: String) in CalendarDay(day).map(formats.day) ?? day }
        let answer = last.answer.map {
            texts(
                $0.yes ? "settings.debug.lastYes" : "settings.debug.lastNo",
                ["day": day($0.day), "time": moment($0.at)])
        }
        let facts: [(String, String?)] = [
            ("phase", texts("checkIn.phase.\(state.phase.rawValue)")), ("day", state.day.map(day)),
            ("openedAt", state.openedAt.map(moment)), ("cap", state.cap.map(moment)),
            ("asked", number(state.asked)), ("answers", number(state.answers)),
            ("streak", number(state.streak)), ("longest", number(state.longestStreak)),
            ("last", answer ?? texts("settings.debug.noAnswer")),
        ]
        return facts.compactMap { name, text in
            text.map { LabelledValue(label: texts("settings.debug.\(name)"), value: $0) }
        }
    }

    static func act(_ context: PageContext) throws -> PageResponse {
        let key = context.request.form.typed("checkIn")
        guard let action = Action(rawValue: context.request.form.typed("action")) else {
            throw PageNotFound()
        }
        do {
            switch action {
            case .force:
                _ = try context.daemon.call(CheckInAPI.Force.self, .init(checkIn: key))
            case .newDay:
                _ = try context.daemon.call(CheckInAPI.SimulateNewDay.self, .init(checkIn: key))
            case .reset:
                _ = try context.daemon.call(CheckInAPI.Reset.self, .init(checkIn: key))
            }
            return .redirect("settings?done=debugged.\(action.rawValue)")
        } catch CallFailure.refused(let error) {
            return try SettingsPage.show(context, error: words(error, context))
        }
    }

    private static func words(_ error: any TypedError, _ context: PageContext) -> String {
        let texts = context.texts
        return switch error {
        case is CheckInAPI.DebugOff: texts("settings.debugOff")
        case let error as CheckInAPI.NoSuchCheckIn:
            texts("settings.noSuchCheckIn", ["key": error.checkIn])
        case is CheckInAPI.NotOpen: texts("settings.debugNotOpen")
        default: ErrorMessage.words(error, context.environment)
        }
    }
}
