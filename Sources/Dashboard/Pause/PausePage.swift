import API

/// The first page of a pause: choice of its subject, open requests and grants, outcomes to log.
enum PausePage {
    /// A failed request: its notice, and the typed values to show again.
    struct ErrorPage {
        var notice: Notice?
        var placeError: String?
        /// The unblock whose outcome could not be logged, with what was typed.
        var outcome: (request: Int, form: OutcomeForm)?
        var status = 422
    }

    struct View {
        let notice: Notice?
        /// The number of today's protection moments in words; shown if one has just been added.
        let kept: String?
        let running: [Running]
        let grants: [Granted]
        let beginning: Beginning?
        let outcomes: [OutcomeForm.View]
    }

    struct Running {
        let number: Int
        let subject: String
        let label: String
    }

    struct Granted {
        /// One of the targets, by key: the grant ends as a whole.
        let target: String
        let names: String
        let until: String
        let instant: String
        let seconds: Int
        let left: String
    }

    struct Beginning {
        let places: [FormChoice]
        let placeError: String?
    }

    static func show(_ context: PageContext, _ trouble: ErrorPage? = nil) throws -> PageResponse {
        let data = try PauseData(context)
        let view = View(
            notice: trouble?.notice, kept: try kept(context),
            running: data.open.requests.map { running($0, data) },
            grants: data.open.grants.map { granted($0, data) },
            beginning: beginning(data, trouble?.placeError),
            outcomes: try outcomes(data, trouble?.outcome))
        return context.show(
            "pause", title: context.texts("pause.title"), view, status: trouble?.status ?? 200)
    }

    /// Calls only if the person has just kept a block; if that is refused, the page goes without.
    private static func kept(_ context: PageContext) throws -> String? {
        guard context.request.query["done"] == "kept" else { return nil }
        do {
            let today = try context.daemon.call(MetricsAPI.Get.self, .init(range: .today))
            let moments = today.metrics.byEpisode.kept
            return moments > 0
                ? context.texts(
                    "pause.keptToday", count: moments,
                    ["number": context.formats.number(moments)])
                : nil
        } catch CallFailure.refused {
            return nil
        }
    }

    private static func running(_ request: UnblockAPI.OpenRequest, _ data: PauseData) -> Running {
        let texts = data.context.texts
        let label =
            switch request.waitSeconds {
            case nil: texts("pause.runningAsked", ["time": data.moment(request.at)])
            case 0?: texts("pause.runningReady", ["time": data.moment(request.expires)])
            case let seconds?:
                texts("pause.runningWaits", ["time": data.length(seconds)])
            }
        return Running(number: request.request, subject: data.subject(request), label: label)
    }

    private static func granted(_ grant: UnblockAPI.Grant, _ data: PauseData) -> Granted {
        Granted(
            target: grant.targets.first ?? "", names: data.state.names(of: grant.targets),
            until: data.context.texts("pause.openUntil", ["time": data.moment(grant.until)]),
            instant: grant.until, seconds: grant.seconds, left: data.length(grant.seconds))
    }

    /// Ends the grants of the target that the form names.
    static func endGrants(_ context: PageContext) throws -> PageResponse {
        do {
            let reply = try context.daemon.call(
                UnblockAPI.EndGrants.self,
                .init(place: UnblockAPI.Place(target: context.request.form.typed("target"))))
            return .redirect("pause?done=\(reply.blocked.isEmpty ? "endedOpen" : "ended")")
        } catch CallFailure.refused(let error) {
            let text = PauseErrorMessage.words(error, context)
            return try show(context, .init(notice: Notice(level: "error", text: text)))
        }
    }

    /// The choice of a pause's subject; nil if nothing is monitored. `?target=KEY` chooses one.
    private static func beginning(_ data: PauseData, _ error: String?) -> Beginning? {
        let request = data.context.request
        let chosen =
            request.form["place"]?.last ?? request.query["target"].map { "target:\($0)" } ?? ""
        let monitored = data.state.targets.filter(\.monitored)
        guard !monitored.isEmpty else { return nil }
        let everything = FormChoice(
            id: "place-0", value: PauseStart.everything,
            label: data.context.texts("pause.everything"),
            about: data.context.texts("pause.everythingAbout"), isChosen: false)
        var places =
            [everything]
            + monitored.enumerated().map { index, target in
                FormChoice(
                    id: "place-\(index + 1)", value: "target:\(target.target)", label: target.name,
                    about: data.standing(target).label, isChosen: false)
            }
        let index = places.firstIndex { $0.value == chosen } ?? 0
        places[index].isChosen = true
        places[index].isFocused = error != nil
        return Beginning(places: places, placeError: error)
    }

    /// The unblocks without a logged outcome, the newest first, except those that still run.
    private static func outcomes(
        _ data: PauseData, _ typed: (request: Int, form: OutcomeForm)?
    ) throws -> [OutcomeForm.View] {
        let running = Set(data.open.grants.map(\.request))
        // One that was typed about may be older than those that are shown otherwise.
        let reply = try data.context.daemon.call(
            UnblockAPI.Unblocks.self,
            .init(limit: typed == nil ? 3 + running.count : nil, unlogged: true))
        let ended = reply.unblocks.filter { !running.contains($0.request) }
        let about = ended.filter { $0.request == typed?.request }
        let others = ended.filter { $0.request != typed?.request }
        return (about + others).prefix(3).map { unblock in
            let form = typed?.request == unblock.request ? typed?.form : nil
            return (form ?? OutcomeForm()).view(of: unblock, data)
        }
    }
}
