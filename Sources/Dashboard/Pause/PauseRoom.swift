import API

/// The conversation about a block, opened by the person.
///
/// A request belongs to the person, not to a page: each step is asked of the daemon anew, so that
/// any page, and any other client, can go on with it.
enum PauseRoom {
    static let routes: [Route] = [
        Route(.get, "pause") { context, _ in try PausePage.show(context) },
        Route(.post, "pause") { context, _ in try PauseBeginning.begin(context) },
        Route(.get, "pause/:request") { try RequestPage.show($0, number($1)) },
        Route(.post, "pause/:request/keep") { try RequestAnswers.keep($0, number($1)) },
        Route(.post, "pause/:request/protect") { try RequestAnswers.protect($0, number($1)) },
        Route(.post, "pause/:request/intent") { try RequestAnswers.say($0, number($1)) },
        Route(.post, "pause/:request/open") { try RequestAnswers.open($0, number($1)) },
        Route(.post, "pause/:request/log") { try OutcomeAnswer.log($0, number($1)) },
    ]

    private static func number(_ part: String) throws -> Int {
        guard let number = Int(part), number > 0 else { throw NoSuchPage() }
        return number
    }
}
