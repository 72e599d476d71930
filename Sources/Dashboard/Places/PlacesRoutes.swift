import API

/// The pages of targets: places and their names, monitoring, and edits of those the tools own.
enum PlacesRoutes {
    static let routes: [Route] = [
        Route(.get, "places") { context, _ in try PlacesPage.show(context) },
        Route(.get, "places/new") { context, _ in try AddTargetForm(context).show() },
        Route(.post, "places/new") { context, _ in try AddTargetForm(context).answer() },
        Route(.get, "places/target/:target") { try TargetPage.show($0, $1) },
        Route(.post, "places/target/:target/monitored") { try MonitoringSwitch.answer($0, $1) },
        Route(.post, "places/target/:target/name") { try PlaceNameForm.answer($0, $1) },
        Route(.post, "places/target/:target/add") { try TargetEdit($0, $1).add() },
        Route(.post, "places/target/:target/remove") { try TargetEdit($0, $1).remove() },
        Route(.post, "places/target/:target/settings") { try TargetEdit($0, $1).settings() },
        Route(.get, "places/target/:target/delete") { try EntryRemoval.target($0, $1).show() },
        Route(.post, "places/target/:target/delete") { try EntryRemoval.target($0, $1).answer() },
    ]

    static let path = "places"

    static func path(_ key: String) -> String { "places/target/\(key.asPathPart)" }

    /// The path of an entry in pending edits.
    static func rulePath(_ key: String) -> String { "targets.\(key)" }
}

enum MonitoringSwitch {
    /// Switches monitoring and redirects back; if refused, shows the target's page with the reason.
    static func answer(_ context: PageContext, _ key: String) throws -> PageResponse {
        let isOn = context.request.form["monitored"]?.last == "on"
        do throws(CallFailure) {
            let answer = try context.daemon.call(
                TargetsAPI.SetMonitored.self, .init(target: key, monitored: isOn))
            let done =
                isOn ? "monitored" : answer.pendingUntil == nil ? "unmonitored" : "offWaits"
            return .redirect("\(PlacesRoutes.path(key))?done=\(done)")
        } catch .refused(let error) {
            let words = ErrorMessage.words(error, context.environment)
            return try TargetPage.show(context, key, answer: TargetFormFailure(error: words))
        }
    }
}

/// The person's own name for an app or a site.
enum PlaceNameForm {
    /// Sets the name, or removes it if none is given.
    static func answer(_ context: PageContext, _ key: String) throws -> PageResponse {
        let form = context.request.form
        let typed = form.typed("name")
        let name = typed.withoutOuterBlanks
        let place =
            form["site"]?.last.map(NamedPlace.site) ?? form["app"]?.last.map(NamedPlace.app)
        guard let place else { throw PageNotFound() }
        do throws(CallFailure) {
            _ = try context.daemon.call(
                TargetsAPI.SetName.self,
                .init(site: place.site, app: place.app, name: name.isEmpty ? nil : name))
            let done = name.isEmpty ? "nameForgotten" : "named"
            return .redirect("\(PlacesRoutes.path(key))?done=\(done)")
        } catch .refused(let error) {
            var answer = TargetFormFailure()
            switch error {
            case let error as TargetsAPI.InvalidName:
                answer.naming = (place, typed, error.problem)
            case is TargetsAPI.NoSuchPlace:
                answer.error = context.texts("places.noSuchPlace", ["place": place.text])
            default: answer.error = ErrorMessage.words(error, context.environment)
            }
            return try TargetPage.show(context, key, answer: answer)
        }
    }
}

/// A place that a person may name: a site, or an app as the socket identifies it.
enum NamedPlace: Hashable {
    case site(String)
    /// An application id, or the path of an executable.
    case app(String)

    var site: String? {
        if case .site(let host) = self { host } else { nil }
    }

    var app: String? {
        if case .app(let app) = self { app } else { nil }
    }

    var text: String {
        switch self {
        case .site(let text), .app(let text): text
        }
    }
}
