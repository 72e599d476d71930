import API

/// Answers the question of the day.
enum CheckInAnswer {
    /// Tells the daemon, and leads to what follows.
    static func answer(_ context: PageContext, _ key: String) throws -> PageResponse {
        let said = context.request.typed("answer")
        guard ["yes", "no"].contains(said) else {
            return try refused(context, key, context.texts("checkIn.answerNeeded"))
        }
        do {
            _ = try context.daemon.call(
                CheckInAPI.Answer.self, .init(checkIn: key, yes: said == "yes"))
            return .redirect(CheckInScene.path(key) + "?done=\(said == "yes" ? "thanks" : "noted")")
        } catch CallFailure.refused(is CheckInAPI.NoSuchCheckIn) {
            throw NoSuchPage()
        } catch CallFailure.refused(let error) {
            return try refused(context, key, nil, error)
        }
    }

    /// Shows the check-in as it stands, with why the answer was not taken.
    private static func refused(
        _ context: PageContext, _ key: String, _ text: String?, _ error: (any TypedError)? = nil
    ) throws -> PageResponse {
        let scene = try CheckInScene(context)
        guard let checkIn = scene.checkIns.first(where: { $0.checkIn == key }) else {
            throw NoSuchPage()
        }
        let words = text ?? error.map { Self.words($0, scene) } ?? ""
        return CheckInPage.page(
            checkIn, scene, notice: Notice(level: "error", text: words), status: 422)
    }

    private static func words(_ error: any TypedError, _ scene: CheckInScene) -> String {
        let texts = scene.context.texts
        return switch error {
        case let error as CheckInAPI.AlreadyAnswered:
            texts(
                error.yes ? "checkIn.alreadyYes" : "checkIn.alreadyNo",
                ["time": scene.moment(error.next)])
        case let error as CheckInAPI.NotOpen:
            texts("checkIn.notOpen", ["time": scene.moment(error.next)])
        case let error as CheckInAPI.StoreUnavailable:
            texts("checkIn.unrecorded", ["reason": error.reason])
        default: Refusal.words(error, scene.context.stand)
        }
    }
}
