import API

/// The pages of the conversation about a block.
///
/// A request belongs to the person, not to a page: each step asks the daemon again, so that any
/// page or any other client can continue.
enum PauseRoutes {
    static let routes: [Route] = [
        Route(.get, "pause") { context, _ in try PausePage.show(context) },
        Route(.post, "pause") { context, _ in try PauseStart.begin(context) },
        Route(.post, "pause/end") { context, _ in try PausePage.endGrants(context) },
        Route(.get, "pause/:request") { try RequestPage.show($0, number($1)) },
        Route(.post, "pause/:request/keep") { try RequestAnswers.keep($0, number($1)) },
        Route(.post, "pause/:request/protect") { try RequestAnswers.protect($0, number($1)) },
        Route(.post, "pause/:request/intent") { try RequestAnswers.submitIntent($0, number($1)) },
        Route(.post, "pause/:request/open") { try RequestAnswers.open($0, number($1)) },
        Route(.post, "pause/:request/log") { try OutcomeAnswer.log($0, number($1)) },
    ]

    private static func number(_ part: String) throws -> Int {
        guard let number = Int(part), number > 0 else { throw PageNotFound() }
        return number
    }
}

/// Opens a request without a block that prompted it.
enum PauseStart {
    /// The form's value for every monitored target.
    static let everything = "everything"

    /// Opens the request, or continues the open one about the same place.
    static func begin(_ context: PageContext) throws -> PageResponse {
        guard let place = place(context.request.form.typed("place")) else {
            return try PausePage.show(
                context, .init(placeError: context.texts("pause.placeNeeded")))
        }
        do {
            let reply = try context.daemon.call(
                UnblockAPI.Request.self, .init(place: place, pause: true))
            return .redirect("pause/\(reply.request.request)")
        } catch CallFailure.refused(let error as UnblockAPI.AlreadyOpen) {
            return .redirect("pause/\(error.request)?done=alreadyOpen")
        } catch CallFailure.refused(let error) {
            return try PausePage.show(
                context, .init(placeError: PauseErrorMessage.words(error, context)))
        }
    }

    private static func place(_ text: String) -> UnblockAPI.Place? {
        if text == everything { return UnblockAPI.Place(everything: true) }
        guard text.hasPrefix("target:") else { return nil }
        let key = String(text.dropFirst("target:".count))
        return key.isEmpty ? nil : UnblockAPI.Place(target: key)
    }
}
