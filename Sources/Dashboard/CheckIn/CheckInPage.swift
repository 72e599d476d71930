import API

/// The page of one check-in: the welcome, the question, or what follows the answer.
enum CheckInPage {
    struct View {
        let path: String
        let notice: Notice?
        /// The greeting before the very first question, by its lines.
        let welcome: Welcome?
        let asking: Asking?
        let thanks: Thanks?
        let refused: Refused?
        /// Where nothing is asked and nothing was answered: why.
        let idle: String?
        let next: String
        let streak: String
        let longest: String
        let answers: [Answered]
        let hasAnswers: Bool
    }

    struct Welcome {
        let lines: [String]
    }

    struct Asking {
        let question: String
        let blocked: String?
    }

    struct Thanks {
        let streak: String
    }

    /// What a "no" shows.
    struct Refused {
        let heading: String
        let blocked: String?
        let lines: [String]
        let suggestions: [String]
        let hasSuggestions: Bool
    }

    /// An answer of an earlier day.
    struct Answered {
        let day: String
        let answer: String
        /// The badge's kind.
        let kind: String
    }

    /// Shows a check-in. `?question` leads on from the welcome.
    static func show(_ context: PageContext, _ key: String) throws -> PageResponse {
        let scene = try CheckInScene(context)
        guard let checkIn = scene.checkIns.first(where: { $0.checkIn == key }) else {
            throw NoSuchPage()
        }
        return page(checkIn, scene)
    }

    /// Shows a check-in with what was asked for in vain.
    static func page(
        _ checkIn: CheckInAPI.CheckIn, _ scene: CheckInScene, notice: Notice? = nil,
        status: Int = 200
    ) -> PageResponse {
        let context = scene.context
        let texts = context.texts
        let isAsking = checkIn.phase == .asking
        let greets = isAsking && context.request.query["question"] == nil && notice == nil
        let welcome = greets ? checkIn.welcome.map { Welcome(lines: lines($0)) } : nil
        let view = View(
            path: CheckInScene.path(checkIn.checkIn), notice: notice, welcome: welcome,
            asking: isAsking && welcome == nil
                ? Asking(question: checkIn.question, blocked: scene.blocked(checkIn)) : nil,
            thanks: checkIn.phase == .yes ? Thanks(streak: streak(checkIn, texts)) : nil,
            refused: checkIn.phase == .no ? refused(checkIn, scene) : nil,
            idle: [.lapsed, .waiting].contains(checkIn.phase)
                ? texts("checkIn.idle.\(checkIn.phase.rawValue)") : nil,
            next: texts("checkIn.next", ["time": scene.moment(checkIn.next)]),
            streak: context.formats.number(checkIn.streak),
            longest: context.formats.number(checkIn.longestStreak),
            answers: checkIn.answers.map { answered($0, context) },
            hasAnswers: !checkIn.answers.isEmpty)
        return context.show("check-in", title: texts("checkIn.title"), view, status: status)
    }

    private static func streak(_ checkIn: CheckInAPI.CheckIn, _ texts: Texts) -> String {
        texts("checkIn.streakOf", count: checkIn.streak)
    }

    private static func refused(_ checkIn: CheckInAPI.CheckIn, _ scene: CheckInScene) -> Refused {
        Refused(
            heading: checkIn.heading ?? scene.context.texts("checkIn.noHeading"),
            blocked: scene.blocked(checkIn), lines: checkIn.text.map(lines) ?? [],
            suggestions: checkIn.suggestions, hasSuggestions: !checkIn.suggestions.isEmpty)
    }

    private static func answered(_ answer: CheckInAPI.GivenAnswer, _ context: PageContext)
        -> Answered
    {
        Answered(
            day: CalendarDay(answer.day).map(context.formats.weekdayAndDay) ?? answer.day,
            answer: context.texts(answer.yes ? "checkIn.yes" : "checkIn.no"),
            kind: answer.yes ? "success" : "neutral")
    }

    /// A text of the rules by its lines, without empty ones.
    private static func lines(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map(String.init)
    }
}
