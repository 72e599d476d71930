import API

/// The pages of this room: the question that is asked once a day, and what follows a "no".
enum CheckInRoom {
    static let routes: [Route] = [
        Route(.get, "check-in") { context, _ in try CheckInList.show(context) },
        Route(.get, "check-in/:key") { context, parameters in
            try CheckInPage.show(context, parameters["key"] ?? "")
        },
        Route(.post, "check-in/:key/answer") { context, parameters in
            try CheckInAnswer.answer(context, parameters["key"] ?? "")
        },
    ]
}
