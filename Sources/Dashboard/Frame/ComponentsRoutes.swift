/// Every component in every state on one page, to be looked at.
enum ComponentsRoutes {
    static let routes: [Route] = [
        Route(.get, "components") { context, _ in
            context.show(
                "components", title: context.texts("components.title"), View(context.texts))
        }
    ]

    /// Background colours, each with the colour of the content on it.
    static let grounds: [(name: String, on: String)] = [
        ("background", "text"), ("surface", "text"), ("sunken", "text"),
        ("primary", "on-primary"), ("primary-hover", "on-primary"),
        ("primary-pressed", "on-primary"), ("secondary", "on-secondary"),
        ("secondary-hover", "on-secondary"), ("secondary-pressed", "on-secondary"),
        ("error", "on-error"), ("error-hover", "on-error"), ("error-pressed", "on-error"),
        ("error-soft", "on-error-soft"), ("success", "on-success"),
        ("success-soft", "on-success-soft"), ("warning", "on-warning"),
        ("warning-soft", "on-warning-soft"), ("info", "on-info"), ("info-soft", "on-info-soft"),
        ("chart-1", "on-chart"), ("chart-2", "on-chart"), ("chart-3", "on-chart"),
        ("chart-4", "on-chart"), ("heat-0", "on-heat-low"), ("heat-1", "on-heat-low"),
        ("heat-2", "on-heat-low"), ("heat-3", "on-heat-middle"), ("heat-4", "on-heat-high"),
        ("heat-5", "on-heat-high"),
    ]

    /// Colours of content on the surface.
    static let marks = [
        "text", "text-muted", "border", "border-faint", "focus", "chart-grid", "chart-axis",
    ]

    struct View {
        let grounds: [Ground]
        let marks = ComponentsRoutes.marks
        let types = [
            "heading-large", "heading-medium", "body-large", "body-medium", "body-small", "caption",
        ]
        let spaces = [4, 8, 16, 24, 32]
        let states: [State]
        let buttons: [Kind]
        let badges: [Kind]
        let notices: [Kind]
        let toasts: [Kind]

        init(_ texts: Texts) {
            func kinds(_ component: String, _ names: [String]) -> [Kind] {
                names.map { name in
                    Kind(kind: "\(component)-\(name)", name: texts("components.\(name)"))
                }
            }
            grounds = ComponentsRoutes.grounds.map { Ground(name: $0.name, on: $0.on) }
            states = ["rest", "focus", "pressed", "disabled", "loading", "success", "error"]
                .map { State($0, texts("components.\($0)")) }
            buttons = kinds("button", ["primary", "secondary", "ghost", "destructive"])
            badges = kinds("badge", ["neutral", "blocked", "open", "warning", "success", "error"])
            notices = kinds("notice", ["info", "warning", "error"])
            toasts = kinds("toast", ["neutral", "success", "error"])
        }
    }

    struct Ground {
        let name: String
        let on: String
    }

    struct Kind {
        let kind: String
        let name: String
    }

    /// A state that a component can be in. Templates read stored properties only.
    struct State {
        let key: String
        let name: String
        /// The class; empty if the component itself shows the state.
        let look: String
        let isDisabled: Bool
        let isLoading: Bool
        let isSuccess: Bool
        let isError: Bool
        /// True if a link to a page can be in this state.
        let isPlace: Bool

        init(_ key: String, _ name: String) {
            self.key = key
            self.name = name
            look = key == "rest" || key == "disabled" ? "" : "is-\(key)"
            isDisabled = key == "disabled"
            isLoading = key == "loading"
            isSuccess = key == "success"
            isError = key == "error"
            isPlace = ["rest", "focus", "pressed", "loading"].contains(key)
        }
    }
}
