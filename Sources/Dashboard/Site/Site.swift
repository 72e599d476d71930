import API

/// All pages: takes requests and returns responses.
///
/// It keeps no state between requests; everything shown is requested from the daemon each time.
package struct Site: Sendable {
    let templates: Templates
    let texts: Texts
    let surroundings: PageSurroundings

    /// The pages in English, made from the embedded files.
    package init(_ surroundings: PageSurroundings) throws {
        try self.init(surroundings, texts: .english(), templates: Templates())
    }

    init(_ surroundings: PageSurroundings, texts: Texts, templates: Templates) {
        self.surroundings = surroundings
        self.texts = texts
        self.templates = templates
    }

    static let routes: [Route] =
        HomeRoutes.routes + MetricsRoutes.routes + GoalsRoutes.routes + QuietHoursRoutes.routes
        + PlacesRoutes.routes + PauseRoutes.routes + CheckInRoutes.routes + RulesRoutes.routes
        + RecordRoutes.routes + SettingsRoutes.routes + ComponentsRoutes.routes

    /// Answers a request. `connect` connects to the daemon, which the pages' files do not need.
    package func respond(
        to request: PageRequest, connect: () throws(CallFailure) -> any DaemonCalls
    ) -> PageResponse {
        if request.method == .get, let file = PageFiles.file(request.path) { return file }
        let environment = PageEnvironment(
            request: request, texts: texts,
            formats: Formats(texts, languages: request.languages + surroundings.languages),
            templates: templates, surroundings: surroundings)
        var isKnown = false
        for route in Self.routes {
            guard let part = route.openPart(of: request.path) else { continue }
            isKnown = true
            guard route.method == request.method else { continue }
            return answer(environment, route, part, connect)
        }
        return isKnown ? ErrorPage.wrongMethod(environment) : ErrorPage.notFound(environment)
    }

    private func answer(
        _ environment: PageEnvironment, _ route: Route, _ part: String,
        _ connect: () throws(CallFailure) -> any DaemonCalls
    ) -> PageResponse {
        do {
            return try route.answer(
                PageContext(environment: environment, daemon: try connect()), part)
        } catch let failure as CallFailure {
            return ErrorPage.page(environment, failure)
        } catch is PageNotFound {
            return ErrorPage.notFound(environment)
        } catch {
            return ErrorPage.failed(environment, String(describing: error))
        }
    }

    /// A decision in one sentence for screen readers: `Shopping is blocked until 06:30.`
    package func describe(_ decision: ProtectionAPI.Decision, languages: [String]) -> String {
        let formats = Formats(texts, languages: languages + surroundings.languages)
        let now = Moment(decision.at) ?? Moment(seconds: 0, offset: 0)
        let name = ["name": decision.name]
        func timed(_ key: String, _ instant: String?) -> String {
            guard let instant else { return texts("decisions.\(key)", name) }
            let time = formats.moment(instant, now: now)
            return texts("decisions.\(key)Until", name.merging(["time": time]) { $1 })
        }
        return switch decision.verdict {
        case .block: timed("nowBlocked", decision.until)
        case .update: timed("staysBlocked", decision.until)
        case .unblock: timed("nowOpen", decision.grantedUntil)
        }
    }
}

/// Thrown if a path has no page after all, for example because no goal has that number.
struct PageNotFound: Error {}
