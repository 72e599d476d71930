import API

/// The pages of this room: the question that is asked once a day, and what follows a "no".
enum CheckInRoom {
    static let routes: [Route] = [
        Route(.get, "check-in") { context, _ in try CheckInList.show(context) },
        Route(.get, "check-in/:key") { try CheckInPage.show($0, $1) },
        Route(.post, "check-in/:key/answer") { try CheckInAnswer.answer($0, $1) },
    ]
}
