import API

/// The pages of check-ins: the daily question, and the page that follows a "no".
enum CheckInRoutes {
    static let routes: [Route] = [
        Route(.get, "check-in") { context, _ in try CheckInList.show(context) },
        Route(.get, "check-in/:key") { try CheckInPage.show($0, $1) },
        Route(.post, "check-in/:key/welcomed") { try CheckInPage.leaveWelcome($0, $1) },
        Route(.post, "check-in/:key/answer") { try CheckInAnswerForm.answer($0, $1) },
    ]
}

/// The page of all check-ins; if there is only one, the page of that check-in.
enum CheckInList {
    struct View {
        let checkIns: [Item]
        /// The file in which a check-in could be added.
        let file: String
    }

    struct Item {
        let path: String
        let question: String
        /// The badge's kind.
        let kind: String
        let phase: String
        let blocked: String?
        let isAsking: Bool
    }

    static func show(_ context: PageContext) throws -> PageResponse {
        let data = try CheckInData(context)
        if data.checkIns.count == 1, let only = data.checkIns.first {
            return CheckInPage.page(only, data)
        }
        let items = data.checkIns.map { checkIn in
            Item(
                path: CheckInData.path(checkIn.checkIn), question: checkIn.question,
                kind: kind(checkIn.phase),
                phase: context.texts("checkIn.phase.\(checkIn.phase.rawValue)"),
                blocked: data.blocked(checkIn), isAsking: checkIn.phase == .asking)
        }
        let path = context.surroundings.configuration + "/rules.d/20-check-in.yaml"
        return context.show(
            "check-ins", title: context.texts("checkIn.title"),
            View(checkIns: items, file: context.texts("checkIn.emptyFile", ["path": path])))
    }

    private static func kind(_ phase: CheckInAPI.Phase) -> String {
        switch phase {
        case .asking: "warning"
        case .yes: "success"
        case .no: "blocked"
        case .lapsed, .waiting: "neutral"
        }
    }
}

enum CheckInAnswerForm {
    /// Sends the answer to the daemon and redirects to the page that follows.
    static func answer(_ context: PageContext, _ key: String) throws -> PageResponse {
        let said = context.request.form.typed("answer")
        guard ["yes", "no"].contains(said) else {
            return try refused(context, key) { _ in context.texts("checkIn.answerNeeded") }
        }
        do {
            _ = try context.daemon.call(
                CheckInAPI.Answer.self, .init(checkIn: key, yes: said == "yes"))
            return .redirect(CheckInData.path(key) + "?done=\(said == "yes" ? "thanks" : "noted")")
        } catch CallFailure.refused(is CheckInAPI.NoSuchCheckIn) {
            throw PageNotFound()
        } catch CallFailure.refused(let error) {
            return try refused(context, key) { words(error, $0) }
        }
    }

    private static func refused(
        _ context: PageContext, _ key: String, _ words: (CheckInData) -> String
    ) throws -> PageResponse {
        let data = try CheckInData(context)
        return CheckInPage.page(
            try data.checkIn(key), data, notice: Notice(level: "error", text: words(data)))
    }

    private static func words(_ error: any TypedError, _ data: CheckInData) -> String {
        let texts = data.context.texts
        return switch error {
        case let error as CheckInAPI.AlreadyAnswered:
            texts(
                error.yes ? "checkIn.alreadyYes" : "checkIn.alreadyNo",
                ["time": data.moment(error.next)])
        case let error as CheckInAPI.NotOpen:
            texts("checkIn.notOpen", ["time": data.moment(error.next)])
        case let error as CheckInAPI.StoreUnavailable:
            texts("checkIn.unrecorded", ["reason": error.reason])
        default: ErrorMessage.words(error, data.context.environment)
        }
    }
}
