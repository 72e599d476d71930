/// The first page.
enum HomeRoom {
    static let routes: [Route] = [
        Route(.get, "") { context, _ in
            context.show("home", title: context.texts("home.title"), View())
        }
    ]

    struct View {}
}
