import API

/// The page of one check-in: the welcome, the question, or what follows the answer.
enum CheckInPage {
    struct View {
        let path: String
        let notice: Notice?
        /// The greeting before the very first question.
        let welcome: Welcome?
        let asking: Asking?
        /// Shown after a "yes".
        let thanks: Thanks?
        let refused: Refused?
        /// The reason why nothing is asked, if nothing was answered either.
        let idle: String?
        let next: String
        let streak: String
        let longest: String
        let answers: [Answered]
    }

    struct Welcome {
        let lines: [String]
    }

    struct Asking {
        let question: String
        let blocked: String?
    }

    struct Thanks {
        /// The streak of days in words.
        let streak: String
        /// The text of the day.
        let lines: [String]
    }

    struct Refused {
        let heading: String
        let blocked: String?
        let lines: [String]
        let suggestions: [String]
    }

    struct Answered {
        let day: String
        let answer: String
        /// The badge's kind.
        let kind: String
    }

    /// Tells the daemon that the welcome was shown, and leads on to the question.
    static func leaveWelcome(_ context: PageContext, _ key: String) throws -> PageResponse {
        do {
            _ = try context.daemon.call(CheckInAPI.AcknowledgeWelcome.self, .init(checkIn: key))
        } catch CallFailure.refused(is CheckInAPI.NoSuchCheckIn) {
            throw PageNotFound()
        }
        return .redirect(CheckInData.path(key) + "?question=1")
    }

    /// Shows a check-in, the question at once with `?question`.
    static func show(_ context: PageContext, _ key: String) throws -> PageResponse {
        let data = try CheckInData(context)
        return page(try data.checkIn(key), data)
    }

    /// Shows a check-in, with a notice if a request failed.
    static func page(
        _ checkIn: CheckInAPI.CheckIn, _ data: CheckInData, notice: Notice? = nil
    ) -> PageResponse {
        let context = data.context
        let texts = context.texts
        let isAsking = checkIn.phase == .asking
        let greets = isAsking && context.request.query["question"] == nil && notice == nil
        let welcome = greets ? checkIn.welcome.map { Welcome(lines: lines($0)) } : nil
        let view = View(
            path: CheckInData.path(checkIn.checkIn), notice: notice, welcome: welcome,
            asking: isAsking && welcome == nil
                ? Asking(question: checkIn.question, blocked: data.blocked(checkIn)) : nil,
            thanks: checkIn.phase == .yes
                ? Thanks(
                    streak: texts("checkIn.streakOf", count: checkIn.streak),
                    lines: checkIn.dayText.map(lines) ?? []) : nil,
            refused: checkIn.phase == .no
                ? Refused(
                    heading: checkIn.heading ?? texts("checkIn.noHeading"),
                    blocked: data.blocked(checkIn), lines: checkIn.text.map(lines) ?? [],
                    suggestions: checkIn.suggestions) : nil,
            idle: [.lapsed, .waiting].contains(checkIn.phase)
                ? texts("checkIn.idle.\(checkIn.phase.rawValue)") : nil,
            next: texts("checkIn.next", ["time": data.moment(checkIn.next)]),
            streak: context.formats.number(checkIn.streak),
            longest: context.formats.number(checkIn.longestStreak),
            answers: checkIn.answers.map { answer in
                Answered(
                    day: CalendarDay(answer.day).map(context.formats.weekdayAndDay) ?? answer.day,
                    answer: texts(answer.yes ? "checkIn.yes" : "checkIn.no"),
                    kind: answer.yes ? "success" : "neutral")
            })
        return context.show(
            "check-in", title: texts("checkIn.title"), view, status: notice == nil ? 200 : 422)
    }

    /// The lines of a text from the rules, without empty ones.
    private static func lines(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map(String.init)
    }
}

struct CheckInData {
    let context: PageContext
    let checkIns: [CheckInAPI.CheckIn]
    private let state: ProtectionAPI.List.Reply
    private let now: Moment

    init(_ context: PageContext) throws {
        self.context = context
        checkIns = try context.daemon.call(CheckInAPI.List.self).checkIns
        state = try context.daemon.call(ProtectionAPI.List.self)
        now = Moment(state.now) ?? Moment(seconds: 0, offset: 0)
    }

    func checkIn(_ key: String) throws -> CheckInAPI.CheckIn {
        guard let checkIn = checkIns.first(where: { $0.checkIn == key }) else {
            throw PageNotFound()
        }
        return checkIn
    }

    func moment(_ instant: String) -> String { context.formats.moment(instant, now: now) }

    /// Today's block and its end, in words; nil if nothing is blocked.
    func blocked(_ checkIn: CheckInAPI.CheckIn) -> String? {
        let keys =
            switch checkIn.phase {
            case .asking: checkIn.blocks
            case .no: checkIn.blocksOnNo
            case .yes, .lapsed, .waiting: [String]()
            }
        guard !keys.isEmpty else { return nil }
        let names = state.names(of: keys)
        if checkIn.phase == .asking {
            return context.texts("checkIn.blockedUntilAnswered", ["targets": names])
        }
        guard let until = checkIn.until else {
            return context.texts("checkIn.blocked", ["targets": names])
        }
        return context.texts("checkIn.blockedUntil", ["targets": names, "time": moment(until)])
    }

    static func path(_ key: String) -> String { "check-in/\(key.asPathPart)" }
}

extension ProtectionAPI.List.Reply {
    /// The names of targets; the key of a target that no longer exists.
    func names(of keys: [String]) -> String {
        keys.map { key in targets.first { $0.target == key }?.name ?? key }.joined(separator: ", ")
    }
}
