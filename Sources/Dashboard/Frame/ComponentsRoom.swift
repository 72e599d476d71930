/// Every component in every state on one page, to be looked at.
enum ComponentsRoom {
    static let routes: [Route] = [
        Route(.get, "components") { context, _ in
            context.show("components", title: context.texts("components.title"), View())
        }
    ]

    struct View {}
}
