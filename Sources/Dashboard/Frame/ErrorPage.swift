import API

/// Pages that explain an error and its remedy.
enum ErrorPage {
    struct View {
        var heading: String
        var paragraphs: [String]
        var commands: [String] = []
        var links: [Frame.Link] = []
        /// True if the page reloads by itself once the daemon is back.
        var waits = false
    }

    static func notFound(_ environment: PageEnvironment) -> PageResponse {
        page(
            environment, environment.texts("trouble.notFound"),
            environment.texts("trouble.notFoundText"), 404)
    }

    /// The page for a path that accepts no form, or nothing but a form.
    static func wrongMethod(_ environment: PageEnvironment) -> PageResponse {
        page(
            environment, environment.texts("trouble.wrongMethod"),
            environment.texts("trouble.wrongMethodText"), 405)
    }

    static func failed(_ environment: PageEnvironment, _ reason: String) -> PageResponse {
        page(environment, environment.texts("trouble.failed"), reason, 500)
    }

    private static func page(
        _ environment: PageEnvironment, _ heading: String, _ text: String, _ status: Int
    ) -> PageResponse {
        let home = Frame.Link(
            href: environment.request.base + "/", label: environment.texts("trouble.goHome"))
        let view = View(heading: heading, paragraphs: [text], links: [home])
        return environment.show("trouble", title: heading, view, status: status)
    }

    static func page(_ environment: PageEnvironment, _ failure: CallFailure) -> PageResponse {
        let texts = environment.texts
        let again = Frame.Link(href: path(environment.request), label: texts("trouble.tryAgain"))
        var status = 503
        var view: View
        switch failure {
        case .notRunning(let path):
            view = View(
                heading: texts("trouble.notRunning"),
                paragraphs: [
                    texts("trouble.notRunningText"), texts("trouble.socket", ["path": path]),
                ],
                commands: ["systemctl --user start soteriad.socket soteriad", "soteria doctor"],
                waits: true)
        case .disconnected, .timedOut:
            view = View(
                heading: texts("trouble.noAnswer"),
                paragraphs: [texts("trouble.noAnswerText"), failure.description],
                commands: ["soteria doctor"], waits: true)
        case .refused(let error as DaemonAPI.TooManyConnections):
            view = View(
                heading: texts("trouble.noAnswer"),
                paragraphs: [texts("trouble.crowded", ["open": String(error.maximum)])],
                commands: ["systemctl --user restart soteriad"], waits: true)
        case .refused(let error):
            status = 409
            view = View(
                heading: texts("trouble.refused"),
                paragraphs: [ErrorMessage.words(error, environment)])
        case .invalidParameter, .unexpected, .broken:
            status = 502
            view = View(
                heading: texts("trouble.failed"), paragraphs: [failure.description],
                commands: ["soteria doctor"])
        }
        view.links = [again]
        return environment.show("trouble", title: view.heading, view, status: status)
    }

    /// The path of the page; for a form, which must not be sent again by itself, that of its page.
    private static func path(_ request: PageRequest) -> String {
        let path = request.method == .get ? request.path : Array(request.path.prefix(1))
        // The parts were decoded once: only what needs no encoding is led back to.
        let isPlain = path.allSatisfy { part in
            part.utf8.allSatisfy { $0 != UInt8(ascii: "%") && $0 > 0x20 && $0 < 0x7F }
        }
        return request.base + "/" + (isPlain ? path.joined(separator: "/") : "")
    }
}
