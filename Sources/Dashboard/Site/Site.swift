import API

/// All pages: what is asked for goes in, what the browser is answered comes out.
///
/// It keeps nothing between requests; what is shown is asked of the daemon each time.
package struct Site: Sendable {
    let templates: Templates
    let texts: Texts
    let surroundings: PageSurroundings

    /// The pages in English, made of the files that the program carries.
    package init(_ surroundings: PageSurroundings) throws {
        try self.init(surroundings, texts: .english())
    }

    /// The pages in the language of these texts.
    package init(_ surroundings: PageSurroundings, texts: Texts) throws {
        try self.init(surroundings, texts: texts, templates: Templates())
    }

    /// The pages of templates that were read already.
    init(_ surroundings: PageSurroundings, texts: Texts, templates: Templates) {
        self.surroundings = surroundings
        self.texts = texts
        self.templates = templates
    }

    /// Every page there is. The first that fits is taken.
    static let routes: [Route] =
        HomeRoom.routes + MetricsRoom.routes + GoalsRoom.routes + QuietHoursRoom.routes
        + PlacesRoom.routes + PauseRoom.routes + CheckInRoom.routes + RulesRoom.routes
        + RecordRoom.routes + SettingsRoom.routes + ComponentsRoom.routes

    /// Answers. `connect` gives a connection to the daemon; files of the pages need none.
    package func respond(
        to request: PageRequest, connect: () throws(CallFailure) -> any DaemonCalls
    ) -> PageResponse {
        if request.method == .get, let file = PageFiles.file(request.path) { return file }
        let stand = Stand(
            request: request, texts: texts,
            formats: Formats(texts, languages: request.languages + surroundings.languages),
            templates: templates, surroundings: surroundings)
        var isKnown = false
        for route in Self.routes {
            guard let parameters = route.parameters(of: request.path) else { continue }
            isKnown = true
            guard route.method == request.method else { continue }
            return answer(stand, route, parameters, connect)
        }
        return isKnown
            ? Trouble.page(stand, .wrongMethod, status: 405)
            : Trouble.page(stand, .notFound, status: 404)
    }

    private func answer(
        _ stand: Stand, _ route: Route, _ parameters: Route.Parameters,
        _ connect: () throws(CallFailure) -> any DaemonCalls
    ) -> PageResponse {
        do {
            return try route.answer(PageContext(stand, daemon: try connect()), parameters)
        } catch let failure as CallFailure {
            return Trouble.page(stand, failure)
        } catch is NoSuchPage {
            return Trouble.page(stand, .notFound, status: 404)
        } catch {
            return Trouble.page(stand, .other(String(describing: error)), status: 500)
        }
    }
}

/// Thrown where there is nothing at a path after all: no goal of that number, for example.
struct NoSuchPage: Error {}
