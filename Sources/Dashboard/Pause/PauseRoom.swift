import API

/// The pages of this room: the conversation about a block, opened by the person.
///
/// A request belongs to the person, not to a page: each step is asked of the daemon anew, so that
/// any page, and any other client, can go on with it.
enum PauseRoom {
    static let routes: [Route] = [
        Route(.get, "pause") { context, _ in try PausePage.show(context) },
        Route(.post, "pause") { context, _ in try PauseBeginning.begin(context) },
        Route(.get, "pause/:request") { context, parameters in
            try RequestPage.show(context, number(parameters))
        },
        Route(.post, "pause/:request/keep") { context, parameters in
            try RequestAnswers.keep(context, number(parameters))
        },
        Route(.post, "pause/:request/protect") { context, parameters in
            try RequestAnswers.protect(context, number(parameters))
        },
        Route(.post, "pause/:request/intent") { context, parameters in
            try RequestAnswers.say(context, number(parameters))
        },
        Route(.post, "pause/:request/open") { context, parameters in
            try RequestAnswers.open(context, number(parameters))
        },
        Route(.post, "pause/:request/log") { context, parameters in
            try OutcomeAnswer.log(context, number(parameters))
        },
    ]

    /// The request's number that stands in the path.
    private static func number(_ parameters: Route.Parameters) throws -> Int {
        guard let number = parameters["request"].flatMap({ Int($0) }), number > 0 else {
            throw NoSuchPage()
        }
        return number
    }
}
