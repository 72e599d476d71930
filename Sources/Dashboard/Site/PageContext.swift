import API

/// The context of a page, except for the daemon.
struct PageEnvironment: Sendable {
    let request: PageRequest
    let texts: Texts
    let formats: Formats
    let templates: Templates
    let surroundings: PageSurroundings

    /// Renders a template with its view, in the frame that every page has.
    func show(
        _ template: String, title: String, _ page: Any, banner: Notice? = nil, status: Int = 200
    ) -> PageResponse {
        let frame = Frame(self, title: title, banner: banner)
        return .page(status: status, html: templates.render(template, frame, page))
    }
}

@dynamicMemberLookup
struct PageContext {
    let environment: PageEnvironment
    let daemon: any DaemonCalls

    subscript<Member>(dynamicMember path: KeyPath<PageEnvironment, Member>) -> Member {
        environment[keyPath: path]
    }

    func show(
        _ template: String, title: String, _ page: Any, banner: Notice? = nil, status: Int = 200
    ) -> PageResponse {
        environment.show(template, title: title, page, banner: banner, status: status)
    }
}
